#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Our standalone tiering service beside the released tiering job of Flink: alternating rounds of one run, medians and the ratio.
usage() {
  cat <<'TEXT'
Usage: tools/bench/tieringbench.sh [options]

  --rounds N   rounds of each side that count (default 3); one before them, of the cold process, is told apart
  --rows N     flights of each round, at most 3000000 (default 3000000)
  --port N     first of 20 free ports (default 21700)
  --dir DIR    where the clusters live (default: target/tieringbench)
  --build      build the tarball first (otherwise that of fluss-dist/target is taken)

Each side has a cluster and one tiering process of its own for the whole run, with 2 GB of heap, a lake in a folder, and tables of 4 buckets written by
its own client. In a round the rows are written to a new table, then its lake is switched on: one tiering round takes them all. Rows a second are
those of each side's own log, from being handed the table to reporting it finished. Prints a Markdown table; single figures are in DIR/rounds.txt.
TEXT
}
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
rounds=3 rows=3000000 port=21700 dir=$root/target/tieringbench build=0
while [ $# -gt 0 ]; do
  case $1 in
    --rounds) rounds=$2; shift ;;
    --rows) rows=$2; shift ;;
    --port) port=$2; shift ;;
    --dir) dir=$2; shift ;;
    --build) build=1 ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 1 ;;
  esac
  shift
done
[ $build = 0 ] || mvn -B -ntp -q -f "$root/pom.xml" package -DskipTests
interop=$root/tools/interop
flights=$root/tools/quickstart/data/flights-3m.csv.zst
peer_version=0.9.1-incubating
peer_lib=$root/tools/bench/target/peer-tiering
job=''

finish() {
  [ -z "$job" ] || kill "$job" 2>/dev/null || true
  for side in ours peer; do "$interop/$side.sh" stop "$dir/$side" >/dev/null 2>&1 || true; done
}
trap finish EXIT
[ ! -d "$dir" ] || finish
rm -rf "$dir"
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)

# the released jars; a newer dependency plugin stumbles over the unpublished parent of the lake's POM
mkdir -p "$peer_lib"
for artifact in org.apache.fluss:fluss-lake-iceberg:$peer_version org.apache.hadoop:hadoop-client-api:3.3.6 org.apache.hadoop:hadoop-client-runtime:3.3.6 \
  commons-logging:commons-logging:1.2 org.apache.fluss:fluss-flink-1.20:$peer_version org.apache.fluss:fluss-flink-tiering:$peer_version; do
  [ -s "$peer_lib/$(cut -d: -f2,3 <<<"$artifact" | tr : -).jar" ] ||
    mvn -q -B -ntp -N -f "$root/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:2.10:copy -Dartifact="$artifact" -DoutputDirectory="$peer_lib" >&2
done
flink=$interop/flink
[ -s "$flink/target/classpath.txt" ] || mvn -q -B -ntp -f "$flink/pom.xml" dependency:build-classpath -Dmdep.outputFile="$flink/target/classpath.txt" >&2
mkdir -p "$dir/plugins/iceberg"
cp "$peer_lib"/{fluss-lake-iceberg,hadoop-client,commons-logging}*.jar "$dir/plugins/iceberg"

