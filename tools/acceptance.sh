#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The longer proofs of an issue, one after the other; the report is written below docs/acceptance.
usage() {
  cat <<'TEXT'
Usage: tools/acceptance.sh ISSUE [options]

  ISSUE            2: log tables of one replica, from the client to Glue; 3: primary-key tables
  --only LIST      comma list of proofs (see --list); the others keep their last result in the report
  --list           print the proofs of the issue
  --quick          fewer rows, rounds and kills: to try the proofs out, not for the record
  --port N         first of 300 free ports (default 22000)
  --dir DIR        where everything lives (default: target/acceptance)
  --skip-build     use the tarball of fluss-dist/target as it is

Each proof prints PASS, FAIL or SKIP with one sentence. Exit code 0 if nothing failed. None of this runs inside mvn verify.
TEXT
}
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
tools=$root/tools
proofs_of_2=(quickstart_glue quickstart_hadoop tiering interop pairings flink crash bad_input disk_full port_taken zookeeper_away wirebench tieringbench)
proofs_of_3=(airports airports_wal airports_equality keyed linked keyed_pairings kv_snapshots kv_recovery keyed_wirebench)
issue='' only='' quick=0 list=0 port=22000 dir=$root/target/acceptance build=1
while [ $# -gt 0 ]; do
  case $1 in
    --only) only=$2; shift ;;
    --list) list=1 ;;
    --quick) quick=1 ;;
    --port) port=$2; shift ;;
    --dir) dir=$2; shift ;;
    --skip-build) build=0 ;;
    -h | --help) usage; exit 0 ;;
    2 | 3) issue=$1 ;;
    *) usage >&2; exit 1 ;;
  esac
  shift
done
[ -n "$issue" ] || { usage >&2; exit 1; }
declare -n all=proofs_of_$issue
[ $list = 0 ] || { printf '%s\n' "${all[@]}"; exit 0; }
proofs=("${all[@]}")
[ -z "$only" ] || IFS=, read -ra proofs <<<"$only"
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
results=$dir/results-$issue
mkdir -p "$results"
sized() { if [ $quick = 1 ]; then echo "$1"; else echo "$2"; fi; } # QUICK FULL
clusters=()
finish() {
  for cluster in "${clusters[@]}"; do "$tools/interop/ours.sh" stop "$cluster" >/dev/null 2>&1 || true; done
  [ ! -d "$dir/small-disk" ] || umount "$dir/small-disk" 2>/dev/null || true
}
trap finish EXIT

PASS() { verdict=PASS sentence=$*; }
FAIL() { verdict=FAIL sentence=$*; }
SKIP() { verdict=SKIP sentence=$*; }
failure() { { grep -h -m 1 -E 'FAIL|Exception|rror' "$@" || tail -qn 1 "$@"; } 2>/dev/null | head -n 1 | cut -c1-300; }

cluster() { # NAME PORT: starts ours, prints the bootstrap address
  rm -rf "$dir/$1"
  mkdir -p "$dir/$1"
  "$tools/interop/ours.sh" start "$dir/$1" "$2"
}
client() { # CLASS ARGUMENTS: a program of tools/interop with the released client
  local jars
  jars=$("$tools/interop/peer.sh" jars)
  mkdir -p "$dir/classes"
  [ -e "$dir/classes/$1.class" ] || javac -nowarn -d "$dir/classes" -cp "$jars" "$tools"/interop/src/*.java
  timeout "${patience:-300}" java --add-opens=java.base/java.nio=ALL-UNNAMED -Dorg.slf4j.simpleLogger.defaultLogLevel=error -cp "$dir/classes:$jars" "$@"
}

quickstart() { # KIND PORT
  local clone=$dir/clone out=$dir/quickstart-$1.txt status=0
  rm -rf "$clone"
  git clone -q "$root" "$clone"
  local began=$SECONDS
  "$clone/tools/quickstart.sh" --catalog "$1" --port "$2" --rows "$(sized 100000 3000000)" >"$out" 2>&1 || status=1
  "$clone/tools/quickstart.sh" --stop >>"$out" 2>&1 || true
  if [ $status = 0 ] && grep -q 'All equal' "$out"; then
    PASS "fresh clone, $((SECONDS - began)) s with the build: $(sed -n 's/^ *in Iceberg */in Iceberg /p; s/^ *\(Writing ran.*\)/; \1/p' "$out" | tr -s ' \n' ' ')"
  else
    FAIL "$(tail -n 3 "$out" | tr '\n' ' ' | cut -c1-300)"
  fi
}
title_quickstart_glue='1, 2: quickstart from a fresh clone, Glue on the emulator'
proof_quickstart_glue() { quickstart glue "$port"; }
title_quickstart_hadoop='1, 2: quickstart from a fresh clone, folder catalog'
proof_quickstart_hadoop() { quickstart hadoop "$port"; }

