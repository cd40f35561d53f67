#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Our client and servers beside the released ones: alternating rounds of one run, medians and ratios.
usage() {
  cat <<'TEXT'
Usage: tools/bench/wirebench.sh [options]

  --rounds N       rounds of each pairing, alternating (default 3)
  --rows N         rows of each table (default 1000000)
  --buckets N      buckets of each table (default 1)
  --phases LIST    of append,scan,project,latency,upsert,update,lookup,lone (default: the first four)
  --pairs LIST     comma list of CLIENT:SERVER, each ours or peer; the last is what the ratios refer to (default ours:ours,peer:peer)
  --port N         first of 20 free ports (default 21600)
  --dir DIR        where the clusters live (default: target/wirebench)
  --build          build the tarball first (otherwise that of fluss-dist/target is taken)

Prints a Markdown table of medians; every single figure is in DIR/rounds.txt. Exit code 0 if every phase of every round ran.
TEXT
}
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
rounds=3 rows=1000000 buckets=1 phases=append,scan,project,latency pairs=ours:ours,peer:peer port=21600 dir=$root/target/wirebench build=0
while [ $# -gt 0 ]; do
  case $1 in
    --rounds) rounds=$2; shift ;;
    --rows) rows=$2; shift ;;
    --buckets) buckets=$2; shift ;;
    --phases) phases=$2; shift ;;
    --pairs) pairs=$2; shift ;;
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
interop=$root/tools/interop
sides=$(printf %s "$pairs" | tr ':,' '\n\n' | sort -u | tr '\n' ' ')

finish() {
  for side in $sides; do "$interop/$side.sh" stop "$dir/$side" >/dev/null 2>&1 || true; done
}
trap finish EXIT
finish
rm -rf "$dir"
mkdir -p "$dir"

declare -A class_path bootstrap
offset=0
for side in $sides; do
  jars=$("$interop/$side.sh" jars)
  mkdir -p "$dir/classes-$side"
  javac -nowarn -d "$dir/classes-$side" -cp "$jars" "$root/tools/bench/WireBench.java"
  class_path[$side]=$dir/classes-$side:$jars
  bootstrap[$side]=$("$interop/$side.sh" start "$dir/$side" $((port + offset)))
  offset=$((offset + 10))
done

status=0
: >"$dir/rounds.txt"
for round in $(seq 1 "$rounds"); do
  for pair in ${pairs//,/ }; do
    client=${pair%:*} server=${pair#*:} flags=()
    [ "$client" = ours ] || flags=(--add-opens=java.base/java.nio=ALL-UNNAMED)
    java "${flags[@]}" -Dorg.slf4j.simpleLogger.defaultLogLevel=warn -cp "${class_path[$client]}" \
      WireBench "${bootstrap[$server]}" "$rows" "$buckets" "$phases" >"$dir/out.txt" 2>"$dir/err-$round-$client-$server.txt" || {
      status=1
      echo "round $round of $pair failed: $(grep -m 1 -E 'Exception|Error' "$dir/err-$round-$client-$server.txt")" >&2
    }
    sed -nE "s|^([a-z]+) .*rows/s=([0-9.]+).*|$pair \1 $round \2|p; s|^(latency\|lone) +p50=([0-9.]+)ms p99=([0-9.]+)ms|$pair \1_p50 $round \2\n$pair \1_p99 $round \3|p" \
      "$dir/out.txt" >>"$dir/rounds.txt"
  done
done

describe() {
  local cpu
  cpu=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)
  echo "$(date -u +%F), commit $(git -C "$root" rev-parse --short HEAD 2>/dev/null || echo unknown), $(nproc) cores${cpu:+ ($cpu)}," \
    "$(java -version 2>&1 | sed -n '1s/.*"\(.*\)".*/Java \1/p'), $rows rows, $buckets bucket(s), median of $rounds alternating rounds."
}
describe
echo
awk -v pairs="$pairs" '
  { key = $1 SUBSEP $2; n[key]++; value[key, n[key]] = $4; if (!($2 in known)) { known[$2] = 1; order[++phases] = $2 } }
  function median(key,   i, j, t, c) {
    c = n[key]
    for (i = 1; i <= c; i++) sorted[i] = value[key, i]
    for (i = 2; i <= c; i++) for (j = i; j > 1 && sorted[j] < sorted[j - 1]; j--) { t = sorted[j]; sorted[j] = sorted[j - 1]; sorted[j - 1] = t }
    return c == 0 ? "" : c % 2 ? sorted[(c + 1) / 2] : (sorted[c / 2] + sorted[c / 2 + 1]) / 2
  }
  function shown(v, phase) { return v == "" ? "-" : phase ~ /_p[0-9]+$/ ? sprintf("%.2f ms", v) : v >= 1e6 ? sprintf("%.2f M/s", v / 1e6) : sprintf("%.0f k/s", v / 1e3) }
  END {
    count = split(pairs, pair, ",")
    line = "| phase |"; rule = "|---|"
    for (p = 1; p <= count; p++) { name = pair[p]; sub(":", " client, ", name); line = line " " name " servers |"; rule = rule "---|" }
    for (p = 1; p < count; p++) { name = pair[p]; line = line " " name " / " pair[count] " |"; rule = rule "---|" }
    print line; print rule
    for (i = 1; i <= phases; i++) {
      phase = order[i]; line = "| " phase " |"; base = median(pair[count] SUBSEP phase)
      for (p = 1; p <= count; p++) line = line " " shown(median(pair[p] SUBSEP phase), phase) " |"
      for (p = 1; p < count; p++) { m = median(pair[p] SUBSEP phase); line = line " " (m == "" || base == "" || base == 0 ? "-" : sprintf("%.2f", m / base)) " |" }
      print line
    }
  }' "$dir/rounds.txt"
exit $status