lake() { # SIDE
  printf 'datalake.format: iceberg\ndatalake.iceberg.type: hadoop\ndatalake.iceberg.warehouse: %s\n' "$dir/lake-$1"
}
declare -A class_path bootstrap
for side in ours peer; do
  mkdir -p "$dir/lake-$side" "$dir/classes-$side"
  lake $side >"$dir/lake-$side.yaml"
  jars=$("$interop/$side.sh" jars)
  javac -nowarn -d "$dir/classes-$side" -cp "$jars" "$root"/tools/quickstart/src/main/java/org/apache/fluss/tools/quickstart/*.java
  class_path[$side]=$dir/classes-$side:$jars
done
bootstrap[ours]=$(OURS_SERVER_YAML=$dir/lake-ours.yaml "$interop/ours.sh" start "$dir/ours" "$port" 2>"$dir/ours-start.txt")
bootstrap[peer]=$(PEER_SERVER_YAML=$dir/lake-peer.yaml FLUSS_PLUGINS_DIR=$dir/plugins "$interop/peer.sh" start "$dir/peer" $((port + 10)))
FLUSS_ENV_JAVA_OPTS_TIERING=-Xmx2g "$interop/ours.sh" up "$dir/ours" tiering-service >"$dir/ours-start.txt" 2>&1
java -Xmx2g --add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED \
  -Dorg.slf4j.simpleLogger.showDateTime=true '-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd HH:mm:ss,SSS' \
  -cp "$(printf '%s:' "$peer_lib"/*.jar)$(cat "$flink/target/classpath.txt")" \
  org.apache.fluss.flink.tiering.FlussLakeTieringEntrypoint --fluss.bootstrap.servers "${bootstrap[peer]}" \
  --datalake.format iceberg --datalake.iceberg.type hadoop --datalake.iceberg.warehouse "$dir/lake-peer" \
  --fluss.tiering.poll.table.interval 1s >"$dir/peer-job.log" 2>&1 &
job=$!

tool() { # SIDE ARGUMENTS: a step of the quickstart with that side's client
  local side=$1 flags=()
  shift
  [ "$side" = ours ] || flags=(--add-opens=java.base/java.nio=ALL-UNNAMED)
  java "${flags[@]}" -XX:+IgnoreUnrecognizedVMOptions -Dorg.slf4j.simpleLogger.defaultLogLevel=error \
    -Dlog4j.configurationFile="$(cat "$dir/ours/home")/conf/log4j-cli.properties" -cp "${class_path[$side]}" \
    org.apache.fluss.tools.quickstart.Quickstart "${bootstrap[$side]}" "$@" >"$dir/out.txt" 2>"$dir/err-$side.txt" ||
    { tail -n 5 "$dir/err-$side.txt" >&2; exit 1; }
}
# Seconds that the rounds of a table took, by the log of the side that tiered it; nothing while one is under way.
ours_seconds() { # TABLE
  sed -nE "s/.* Tiered [1-9][0-9]* rows of demo\.$1 .* in ([0-9.]+) s .*/\1/p" "$dir"/ours/log/*tiering-service*.log | awk '{ sum += $1 } END { if (NR) printf "%.3f", sum }'
}
peer_seconds() { # TABLE
  awk -v table="demo.$1" '
    function seconds(  part) { split($2, part, /[:,]/); return part[1] * 3600 + part[2] * 60 + part[3] + part[4] / 1000 }
    index($0, "Tiering table (") && index($0, table ") has been requested") { split($0, at, /Tiering table \(/); id = at[2] + 0; began = seconds(); open = 1 }
    open && index($0, "Got FinishedTieringEvent for tiering table " id ".") { took = seconds() - began; sum += took < 0 ? took + 86400 : took; open = 0; done = 1 }
    END { if (done && !open) printf "%.3f", sum }' "$dir/peer-job.log"
}
round() { # SIDE NUMBER: one line of rounds.txt: side, number, rows a second, bytes and files in the lake, seconds until readers see it
  local side=$1 number=$2 table=flights_$2 took='' data seen
  tool "$side" tier-anew "$flights" "$rows" "$table" 600
  seen=$(sed -n 's/^seconds=//p' "$dir/out.txt" | tail -n 1)
  for _ in $(seq 1 100); do
    took=$("${side}_seconds" "$table")
    [ -z "$took" ] || break
    sleep 0.1
  done
  [ -n "$took" ] || { echo "the log of $side tells no time for round $number" >&2; exit 1; }
  data=$(find "$dir/lake-$side/demo/$table/data" -name '*.parquet' -printf '%s\n' | awk '{ bytes += $1 } END { print bytes, NR }')
  echo "$side $number $(awk -v rows="$rows" -v took="$took" 'BEGIN { printf "%.0f", rows / took }') $data $seen" | tee -a "$dir/rounds.txt" >&2
  tool "$side" drop "$table"
}
: >"$dir/rounds.txt"
for number in $(seq 0 "$rounds"); do
  for side in peer ours; do round $side "$number"; done
done

cpu=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)
echo "$(date -u +%F), commit $(git -C "$root" rev-parse --short HEAD 2>/dev/null || echo unknown), $(nproc) cores${cpu:+ ($cpu)}," \
  "$(java -version 2>&1 | sed -n '1s/.*"\(.*\)".*/Java \1/p'), $rows flights a round, 4 buckets, median of $rounds alternating rounds."
echo
awk '
  { side = $1; if ($2 == 0) cold[side] = $3; else { n[side]++; rate[side, n[side]] = $3; bytes[side] = $4; files[side] = $5 } }
  function median(side,   i, j, t, c) {
    c = n[side]
    for (i = 1; i <= c; i++) sorted[i] = rate[side, i]
    for (i = 2; i <= c; i++) for (j = i; j > 1 && sorted[j] < sorted[j - 1]; j--) { t = sorted[j]; sorted[j] = sorted[j - 1]; sorted[j - 1] = t }
    return c % 2 ? sorted[(c + 1) / 2] : (sorted[c / 2] + sorted[c / 2 + 1]) / 2
  }
  END {
    print "| | ours, standalone service | released, Flink job | ours / released |"; print "|---|---|---|---|"
    printf "| rows/s, warm | %.0f k | %.0f k | %.2f |\n", median("ours") / 1e3, median("peer") / 1e3, median("ours") / median("peer")
    printf "| rows/s, first of the process | %.0f k | %.0f k | %.2f |\n", cold["ours"] / 1e3, cold["peer"] / 1e3, cold["ours"] / cold["peer"]
    printf "| bytes in the lake | %.1f M in %d files | %.1f M in %d files | %.2f |\n", bytes["ours"] / 1e6, files["ours"], bytes["peer"] / 1e6, files["peer"], bytes["ours"] / bytes["peer"]
  }' "$dir/rounds.txt"