title_tiering='2: tiering service killed at five points and at random, an answer of Glue lost'
proof_tiering() {
  if "$tools/acceptance/tiering.sh" --port $((port + 20)) --dir "$dir/tiering" --rows "$(sized 20000 3000000)" --random-kills "$(sized 1 3)" >"$dir/tiering.txt" 2>&1; then
    PASS "$(grep -c ^PASS "$dir/tiering.txt") steps equal in count and checksum; last: $(grep ^PASS "$dir/tiering.txt" | tail -n 1 | cut -d' ' -f2-)"
  else
    FAIL "$(failure "$dir/tiering.txt")"
  fi
}

title_interop='3: every data type and layout, all pairings of client and server'
proof_interop() {
  if "$tools/interop/interop.sh" --port $((port + 40)) --dir "$dir/interop" --rows "$(sized 200 2000)" >"$dir/interop.txt" 2>&1; then
    PASS "$(grep -o ' equal ' "$dir/interop.txt" | wc -l) cells equal (server, writer, reader, layout)"
  else
    FAIL "$(grep -m 1 FAILED "$dir/interop.txt" | cut -c1-300)"
  fi
  detail=$dir/interop.txt
}

title_pairings='3: WireBench, our client and servers crossed with the released ones'
proof_pairings() {
  if "$tools/bench/wirebench.sh" --port $((port + 60)) --dir "$dir/pairings" --rows "$(sized 50000 1000000)" --rounds 1 \
    --pairs peer:ours,ours:peer,ours:ours,peer:peer >"$dir/pairings.txt" 2>&1; then
    PASS 'append, scan, project and latency ran in all four pairings'
  else
    FAIL "$(failure "$dir/pairings.txt")"
  fi
  detail=$dir/pairings.txt
}

title_flink='4: the released Flink 1.20 connector against our servers'
proof_flink() {
  local bootstrap
  clusters+=("$dir/flink")
  bootstrap=$(cluster flink $((port + 80)) 2>"$dir/flink.txt") || { FAIL "$(failure "$dir/flink.txt")"; return; }
  if "$tools/interop/flink/flink.sh" "$bootstrap" "$(sized 2000 100000)" >"$dir/flink.txt" 2>&1; then
    PASS "$(sed -n 's/^ok: //p' "$dir/flink.txt" | paste -sd, | sed 's/,/, /g')"
  else
    FAIL "$(failure "$dir/flink.txt")"
  fi
}

title_crash='6: tablet server killed and stopped under load, our client and the released one'
proof_crash() {
  local side
  : >"$dir/crash.txt"
  verdict=PASS
  for side in ours peer; do
    "$tools/acceptance/crash.sh" --client $side --kills "$(sized 3 20)" --stop-every "$(sized 3 5)" --port $((port + 100)) --dir "$dir/crash" >"$dir/crash-$side.txt" 2>/dev/null || verdict=FAIL
    tail -n 1 "$dir/crash-$side.txt" >>"$dir/crash.txt"
  done
  sentence=$(paste -sd'|' "$dir/crash.txt" | sed 's/|/; /')
}

