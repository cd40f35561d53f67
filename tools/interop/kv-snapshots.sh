#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# KV snapshots of either server read by either client, ours and the released ones, in every compression of RocksDB.
usage() {
  cat <<'TEXT'
Usage: tools/interop/kv-snapshots.sh [options]

  --rows N             rows written (default 20000)
  --compressions LIST  comma list of NO, SNAPPY, LZ4, ZSTD (default: all)
  --port N             first of 20 free ports (default 21600)
  --dir DIR            where the clusters live (default: target/kv-snapshots)
  --build              build the tarball first (otherwise that of fluss-dist/target is taken)

Prints a Markdown table: server, reading client, one column a compression. Exit code 0 if everything was equal.
TEXT
}
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
here=$root/tools/interop
rows=20000 compressions=NO,SNAPPY,LZ4,ZSTD port=21600 dir=$root/target/kv-snapshots build=0
while [ $# -gt 0 ]; do
  case $1 in
    --rows) rows=$2; shift ;;
    --compressions) compressions=$2; shift ;;
    --port) port=$2; shift ;;
    --dir) dir=$2; shift ;;
    --build) build=1 ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 1 ;;
  esac
  shift
done
[ $build = 0 ] || mvn -B -ntp -q -f "$root/pom.xml" package -DskipTests
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)

finish() {
  for side in peer ours; do "$here/$side.sh" stop "$dir/$side" >/dev/null 2>&1 || true; done
}
trap finish EXIT
finish
rm -rf "$dir"
mkdir -p "$dir"

declare -A class_path bootstrap cells
for side in peer ours; do
  jars=$("$here/$side.sh" jars)
  mkdir -p "$dir/classes-$side"
  javac -nowarn -d "$dir/classes-$side" -cp "$jars" "$here"/src/KvSnapshotScans.java
  class_path[$side]=$dir/classes-$side:$jars
done

run() { # CLIENT write|read SERVER
  local flags=() # the released client needs one, ours none
  [ "$1" = ours ] || flags=(--add-opens=java.base/java.nio=ALL-UNNAMED)
  java "${flags[@]}" -Dorg.slf4j.simpleLogger.defaultLogLevel=warn -cp "${class_path[$1]}" KvSnapshotScans "$2" "${bootstrap[$3]}" "$rows"
}

status=0
for compression in ${compressions//,/ }; do
  # Small buffers and levels, so that there are several files and compactions before the snapshot.
  cat >"$dir/server.yaml" <<TEXT
kv.snapshot.interval: 2s
kv.rocksdb.compression.per.level: $compression,$compression,$compression
kv.rocksdb.writebuffer.size: 128kb
kv.rocksdb.compaction.level.target-file-size-base: 128kb
kv.rocksdb.compaction.level.max-size-level-base: 512kb
TEXT
  rm -rf "$dir/peer" "$dir/ours"
  bootstrap[peer]=$(PEER_SERVER_YAML=$dir/server.yaml "$here/peer.sh" start "$dir/peer" "$port")
  bootstrap[ours]=$(OURS_SERVER_YAML=$dir/server.yaml "$here/ours.sh" start "$dir/ours" $((port + 10)))
  for server in peer ours; do
    run "$server" write "$server" >"$dir/write-$server-$compression.log" 2>&1 || true
    for reader in peer ours; do
      run "$reader" read "$server" >"$dir/read-$reader-$server-$compression.log" 2>&1 || true
      cell=$(sed -n 's/^read: \([0-9]* rows equal\)$/\1/p' "$dir/read-$reader-$server-$compression.log")
      [ -n "$cell" ] || { cell=FAILED status=1; }
      cells[$server-$reader]="${cells[$server-$reader]:-} $cell |"
    done
  done
  finish
done
printf '| server | read by |%s\n' "$(printf %s "$compressions" | sed 's/,/ | /g; s/^/ /; s/$/ |/')"
printf '|---|---|%s\n' "$(printf %s "$compressions" | sed 's/[^,]*/---/g; s/,/|/g; s/$/|/')"
for server in peer ours; do
  for reader in peer ours; do printf '| %s | %s |%s\n' "$server" "$reader" "${cells[$server-$reader]}"; done
done
[ $status = 0 ] || { echo; grep -h -m 3 -A 4 'Exception\|Error' "$dir"/*.log | head -n 40; echo "More in $dir/*.log"; }
exit $status
