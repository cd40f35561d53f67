#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Rounds of random updates, deletes and re-inserts of a primary-key table, with kills between: lookup = scan = changelog = PyIceberg = Spark = model.
usage() {
  cat <<'TEXT'
Usage: tools/acceptance/airports.sh [options]

  --rounds N         rounds after the first, which writes all airports (default 20)
  --operations N     updates, deletes and re-inserts of a round (default 2000)
  --image IMAGE      FULL or WAL, the table's changelog image (default FULL)
  --property K=V     a property of the table (may be repeated)
  --quiet-rounds     no kills and no lost answer
  --seed N           what the rounds depend on (default 1)
  --lease SECONDS    how long the coordinator waits for a killed runner (default 10)
  --port N           first of 6 free ports (default 21900)
  --dir DIR          where it lives (default: target/airports-acceptance)

One line a round: rows and checksum of the model, and the same by lookups, scans, the changelog, PyIceberg and Spark 3.5 (Glue on the local emulator).
The tiering service is killed (-9) at five points in rounds 3 to 7, an answer of Glue is lost in round 8, the tablet server is killed in rounds 9, 13 and
17 and stopped cleanly in round 11, both are killed in round 15. Exit code 0 if all was equal after each round and no equality delete file appeared.
Needs a built project (mvn package) and Python 3.
TEXT
}
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
rounds=20 operations=2000 image=FULL properties=() kills=1 seed=1 lease=10 port=21900 dir=$root/target/airports-acceptance
while [ $# -gt 0 ]; do
  case $1 in
    --rounds) rounds=$2; shift ;;
    --operations) operations=$2; shift ;;
    --image) image=$2; shift ;;
    --property) properties+=("$2"); shift ;;
    --quiet-rounds) kills=0 ;;
    --seed) seed=$2; shift ;;
    --lease) lease=$2; shift ;;
    --port) port=$2; shift ;;
    --dir) dir=$2; shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 1 ;;
  esac
  shift
done
here=$root/tools/acceptance/airports
csv=$root/tools/quickstart/data/airports.csv
lake_options='kv.snapshot.interval: 10s'
. "$root/tools/acceptance/lake_rig.sh"

spark=$root/tools/acceptance/target/spark
if [ ! -e "$spark/ready" ]; then
  rm -rf "$spark"
  python3 -m venv "$spark/venv"
  "$spark/venv/bin/pip" install -q --disable-pip-version-check 'pyspark==3.5.*' -r "$root/tools/aws-local/requirements.txt" >&2
  mvn -B -ntp -q -f "$here/pom.xml" dependency:copy-dependencies -DoutputDirectory="$spark/jars" >&2
  touch "$spark/ready"
fi
jars=$(ls "$home"/opt/*.jar "$home"/lib/*.jar | grep -v '/fluss-server' | paste -sd: -)
mkdir -p "$dir/classes"
javac -nowarn -d "$dir/classes" -cp "$jars" "$here/AirportRounds.java"
airports() { # COMMAND ARGUMENTS
  java -XX:+IgnoreUnrecognizedVMOptions -Dlog4j.configurationFile="$home/conf/log4j-cli.properties" -cp "$dir/classes:$jars" \
    AirportRounds "$bootstrap" airports "$csv" "$seed" "$@" 2>>"$dir/tool.log"
}
airports create "$image" "${properties[@]}"

coproc CHECK {
  AWS_ACCESS_KEY_ID=test AWS_SECRET_ACCESS_KEY=test AWS_REGION=us-east-1 "$spark/venv/bin/python" "$here/check.py" "$moto" s3://fluss-acceptance/warehouse airports "$(ls "$spark"/jars/*.jar | paste -sd, -)" 2>"$dir/check.log"
}
read -r -u "${CHECK[0]}" ready
[ "$ready" = ready ] || { fail "the readers did not start: $(tail -n 1 "$dir/check.log")"; exit 1; }

work() { airports write "$round" "$operations" >"$dir/write.txt"; }
verify() { # WHAT
  airports await-lake 300 >"$dir/lake.txt" || { fail "round $round ($1): not all came into the lake within 300 s"; return; }
  airports verify "$round" "$operations" >"$dir/verify.txt" || { fail "round $round ($1): $(tail -n 1 "$dir/tool.log")"; return; }
  echo >&"${CHECK[1]}"
  local lake model
  read -r -u "${CHECK[0]}" lake || { fail "round $round ($1): the readers ended: $(tail -n 1 "$dir/check.log")"; exit 1; }
  printf '%s\n' "$lake" | sed 's/ \([a-z_]*=\)/\n\1/g' >>"$dir/verify.txt"
  model=$(value "$dir/verify.txt" model)
  for reader in lookup scan changelog pyiceberg spark; do
    [ "$(value "$dir/verify.txt" $reader)" != cannot ] || continue # refused below unless asked for
    [ "$(value "$dir/verify.txt" $reader)" = "$model" ] || fail "round $round ($1): model $model, $reader $(value "$dir/verify.txt" $reader)"
  done
  local equality
  equality=$(value "$dir/verify.txt" equality_delete_files)
  case " ${properties[*]} " in
    *delete-encoding=equality*) ;;
    *) [ "$equality" = 0 ] || fail "round $round ($1): $equality equality delete files" ;;
  esac
  echo "round $round ($1): $model, in the lake after $(value "$dir/lake.txt" seconds) s, $(value "$dir/verify.txt" data_files) data files," \
    "$(value "$dir/verify.txt" position_delete_files) position delete files, $equality equality delete files"
}
work_at_last() { # a round that is written again from its start comes to the same
  for _ in $(seq 1 50); do
    if work; then return; fi
    sleep 0.2
  done
  return 1
}
kill_tablet_server() { # while a round is written
  work_at_last &
  local writing=$!
  sleep "1.$((RANDOM % 10))"
  kill -9 "$(pid tablet-server)"
  one_service down tablet-server || true
  one_service up tablet-server
  wait $writing || fail "round $round could not be written: $(grep -m 1 Exception "$dir/tool.log")"
}

service up
for round in $(seq 0 "$rounds"); do
  what=quiet
  if [ $kills = 1 ]; then
    case $round in
      3 | 4 | 5 | 6 | 7)
        at=$(((round - 3) * 4))
        what="tiering killed ${kill_points[at]}"
        halt_at "${kill_points[@]:at:4}"
        ;;
      8)
        what='an answer of Glue lost'
        lose_answer
        ;;
      9 | 13 | 17)
        what='tablet server killed'
        kill_tablet_server
        ;;
      11)
        what='tablet server stopped'
        work
        one_service down tablet-server
        one_service up tablet-server
        ;;
      15)
        what='tablet server and tiering killed'
        kill -9 "$(pid)"
        kill_tablet_server
        service down || true
        service up
        ;;
      *) work ;;
    esac
  else
    work
  fi
  verify "$what"
  [ "$what" != 'an answer of Glue lost' ] || was_lost
done
[ $status = 0 ] && echo "PASS $((rounds + 1)) rounds, all equal after each" || echo 'FAIL'
exit $status