title_bad_input='7: bad input at the ports of both servers'
proof_bad_input() {
  local bootstrap pid
  command -v python3 >/dev/null || { SKIP 'needs Python 3'; return; }
  clusters+=("$dir/bad-input")
  bootstrap=$(cluster bad-input $((port + 120)) 2>"$dir/bad-input.txt") || { FAIL "$(failure "$dir/bad-input.txt")"; return; }
  client AllTypes write "$bootstrap" NONE >"$dir/bad-input.txt" 2>&1 || { FAIL "$(failure "$dir/bad-input.txt")"; return; }
  verdict=PASS sentence=''
  for service in tablet-server coordinator-server; do
    pid=$("$tools/interop/ours.sh" pid "$dir/bad-input" $service)
    local at=$((port + 121))
    [ $service = tablet-server ] || at=$((port + 120))
    python3 "$tools/acceptance/bad_input.py" $at "$pid" 0 >"$dir/bad-input.txt" 2>&1 || verdict=FAIL
    sentence+="${sentence:+; }$service: $(tail -n 1 "$dir/bad-input.txt")"
  done
  client AllTypes read "$bootstrap" NONE >>"$dir/bad-input.txt" 2>&1 || FAIL "the table could not be read afterwards: $(failure "$dir/bad-input.txt")"
}

title_disk_full='7: the disk of the tablet server full, then free again'
proof_disk_full() {
  local disk=$dir/small-disk bootstrap
  mkdir -p "$disk"
  mount -t tmpfs -o size=24m tmpfs "$disk" 2>/dev/null || { SKIP 'mounting a tmpfs needs root'; return; }
  clusters+=("$dir/disk-full")
  rm -rf "$dir/disk-full"
  mkdir -p "$dir/disk-full"
  echo "data.dir: $disk/data" >"$dir/disk-full.yaml"
  bootstrap=$(OURS_SERVER_YAML=$dir/disk-full.yaml cluster disk-full $((port + 140)) 2>"$dir/disk-full.txt") || { FAIL "$(failure "$dir/disk-full.txt")"; return; }
  client -Dinterop.rows=200 AllTypes write "$bootstrap" NONE >"$dir/disk-full.txt" 2>&1 || { FAIL "$(failure "$dir/disk-full.txt")"; return; }
  fallocate -l 100M "$disk/ballast" 2>/dev/null || dd if=/dev/zero of="$disk/ballast" bs=1M 2>/dev/null || true
  if patience=60 client -Dinterop.rows=200 -Dclient.writer.retries=2 AllTypes write "$bootstrap" ZSTD >"$dir/disk-full-write.txt" 2>&1; then
    FAIL 'a write was acknowledged on a full disk'
    return
  fi
  client -Dinterop.rows=200 AllTypes read "$bootstrap" NONE >"$dir/disk-full-read.txt" 2>&1 || { FAIL "reading while the disk was full: $(failure "$dir/disk-full-read.txt")"; return; }
  rm -f "$disk/ballast"
  if client -Dinterop.rows=200 AllTypes write "$bootstrap" ZSTD >"$dir/disk-full.txt" 2>&1 && client -Dinterop.rows=200 AllTypes read "$bootstrap" ZSTD >>"$dir/disk-full.txt" 2>&1; then
    PASS "no write was acknowledged in 60 s, reads went on, writes came back without a restart"
  else
    FAIL "after space was freed: $(failure "$dir/disk-full.txt")"
  fi
}

title_port_taken='7: a port that is taken'
proof_port_taken() {
  local out=$dir/port-taken.txt began=$SECONDS
  clusters+=("$dir/port-taken" "$dir/port-taken-2")
  cluster port-taken $((port + 160)) >"$out" 2>&1 || { FAIL "$(failure "$out")"; return; }
  # the second cluster's coordinator wants the port of the first one's tablet server
  if cluster port-taken-2 $((port + 161)) >"$out" 2>&1; then
    FAIL 'a second server started on a taken port'
  elif grep -qiE 'port|address|in use|taken' "$out"; then
    PASS "the start fails with: $(grep -iE 'taken|in use|cannot listen' "$out" | head -n 1 | sed 's/.* - //' | cut -c1-250)"
  else
    FAIL "the message names no port: $(failure "$out")"
  fi
}

