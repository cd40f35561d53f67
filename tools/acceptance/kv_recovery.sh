#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A primary-key table whose only server is killed (-9) and loses its disk: how long until it serves again, every row (read by scans of the store), the row count and a sum exact.
usage() {
  cat <<'TEXT'
Usage: tools/acceptance/kv_recovery.sh [options]

  --keys N     rows written; one in ten is updated, one in 101 deleted (default 5000000)
  --port N     first of 3 free ports (default 21700)
  --dir DIR    where it lives (default: target/kv-recovery)

Prints PASS or FAIL with the figures. Needs the tarball (mvn package -DskipTests).
TEXT
}
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
keys=5000000 port=21700 dir=$root/target/kv-recovery
while [ $# -gt 0 ]; do
  case $1 in
    --keys) keys=$2; shift ;;
    --port) port=$2; shift ;;
    --dir) dir=$2; shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 1 ;;
  esac
  shift
done
ours=$root/tools/interop/ours.sh
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
trap '"$ours" stop "$dir/cluster" >/dev/null 2>&1 || true' EXIT
"$ours" stop "$dir/cluster" >/dev/null 2>&1 || true
rm -rf "$dir"
mkdir -p "$dir/classes"
jars=$("$ours" jars)
javac -nowarn -d "$dir/classes" -cp "$jars" "$root/tools/acceptance/KvRecovery.java"
echo 'kv.snapshot.interval: 10s' >"$dir/server.yaml"
bootstrap=$(OURS_SERVER_YAML=$dir/server.yaml "$ours" start "$dir/cluster" "$port" 2>"$dir/start.log")

tool() { # MODE ARGUMENTS
  java -XX:+IgnoreUnrecognizedVMOptions -cp "$dir/classes:$jars" KvRecovery "$1" "$bootstrap" "$keys" "${@:2}" 2>>"$dir/tool.log"
}
value() { sed -n "s/^$1 //p" "$2"; }
fail() { echo "FAIL $*"; exit 1; }

tool write >"$dir/write.txt" || fail "rows cannot be written, or come into no snapshot: see $dir/tool.log"
bytes=$(du -sb "$dir/cluster/remote/kv" | cut -f1)
kill -9 "$("$ours" pid "$dir/cluster" tablet-server)"
rm -rf "$dir/cluster/data"
started=$(date +%s%3N)
"$ours" up "$dir/cluster" tablet-server >>"$dir/start.log" 2>&1 || fail "the server does not start again: see $dir/start.log"
tool serve "$started" >"$dir/serve.txt" || fail "not all buckets serve again: see $dir/tool.log"
tool check >"$dir/check.txt" || fail "$(cat "$dir/check.txt" 2>/dev/null) $(tail -n 1 "$dir/tool.log")"
echo "PASS $keys keys written in $(value written_ms "$dir/write.txt") ms; $((bytes / 1000000)) MB of snapshots; after the kill and the loss of the disk all buckets served $(value served_ms "$dir/serve.txt") ms after the start of the process; $(cat "$dir/check.txt")"
