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
interop=$root/tools/interop
aws_local=$root/tools/aws-local/aws-local.sh
flights=$root/tools/quickstart/data/flights-3m.csv.zst
moto_port=$((port + 3)) proxy_port=$((port + 4)) debug_port=$((port + 5))
rm -rf "$dir"
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
proxy='' watcher=''
finish() {
  [ -z "$watcher" ] || kill "$watcher" 2>/dev/null || true
  "$interop/ours.sh" stop "$dir/cluster" >/dev/null 2>&1 || true
  [ -z "$proxy" ] || kill "$proxy" 2>/dev/null || true
  AWS_ENDPOINT_URL='' "$aws_local" stop "$dir" || true
}
trap finish EXIT

python=$("$aws_local" python)
moto=$(AWS_ENDPOINT_URL='' "$aws_local" start "$dir" $moto_port fluss-acceptance)
"$python" "$root/tools/acceptance/lossy_proxy.py" $proxy_port $moto_port "$dir/lose-answer" UpdateTable >"$dir/proxy.log" 2>&1 &
proxy=$!
cat >"$dir/lake.yaml" <<TEXT
lake.tiering.lease-timeout: ${lease}s
datalake.format: iceberg
datalake.iceberg.type: glue
datalake.iceberg.warehouse: s3://fluss-acceptance/warehouse
datalake.iceberg.glue.endpoint: http://127.0.0.1:$proxy_port
datalake.iceberg.s3.endpoint: $moto
datalake.iceberg.s3.path-style-access: true
datalake.iceberg.s3.access-key-id: test
datalake.iceberg.s3.secret-access-key: test
datalake.iceberg.client.region: us-east-1
TEXT
bootstrap=$(OURS_SERVER_YAML=$dir/lake.yaml "$interop/ours.sh" start "$dir/cluster" "$port")
home=$(cat "$dir/cluster/home")
service() { "$interop/ours.sh" "$1" "$dir/cluster" tiering-service >>"$dir/service.log" 2>&1; }
service up

java_tool() {
  java -XX:+IgnoreUnrecognizedVMOptions -Dlog4j.configurationFile="$home/conf/log4j-cli.properties" \
    -cp "$root/tools/quickstart/target/classes:$home/opt/*:$home/lib/*" org.apache.fluss.tools.quickstart.Quickstart "$bootstrap" "$@"
}
value() { sed -n "s/^$2=//p" "$1"; }

want_rows=0 want_sum=0 status=0
load() {
  java_tool load "$flights" "$rows" >"$dir/load.txt" 2>>"$dir/tool.log"
  want_rows=$((want_rows + $(value "$dir/load.txt" rows)))
  want_sum=$((want_sum + 0x$(value "$dir/load.txt" checksum)))
}
verify() { # NAME
  local want
  want=$(printf '%d rows %016x' $want_rows $want_sum)
  if ! java_tool await-lake 300 >"$dir/lake.txt" 2>>"$dir/tool.log"; then
    echo "FAIL $1: not all rows came into the lake within 300 s"
    status=1
    return
  fi
  "$python" "$root/tools/quickstart/count.py" glue "$moto" >"$dir/iceberg.txt" 2>>"$dir/tool.log"
  local have
  have="$(value "$dir/iceberg.txt" rows) rows $(value "$dir/iceberg.txt" checksum)"
  if [ "$want" = "$have" ]; then
    echo "PASS $1: $have, in $(value "$dir/iceberg.txt" snapshots) snapshots and $(value "$dir/iceberg.txt" files) files"
  else
    echo "FAIL $1: written $want, in Iceberg $have"
    status=1
  fi
}
pid() { "$interop/ours.sh" pid "$dir/cluster" tiering-service; }

load
verify 'first rows'
load
verify 'another round'

halt_at() { # NAME entry|exit CLASS METHOD
  service down
  FLUSS_ENV_JAVA_OPTS_TIERING="-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:$debug_port" service up
  local doomed
  doomed=$(pid)
  java "$root/tools/acceptance/HaltAt.java" $debug_port "$doomed" "$2" "$3" "$4" >"$dir/halt.txt" 2>&1 &
  watcher=$!
  until grep -q armed "$dir/halt.txt"; do
    kill -0 $watcher 2>/dev/null || { echo "FAIL killed $1: $(tail -n 1 "$dir/halt.txt")"; status=1; return; }
    sleep 0.1
  done
  load
  for _ in $(seq 1 1200); do
    kill -0 $watcher 2>/dev/null || break
    sleep 0.1
  done
  if ! grep -q killed "$dir/halt.txt"; then
    kill $watcher 2>/dev/null || true
    echo "FAIL killed $1: the service never came there: $(tail -n 1 "$dir/halt.txt")"
    status=1
  fi
  watcher=
  service down || true
  service up
  verify "killed $1"
}
engine=org.apache.fluss.lake.tiering
halt_at 'after the data files were written' entry $engine.engine.TieringRound commit
halt_at 'before the prepare call' entry $engine.cluster.RpcFluss prepare
halt_at 'after the prepare call' exit $engine.cluster.RpcFluss prepare
halt_at 'before the catalog commit' entry org.apache.fluss.lake.iceberg.tiering.IcebergLakeCommitter commit
halt_at 'after the catalog commit' exit org.apache.fluss.lake.iceberg.tiering.IcebergLakeCommitter commit

touch "$dir/lose-answer"
load
verify 'Glue applied a commit and its answer was lost'
grep -q 'lost the answer' "$dir/proxy.log" || { echo 'FAIL: no answer was lost'; status=1; }

for kill in $(seq 1 "$kills"); do
  load &
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
