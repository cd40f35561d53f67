#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Three million real flights, and airports that change, through a local cluster into Iceberg tables, counted there by an engine that is not ours.
usage() {
  cat <<'TEXT'
Usage: tools/quickstart.sh [options]

  --rows N            how many flights (default and maximum 3000000)
  --catalog KIND      glue (default) or hadoop: a local folder, no emulator
  --warehouse URI     s3://bucket/path in your AWS account, with your own credentials (implies --catalog glue)
  --dir DIR           where the cluster lives (default: target/quickstart)
  --port N            coordinator's port (default 9123; ZooKeeper takes the next one, the AWS emulator the one after it)
  --skip-build        use the tarball as it is
  --stop              stop everything this command started
TEXT
}
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
rows=3000000 catalog=glue warehouse= dir=$root/target/quickstart port=9123 build=1 stop=0
while [ $# -gt 0 ]; do
  case $1 in
    --rows) rows=$2; shift ;;
    --catalog) catalog=$2; shift ;;
    --warehouse) warehouse=$2; shift ;;
    --dir) dir=$2; shift ;;
    --port) port=$2; shift ;;
    --skip-build) build=0 ;;
    --stop) stop=1 ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 1 ;;
  esac
  shift
done
case $catalog in glue | hadoop) ;; *) echo "--catalog is glue or hadoop, not $catalog" >&2; exit 1 ;; esac
[[ $rows =~ ^[0-9]+$ ]] && [ "$rows" -ge 1 ] && [ "$rows" -le 3000000 ] || { echo "--rows is a number from 1 to 3000000, not $rows" >&2; exit 1; }

mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
home=$dir/fluss
export FLUSS_PID_DIR=$dir/pid
aws_local=$root/tools/aws-local/aws-local.sh

stop_all() {
  if [ -x "$home/bin/config.sh" ]; then
    for service in tiering-service tablet-server coordinator-server zookeeper; do
      [ ! -f "$FLUSS_PID_DIR/fluss-${FLUSS_IDENT_STRING:-${USER:-$(id -un)}}-$service.pid" ] || "$home/bin/fluss-daemon.sh" stop-all $service
    done
  fi
  "$aws_local" stop "$dir"
}
if [ $stop = 1 ]; then
  stop_all
  echo "Stopped. The data is still in $dir."
  exit 0
fi

step() { printf '\n[%s] %s\n' "$(date +%H:%M:%S)" "$*"; }
missing() { echo "$1 is missing: $2" >&2; exit 1; }
value() { sed -n "s/^$2=//p" "$1"; }

step "Checking what this needs"
command -v java >/dev/null || missing Java "install a JDK 17 (Debian: openjdk-17-jdk-headless, macOS: brew install openjdk@17)"
if [ $build = 1 ]; then
  command -v javac >/dev/null || missing "A JDK" "only a Java runtime is installed; install a JDK 17 (Debian: openjdk-17-jdk-headless)"
  command -v mvn >/dev/null || missing Maven "install Maven 3.8 or newer (Debian: maven, macOS: brew install maven)"
fi
python=
if command -v python3 >/dev/null; then
  python=$("$aws_local" python)
else
  echo "  No Python 3 here: the tables go to a local folder, and Fluss itself counts them. (Debian: python3 python3-venv)"
  [ -z "$warehouse" ] || missing "Python 3" "counting in $warehouse needs it (Debian: python3 python3-venv)"
  catalog=hadoop
fi

tarball=$(ls "$root"/fluss-dist/target/fluss-*-bin.tgz 2>/dev/null | head -n 1 || true)
if [ $build = 1 ]; then
  step "Building the tarball (tests are the other command: mvn -B verify)"
  mvn -B -ntp -q -f "$root/pom.xml" package -DskipTests
  tarball=$(ls "$root"/fluss-dist/target/fluss-*-bin.tgz | head -n 1)
fi
[ -n "$tarball" ] || { echo "No tarball in fluss-dist/target: leave out --skip-build" >&2; exit 1; }

stop_all >/dev/null
rm -rf "$home" "$dir/data" "$dir/remote" "$dir/zookeeper" "$dir/warehouse"
mkdir -p "$home" "$FLUSS_PID_DIR"
step "Unpacking $(basename "$tarball") into $home"
tar -xzf "$tarball" --strip-components=1 -C "$home"

{
  echo "zookeeper.address: localhost:$((port + 1))"
  echo "bind.listeners: FLUSS://localhost:$port"
  echo "tablet-server.id: 0"
  echo "data.dir: $dir/data"
  echo "remote.data.dir: $dir/remote"
  echo "datalake.format: iceberg"
} >"$home/conf/server.yaml"
printf 'dataDir=%s\nclientPort=%s\nadmin.enableServer=false\nmaxClientCnxns=0\n' "$dir/zookeeper" $((port + 1)) >"$home/conf/zookeeper.properties"
endpoint=-
if [ $catalog = hadoop ]; then
  mkdir -p "$dir/warehouse"
  printf 'datalake.iceberg.type: hadoop\ndatalake.iceberg.warehouse: %s\n' "$dir/warehouse" >>"$home/conf/server.yaml"
elif [ -n "$warehouse" ]; then
  printf 'datalake.iceberg.type: glue\ndatalake.iceberg.warehouse: %s\n' "$warehouse" >>"$home/conf/server.yaml"
