# SPDX-License-Identifier: Apache-2.0
# Sourced by acceptance scripts: a cluster, the tiering service, and Glue and S3 on the local emulator, with ways to kill and to lose answers.
#
# Wants: root, dir (made anew), port (first of 6 free ones), lease (seconds), and a function `work` that writes a step's rows.
# Gives: interop, python, moto (endpoint), bootstrap, home, status, and the functions below. lake_options adds lines to server.yaml.
interop=$root/tools/interop
aws_local=$root/tools/aws-local/aws-local.sh
moto_port=$((port + 3)) proxy_port=$((port + 4)) debug_port=$((port + 5))
engine=org.apache.fluss.lake.tiering
committer=org.apache.fluss.lake.iceberg.tiering.IcebergLakeCommitter
rm -rf "$dir"
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
proxy='' watcher='' status=0
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
${lake_options:-}
TEXT
bootstrap=$(OURS_SERVER_YAML=$dir/lake.yaml "$interop/ours.sh" start "$dir/cluster" "$port")
home=$(cat "$dir/cluster/home")

one_service() { "$interop/ours.sh" "$1" "$dir/cluster" "$2" >>"$dir/service.log" 2>&1; } # up|down SERVICE
service() { one_service "$1" tiering-service; }
pid() { "$interop/ours.sh" pid "$dir/cluster" "${1:-tiering-service}"; }
value() { sed -n "s/^$2=//p" "$1"; } # FILE KEY
fail() { echo "FAIL $*"; status=1; }

halt_at() { # NAME entry|exit CLASS METHOD: kills the tiering service there while it takes up new work
  service down || true
  FLUSS_ENV_JAVA_OPTS_TIERING="-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:$debug_port" service up
  : >"$dir/halt.txt"
  java "$root/tools/acceptance/HaltAt.java" $debug_port "$(pid)" "$2" "$3" "$4" >"$dir/halt.txt" 2>&1 &
  watcher=$!
  until grep -q armed "$dir/halt.txt"; do
    kill -0 $watcher 2>/dev/null || { fail "killed $1: $(tail -n 1 "$dir/halt.txt")"; return; }
    sleep 0.1
  done
  work
  for _ in $(seq 1 1200); do
    kill -0 $watcher 2>/dev/null || break
    sleep 0.1
  done
  if ! grep -q killed "$dir/halt.txt"; then
    kill $watcher 2>/dev/null || true
    fail "killed $1: the service never came there: $(tail -n 1 "$dir/halt.txt")"
  fi
  watcher=
  service down || true
  service up
}
kill_points=( # name, where, class, method
  'after the data files were written' entry $engine.engine.TieringRound commit
  'before the prepare call' entry $engine.cluster.RpcFluss prepare
  'after the prepare call' exit $engine.cluster.RpcFluss prepare
  'before the catalog commit' entry $committer commit
  'after the catalog commit' exit $committer commit
)

lose_answer() { # an answer of Glue to a commit is lost while new work is taken up
  touch "$dir/lose-answer"
  work
}
# after the work was seen in the lake
was_lost() { grep -q 'lost the answer' "$dir/proxy.log" || fail 'no answer was lost'; }
