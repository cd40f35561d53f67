#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The tablet server killed under load, again and again: every acknowledged row must be there, once, in order.
usage() {
  cat <<'TEXT'
Usage: tools/acceptance/crash.sh [options]

  --kills N        how often (default 20)
  --stop-every N   every Nth time it is stopped (SIGTERM) instead of killed (default 5; 0: never)
  --client SIDE    ours (default) or peer: whose client loads and reads
  --server SIDE    ours (default) or peer: whose servers run
  --rate N         rows per second (default 20000)
  --port N         first of 3 free ports (default 21700)
  --dir DIR        where it lives (default: target/crash)

Prints one line with the figures; exit code 0 if nothing was lost, doubled or out of order.
TEXT
}
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
kills=20 stop_every=5 client=ours server=ours rate=20000 port=21700 dir=$root/target/crash
while [ $# -gt 0 ]; do
  case $1 in
    --kills) kills=$2; shift ;;
    --stop-every) stop_every=$2; shift ;;
    --client) client=$2; shift ;;
    --server) server=$2; shift ;;
    --rate) rate=$2; shift ;;
    --port) port=$2; shift ;;
    --dir) dir=$2; shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 1 ;;
  esac
  shift
done
interop=$root/tools/interop
rm -rf "$dir"
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
load=
finish() {
  [ -z "$load" ] || kill "$load" 2>/dev/null || true
  "$interop/$server.sh" stop "$dir/cluster" >/dev/null 2>&1 || true
}
trap finish EXIT

jars=$("$interop/$client.sh" jars)
mkdir -p "$dir/classes"
javac -nowarn -d "$dir/classes" -cp "$jars" "$root/tools/acceptance/CrashLoad.java"
bootstrap=$("$interop/$server.sh" start "$dir/cluster" "$port")
java --add-opens=java.base/java.nio=ALL-UNNAMED -Dorg.slf4j.simpleLogger.defaultLogLevel=error -cp "$dir/classes:$jars" \
  CrashLoad "$bootstrap" "$dir" "$rate" >"$dir/load.txt" 2>"$dir/load.err" &
load=$!

acknowledged() { cat "$dir/acknowledged" 2>/dev/null || echo 0; }
progress() { # wait until rows have been acknowledged anew
  local from
  from=$(acknowledged)
  for _ in $(seq 1 1200); do
    [ "$(acknowledged)" -le "$from" ] || return 0
    kill -0 "$load" 2>/dev/null || break
    sleep 0.1
  done
  echo "No row was acknowledged for two minutes after round $round: $(tail -n 1 "$dir/load.txt" "$dir/load.err" | tr '\n' ' ')"
  exit 1
}

killed=0 stopped=0 slowest=0
for round in $(seq 0 "$kills"); do
  began=$(date +%s%N)
  progress
  waited=$((($(date +%s%N) - began) / 1000000))
  [ "$round" = 0 ] || [ $waited -le $slowest ] || slowest=$waited
  [ "$round" -lt "$kills" ] || break
  sleep "$((RANDOM % 3)).$((RANDOM % 10))"
  if [ "$stop_every" -gt 0 ] && [ $(((round + 1) % stop_every)) = 0 ]; then
    "$interop/$server.sh" down "$dir/cluster" tablet-server >/dev/null
    stopped=$((stopped + 1))
  else
    kill -9 "$("$interop/$server.sh" pid "$dir/cluster" tablet-server)"
    killed=$((killed + 1))
  fi
  "$interop/$server.sh" up "$dir/cluster" tablet-server >"$dir/restart.txt" 2>&1 || { echo "Round $round: the tablet server did not start again: $(tail -n 3 "$dir/restart.txt")"; exit 1; }
done
touch "$dir/stop"
status=0
wait "$load" || status=1
load=
echo "$client client, $server servers: killed $killed times, stopped $stopped times, writing again at most $slowest ms after a restart: $(cat "$dir/load.txt")"
exit $status