else
  step "Starting AWS on this machine (S3, Glue and STS by moto)"
  endpoint=$("$aws_local" start "$dir" $((port + 2)) fluss-quickstart)
  echo "  $endpoint"
  {
    echo "datalake.iceberg.type: glue"
    echo "datalake.iceberg.warehouse: s3://fluss-quickstart/warehouse"
    echo "datalake.iceberg.glue.endpoint: $endpoint"
    echo "datalake.iceberg.s3.endpoint: $endpoint"
    echo "datalake.iceberg.s3.path-style-access: true"
    echo "datalake.iceberg.s3.access-key-id: test"
    echo "datalake.iceberg.s3.secret-access-key: test"
    echo "datalake.iceberg.client.region: us-east-1"
  } >>"$home/conf/server.yaml"
fi

step "Starting the cluster and the tiering service"
"$home/bin/local-cluster.sh" start
"$home/bin/tiering-service.sh" start

java_tool() {
  java -XX:+IgnoreUnrecognizedVMOptions -Dlog4j.configurationFile="$home/conf/log4j-cli.properties" \
    -cp "$root/tools/quickstart/target/classes:$home/opt/*:$home/lib/*" org.apache.fluss.tools.quickstart.Quickstart "localhost:$port" "$@"
}

airports=$root/tools/quickstart/data/airports.csv
step "Writing the airports into demo.airports (primary key), updating and deleting them while tiering runs"
java_tool change-airports "$airports" 20 500 >"$dir/airports.txt"
printf '  ORD before an update  %s\n  ORD right after it    %s\n' "$(value "$dir/airports.txt" before)" "$(value "$dir/airports.txt" after)"
step "Writing $rows flights into the table demo.flights (4 buckets)"
java_tool load "$root/tools/quickstart/data/flights-3m.csv.zst" "$rows" >"$dir/load.txt"
step "Waiting until all flights are in the lake"
java_tool await-lake 600 >"$dir/lake.txt"
step "Reading all of them back from Fluss"
java_tool scan >"$dir/scan.txt"
step "Looking all airports up, and waiting until their changes are in the lake"
java_tool look-up-airports "$airports" >"$dir/airports-lookup.txt"
java_tool await-lake 600 airports >"$dir/airports-lake.txt"
if [ -n "$python" ]; then
  step "Counting both in Iceberg with PyIceberg and DuckDB"
  where=$endpoint
  [ $catalog = glue ] || where=$dir/warehouse
  "$python" "$root/tools/quickstart/count.py" $catalog "$where" flights >"$dir/iceberg.txt"
  "$python" "$root/tools/quickstart/count.py" $catalog "$where" airports >"$dir/airports-iceberg.txt"
else
  cp "$dir/lake.txt" "$dir/iceberg.txt"
  # Fluss knows how many changes are in the lake, not how many rows
  cp "$dir/airports.txt" "$dir/airports-iceberg.txt"
fi

verdict="All equal."
for key in rows checksum; do
  for file in scan iceberg; do
    [ -n "$python" ] || [ $file.$key != iceberg.checksum ] || continue
    [ "$(value "$dir/load.txt" $key)" = "$(value "$dir/$file.txt" $key)" ] || verdict="DIFFERENT: see $dir/{load,scan,iceberg}.txt"
  done
  for file in lookup iceberg; do
    [ "$(value "$dir/airports.txt" $key)" = "$(value "$dir/airports-$file.txt" $key)" ] || verdict="DIFFERENT: see $dir/airports{,-lookup,-iceberg}.txt"
  done
done
cat <<TEXT

  flights              rows  checksum
  written        $(printf %10s "$(value "$dir/load.txt" rows)")  $(value "$dir/load.txt" checksum)
  read back      $(printf %10s "$(value "$dir/scan.txt" rows)")  $(value "$dir/scan.txt" checksum)
  in Iceberg     $(printf %10s "$(value "$dir/iceberg.txt" rows)")  $(value "$dir/iceberg.txt" checksum)   ($(value "$dir/iceberg.txt" files) files, $(value "$dir/iceberg.txt" bytes) bytes)

  airports             rows  checksum   ($(value "$dir/airports.txt" updates) updates, $(value "$dir/airports.txt" deletes) deletes)
  written        $(printf %10s "$(value "$dir/airports.txt" rows)")  $(value "$dir/airports.txt" checksum)
  looked up      $(printf %10s "$(value "$dir/airports-lookup.txt" rows)")  $(value "$dir/airports-lookup.txt" checksum)   ($(value "$dir/airports-lookup.txt" lookup_ms) ms each, one after the other)
$([ -z "$python" ] || printf '  in Iceberg     %10s  %s   (%s snapshots)' "$(value "$dir/airports-iceberg.txt" rows)" "$(value "$dir/airports-iceberg.txt" checksum)" "$(value "$dir/airports-iceberg.txt" snapshots)")

  $verdict
  Writing flights ran at $(value "$dir/load.txt" rows_per_second) rows/s; the last row was in the lake $(value "$dir/lake.txt" seconds) s after it was written.

Next:
  The cluster is at localhost:$port, its configuration in $home/conf/server.yaml, its logs in $home/log.
  Check it:        $home/bin/fluss-doctor.sh
  Your own AWS:    tools/quickstart.sh --warehouse s3://my-bucket/fluss
  Stop it all:     tools/quickstart.sh --stop$([ "$dir" = "$root/target/quickstart" ] || echo " --dir $dir")
TEXT
[ "$verdict" = "All equal." ]
