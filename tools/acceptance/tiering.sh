#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The tiering service killed (-9) at five points and at random moments, and an answer of Glue lost: nothing lost, nothing twice.
usage() {
  cat <<'TEXT'
Usage: tools/acceptance/tiering.sh [options]

  --rows N           flights written in each step (default 3000000, all of them)
  --random-kills N   kills at random moments (default 5)
  --lease SECONDS    how long the coordinator waits for a killed runner (default 10)
  --port N           first of 6 free ports (default 21800)
  --dir DIR          where it lives (default: target/tiering-acceptance)

One line a step: rows and checksum written so far, and the same counted in Iceberg (Glue on the local emulator) by PyIceberg and DuckDB.
Exit code 0 if they were equal after every step. Needs a built project (mvn package) and Python 3.
TEXT
}
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
rows=3000000 kills=5 lease=10 port=21800 dir=$root/target/tiering-acceptance
while [ $# -gt 0 ]; do
  case $1 in
    --rows) rows=$2; shift ;;
    --random-kills) kills=$2; shift ;;
    --lease) lease=$2; shift ;;
    --port) port=$2; shift ;;
    --dir) dir=$2; shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 1 ;;
  esac
  shift
done
flights=$root/tools/quickstart/data/flights-3m.csv.zst
. "$root/tools/acceptance/lake_rig.sh"
service up

java_tool() {
  java -XX:+IgnoreUnrecognizedVMOptions -Dlog4j.configurationFile="$home/conf/log4j-cli.properties" \
    -cp "$root/tools/quickstart/target/classes:$home/opt/*:$home/lib/*" org.apache.fluss.tools.quickstart.Quickstart "$bootstrap" "$@"
}

want_rows=0 want_sum=0
work() {
  java_tool load "$flights" "$rows" >"$dir/load.txt" 2>>"$dir/tool.log"
  want_rows=$((want_rows + $(value "$dir/load.txt" rows)))
  want_sum=$((want_sum + 0x$(value "$dir/load.txt" checksum)))
}
verify() { # NAME
  local want
  want=$(printf '%d rows %016x' $want_rows $want_sum)
  if ! java_tool await-lake 300 >"$dir/lake.txt" 2>>"$dir/tool.log"; then
    fail "$1: not all rows came into the lake within 300 s"
    return
  fi
  "$python" "$root/tools/quickstart/count.py" glue "$moto" >"$dir/iceberg.txt" 2>>"$dir/tool.log"
  local have
  have="$(value "$dir/iceberg.txt" rows) rows $(value "$dir/iceberg.txt" checksum)"
  if [ "$want" = "$have" ]; then
    echo "PASS $1: $have, in $(value "$dir/iceberg.txt" snapshots) snapshots and $(value "$dir/iceberg.txt" files) files"
  else
    fail "$1: written $want, in Iceberg $have"
  fi
}

work
verify 'first rows'
work
verify 'another round'

for ((i = 0; i < ${#kill_points[@]}; i += 4)); do
  halt_at "${kill_points[@]:i:4}"
  verify "killed ${kill_points[i]}"
done
lose_answer
verify 'Glue applied a commit and its answer was lost'
was_lost

for kill in $(seq 1 "$kills"); do
  work &
  sleep "$((RANDOM % 4)).$((RANDOM % 10))"
  kill -9 "$(pid)" 2>/dev/null || true
  wait $!
  want_rows=$((want_rows + $(value "$dir/load.txt" rows)))
  want_sum=$((want_sum + 0x$(value "$dir/load.txt" checksum)))
  service down || true
  service up
  verify "killed at random, time $kill"
done
exit $status
