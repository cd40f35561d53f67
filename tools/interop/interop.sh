#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every data type through every pairing of client and server, ours and the released ones, compared value by value.
usage() {
  cat <<'TEXT'
Usage: tools/interop/interop.sh [options]

  --rows N         rows of each table (default 1000)
  --layouts LIST   comma list of NONE, LZ4_FRAME, ZSTD (Arrow compressions), INDEXED, COMPACTED (default: all)
  --keyed LIST     comma list of the layouts of primary-key tables, KVFORMAT_LOGFORMAT (default: all); with --layouts '' these alone
  --sides LIST     comma list of peer, ours: whose clients and servers take part (default: both)
  --port N         first of 20 free ports (default 21500)
  --dir DIR        where the clusters live (default: target/interop)
  --build          build the tarball first (otherwise that of fluss-dist/target is taken)

Prints two Markdown tables, of log tables and of primary-key tables: server, writing client, reading client, one column a layout.
Exit code 0 if everything was equal.
TEXT
}
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
here=$root/tools/interop
rows=1000 layouts=NONE,LZ4_FRAME,ZSTD,INDEXED,COMPACTED
keyed=COMPACTED_ARROW,COMPACTED_COMPACTED,INDEXED_ARROW,INDEXED_INDEXED
sides=peer,ours port=21500 dir=$root/target/interop build=0
while [ $# -gt 0 ]; do
  case $1 in
    --rows) rows=$2; shift ;;
    --layouts) layouts=$2; shift ;;
    --keyed) keyed=$2; shift ;;
    --sides) sides=$2; shift ;;
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
sides=${sides//,/ }

finish() {
  for side in $sides; do "$here/$side.sh" stop "$dir/$side" >/dev/null 2>&1 || true; done
}
trap finish EXIT
finish
rm -rf "$dir"
mkdir -p "$dir"

declare -A class_path bootstrap
offset=0
for side in $sides; do
  jars=$("$here/$side.sh" jars)
  mkdir -p "$dir/classes-$side"
  javac -nowarn -d "$dir/classes-$side" -cp "$jars" "$here"/src/*.java
  class_path[$side]=$dir/classes-$side:$jars
  bootstrap[$side]=$("$here/$side.sh" start "$dir/$side" $((port + offset)))
  offset=$((offset + 10))
done

run() { # CLASS CLIENT write|read SERVER LAYOUTS: one line a layout, of tables of the writer at hand
  local flags=() # the released client needs one, ours none
  [ "$2" = ours ] || flags=(--add-opens=java.base/java.nio=ALL-UNNAMED)
  [ "$4" = ours ] || flags+=(-Dinterop.padded=true) # in the changelog of the released server
  java "${flags[@]}" -Dinterop.by="_by_$writer" -Dinterop.rows="$rows" -Dinterop.trace=true -Dorg.slf4j.simpleLogger.defaultLogLevel=warn -cp "${class_path[$2]}" "$1" "$3" "${bootstrap[$4]}" "$5"
}

# The released server takes no upsert where rows are INDEXED in the log of a primary-key table.
works() { # SERVER LAYOUT
  [ "$1" != peer ] || [ "$2" != INDEXED_INDEXED ]
}

status=0
table() { # CLASS LAYOUTS
  local class=$1 layouts=$2 server writer reader layout served cells cell
  printf '| server | written by | read by |%s\n' "$(printf %s "$layouts" | sed 's/,/ | /g; s/^/ /; s/$/ |/')"
  printf '|---|---|---|%s\n' "$(printf %s "$layouts" | sed 's/[^,]*/---/g; s/,/|/g; s/$/|/')"
  for server in $sides; do
    served=
    for layout in ${layouts//,/ }; do
      ! works "$server" "$layout" || served+=,$layout
    done
    served=${served#,}
    for writer in $sides; do
      run "$class" "$writer" write "$server" "$served" >"$dir/$class-write-$writer-$server.log" 2>&1 || status=1
      for reader in $sides; do
        run "$class" "$reader" read "$server" "$served" >"$dir/$class-read-$reader-$writer-$server.log" 2>&1 || status=1
        cells=
        for layout in ${layouts//,/ }; do
          cell=equal
          grep -aq "^read $layout: [0-9]" "$dir/$class-read-$reader-$writer-$server.log" || cell='read FAILED'
          grep -aq "^write $layout: [0-9]" "$dir/$class-write-$writer-$server.log" || cell='write FAILED'
          works "$server" "$layout" || cell='not served'
          case $cell in *FAILED) status=1 ;; esac
          cells+=" $cell |"
        done
        printf '| %s | %s | %s |%s\n' "$server" "$writer" "$reader" "$cells"
      done
    done
  done
}
[ -z "$layouts" ] || table AllTypes "$layouts"
echo
[ -z "$keyed" ] || table KeyedTypes "$keyed"
[ $status = 0 ] || { echo; grep -ah -A 4 'FAILED' "$dir"/*.log | head -n 40; echo "More in $dir/*.log"; }
exit $status