title_zookeeper_away='7: ZooKeeper away for twenty seconds and back'
proof_zookeeper_away() {
  local bootstrap
  clusters+=("$dir/zookeeper-away")
  bootstrap=$(cluster zookeeper-away $((port + 180)) 2>"$dir/zookeeper-away.txt") || { FAIL "$(failure "$dir/zookeeper-away.txt")"; return; }
  client AllTypes write "$bootstrap" NONE >"$dir/zookeeper-away.txt" 2>&1 || { FAIL "$(failure "$dir/zookeeper-away.txt")"; return; }
  "$tools/interop/ours.sh" down "$dir/zookeeper-away" zookeeper >/dev/null
  sleep 20
  local meanwhile='a new reader was served without it'
  patience=90 client AllTypes read "$bootstrap" NONE >"$dir/zookeeper-away.txt" 2>&1 || meanwhile="a new reader was told: $(failure "$dir/zookeeper-away.txt" | cut -c1-200)"
  [ -s "$dir/zookeeper-away.txt" ] || { FAIL 'a new reader got no answer for 90 s'; return; }
  "$tools/interop/ours.sh" up "$dir/zookeeper-away" zookeeper >/dev/null
  local began=$SECONDS
  for _ in $(seq 1 12); do
    for service in tablet-server coordinator-server; do
      kill -0 "$("$tools/interop/ours.sh" pid "$dir/zookeeper-away" $service)" 2>/dev/null || { FAIL "the $service ended"; return; }
    done
    if client AllTypes write "$bootstrap" ZSTD >"$dir/zookeeper-away.txt" 2>&1 && client AllTypes read "$bootstrap" ZSTD,NONE >>"$dir/zookeeper-away.txt" 2>&1; then
      PASS "$meanwhile; $((SECONDS - began)) s after its return a new table was made, written and read"
      return
    fi
  done
  FAIL "after its return: $(failure "$dir/zookeeper-away.txt")"
}

title_wirebench='9: WireBench, ours beside the released ones'
proof_wirebench() {
  detail=$dir/wirebench.txt
  "$tools/bench/wirebench.sh" --port $((port + 200)) --dir "$dir/wirebench" --rows "$(sized 50000 1000000)" --rounds "$(sized 1 3)" >"$detail" 2>&1 || { FAIL "$(failure "$detail")"; return; }
  # | phase | ours client, ours servers | peer client, peer servers | ratio |
  sentence=$(awk -F' *[|] *' '$2 ~ /^(append|scan|project)$/ { printf "%s %s of the released; ", $2, $5; if ($5 < 1) low = 1 }
    $2 == "latency_p50" { printf "awaited write %s (p50)", $3; if ($3 + 0 > 5) low = 1; seen = 1 } END { exit low || !seen }' "$detail") && verdict=PASS || verdict=FAIL
}

title_tieringbench='9: tiering of the flights beside the released job'
proof_tieringbench() {
  detail=$dir/tieringbench.txt
  "$tools/bench/tieringbench.sh" --port $((port + 230)) --dir "$dir/tieringbench" --rows "$(sized 100000 3000000)" --rounds "$(sized 1 3)" >"$detail" 2>"$dir/tieringbench-err.txt" ||
    { FAIL "$(failure "$dir/tieringbench-err.txt")"; return; }
  sentence=$(awk -F' *[|] *' '$2 == "rows/s, warm" { printf "warm %s rows/s, %s of the released job; ", $3, $5; if ($5 < 1) low = 1 }
    $2 == "bytes in the lake" { printf "%s, released %s", $3, $4; if ($3 + 0 > 14) low = 1; seen = 1 } END { exit low || !seen }' "$detail") && verdict=PASS || verdict=FAIL
}

airports() { # NAME PORT OPTIONS
  local name=$1 at=$2
  shift 2
  detail=$dir/$name.txt
  if "$tools/acceptance/airports.sh" --port "$at" --dir "$dir/$name" --rounds "$(sized 9 20)" "$@" >"$detail" 2>"$dir/$name-err.txt"; then
    PASS "$(tail -n 1 "$detail" | cut -d' ' -f2-), by lookups, scans, the changelog, PyIceberg, Spark 3.5 and a model; last: $(grep ^round "$detail" | tail -n 1)"
  else
    FAIL "$(failure "$detail" "$dir/$name-err.txt")"
  fi
}
title_airports='1, 5: airports with updates, deletes, kills and a lost answer'
proof_airports() { airports airports $((port + 20)); }
title_airports_wal='1: the same with changelog image WAL'
proof_airports_wal() { airports airports_wal $((port + 20)) --image WAL --seed 2 --quiet-rounds; }
title_airports_equality='1: the same with equality deletes and compaction'
proof_airports_equality() {
  airports airports_equality $((port + 20)) --seed 3 --quiet-rounds --property table.datalake.delete-encoding=equality --property table.datalake.auto-compaction=true
}

title_keyed='3: every data type in primary-key tables, all pairings of client and server'
proof_keyed() {
  detail=$dir/keyed.txt
  if "$tools/interop/interop.sh" --layouts '' --port $((port + 40)) --dir "$dir/keyed" --rows "$(sized 50 500)" >"$detail" 2>&1; then
    PASS "$(grep -o ' equal ' "$detail" | wc -l) cells equal (server, writer, reader, layout)"
  else
    FAIL "$(grep -m 1 FAILED "$detail" | cut -c1-300)"
  fi
}

title_linked='7: programs compiled against the released client run on ours'
proof_linked() {
  local bootstrap jars
  jars=$("$tools/interop/ours.sh" jars)
  mkdir -p "$dir/classes"
  javac -nowarn -d "$dir/classes" -cp "$("$tools/interop/peer.sh" jars)" "$tools"/interop/src/*.java "$tools/bench/WireBench.java"
  clusters+=("$dir/linked")
  bootstrap=$(cluster linked $((port + 60)) 2>"$dir/linked.txt") || { FAIL "$(failure "$dir/linked.txt")"; return; }
  local run=(timeout 300 java -Dorg.slf4j.simpleLogger.defaultLogLevel=error -Dinterop.rows=200 -cp "$dir/classes:$jars")
  if "${run[@]}" AllTypes write "$bootstrap" NONE,ZSTD >"$dir/linked.txt" 2>&1 &&
    "${run[@]}" AllTypes read "$bootstrap" NONE,ZSTD >>"$dir/linked.txt" 2>&1 &&
    "${run[@]}" WireBench "$bootstrap" 20000 1 append,scan,project,latency,upsert,update,lookup >>"$dir/linked.txt" 2>&1; then
    PASS 'AllTypes (write, read) and all phases of WireBench, without compiling them again'
  else
    FAIL "$(failure "$dir/linked.txt")"
  fi
}

title_keyed_pairings='3: WireBench of primary-key tables, our client and servers crossed with the released ones'
proof_keyed_pairings() {
  detail=$dir/keyed_pairings.txt
  if "$tools/bench/wirebench.sh" --port $((port + 80)) --dir "$dir/keyed_pairings" --rows "$(sized 50000 500000)" --rounds 1 --phases upsert,update,lookup \
    --pairs peer:ours,ours:peer,ours:ours,peer:peer >"$detail" 2>&1; then
    PASS 'upsert, update and lookup ran in all four pairings'
  else
    FAIL "$(failure "$detail")"
  fi
}

title_kv_snapshots='4: kv snapshots of either server read by either client'
proof_kv_snapshots() {
  detail=$dir/kv_snapshots.txt
  if "$tools/interop/kv-snapshots.sh" --port $((port + 100)) --dir "$dir/kv_snapshots" --rows "$(sized 2000 20000)" >"$detail" 2>&1; then
    PASS "$(grep -o ' equal ' "$detail" | wc -l) cells equal (server, client, compression)"
  else
    FAIL "$(failure "$detail")"
  fi
}

title_kv_recovery='6: the disk of the only server lost'
proof_kv_recovery() {
  if "$tools/acceptance/kv_recovery.sh" --port $((port + 120)) --dir "$dir/kv_recovery" --keys "$(sized 200000 5000000)" >"$dir/kv_recovery.txt" 2>&1; then
    PASS "$(grep ^PASS "$dir/kv_recovery.txt" | cut -d' ' -f2-)"
  else
    FAIL "$(failure "$dir/kv_recovery.txt")"
  fi
}

title_keyed_wirebench='9: WireBench of primary-key tables, ours beside the released ones'
proof_keyed_wirebench() {
  detail=$dir/keyed_wirebench.txt
  "$tools/bench/wirebench.sh" --port $((port + 140)) --dir "$dir/keyed_wirebench" --rows "$(sized 50000 1000000)" --rounds "$(sized 1 3)" \
    --phases upsert,update,lookup,lone >"$detail" 2>&1 || { FAIL "$(failure "$detail")"; return; }
  sentence=$(awk -F' *[|] *' '$2 ~ /^(upsert|update|lookup)$/ { printf "%s %s of the released; ", $2, $5; if ($5 < ($2 == "upsert" ? 1 : 2)) low = 1 }
    $2 == "lone_p50" { printf "lone lookup %s (p50), released %s", $3, $4; if ($3 + 0 > 3) low = 1; seen = 1 }
    END { exit low || !seen }' "$detail") && verdict=PASS || verdict=FAIL
}

if [ $build = 1 ]; then
  echo 'Building ...'
  mvn -B -ntp -q -f "$root/pom.xml" package -DskipTests
fi
commit=$(git -C "$root" rev-parse --short HEAD)
[ $build = 1 ] || commit="$commit with the tarball of $(date -u -r "$(ls -t "$root"/fluss-dist/target/fluss-*-bin.tgz | head -n 1)" '+%F %H:%M')"
machine="$(nproc) cores, $(sed -n 's/^MemTotal: *\([0-9]*\).*/\1/p' /proc/meminfo | awk '{printf "%.0f", $1 / 1048576}') GB, $(java -version 2>&1 | sed -n '1s/.*"\(.*\)".*/Java \1/p')"
failed=0
for proof in "${proofs[@]}"; do
  declare -F "proof_$proof" >/dev/null || { echo "No proof $proof; see --list" >&2; exit 1; }
  verdict=FAIL sentence='ended early' detail=''
  began=$SECONDS
  "proof_$proof"
  finish
  clusters=()
  title=title_$proof
  echo "$verdict ${!title}: $sentence"
  [ $verdict != FAIL ] || failed=1
  {
    echo "| ${!title} | $verdict | ${sentence//|/\/}$([ $quick = 0 ] || echo ' (quick)') | $(date -u +%F), $commit, $((SECONDS - began)) s |"
  } >"$results/$proof.row"
  rm -f "$results/$proof.detail"
  [ -z "$detail" ] || cp "$detail" "$results/$proof.detail"
done

report=$root/docs/acceptance/issue-$issue.md
mkdir -p "$(dirname "$report")"
{
  echo "# Acceptance of issue $issue"
  echo
  echo "Written by \`tools/acceptance.sh $issue\`. Machine: $machine. Each line names the day, the commit and how long it took; the number is the line of the issue's list."
  echo
  echo '| proof | verdict | figures | when |'
  echo '|---|---|---|---|'
  for proof in "${all[@]}"; do cat "$results/$proof.row" 2>/dev/null || true; done
  for proof in "${all[@]}"; do
    [ -s "$results/$proof.detail" ] || continue
    title=title_$proof
    printf '\n## %s\n\n' "${!title}"
    grep '^|\|median' "$results/$proof.detail" || true
  done
} >"$report"
echo "Report: ${report#"$root"/}"
exit $failed
