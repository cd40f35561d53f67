#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Starts and stops the released peer (Apache Fluss 0.9.1) from its published jars, as separate processes on loopback.
#
#   tools/interop/peer.sh jars               fetch the jars, print the client class path
#   tools/interop/peer.sh start DIR [PORT]   ZooKeeper on PORT+2, coordinator on PORT (default 19123), tablet server on PORT+1; data under DIR
#   tools/interop/peer.sh stop DIR
#   tools/interop/peer.sh up|down|pid DIR SERVICE   one of coordinator-server, tablet-server, zookeeper
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
version=0.9.1-incubating
lib=$root/tools/interop/target/peer-lib

jars() {
  mkdir -p "$lib"
  for a in org.apache.fluss:fluss-server:$version org.apache.fluss:fluss-client:$version org.slf4j:slf4j-simple:1.7.36 \
           org.slf4j:slf4j-api:1.7.36 com.google.code.findbugs:jsr305:1.3.9; do
    name=$(echo "$a" | cut -d: -f2)-$(echo "$a" | cut -d: -f3).jar
    [ -s "$lib/$name" ] && continue
    mvn -q -B -ntp -N -f "$root/pom.xml" dependency:copy -Dartifact="$a" -DoutputDirectory="$lib" >&2
  done
}

java_opts=(--add-opens=java.base/java.nio=ALL-UNNAMED -Dorg.slf4j.simpleLogger.defaultLogLevel=info)

wait_port() { # PORT PID LOG
  for _ in $(seq 1 300); do
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null && return 0
    kill -0 "$2" 2>/dev/null || break
    sleep 0.1
  done
  echo "nothing listens on port $1; last lines of $3:" >&2
  tail -n 5 "$3" >&2
  return 1
}

end() { # DIR NAME: SIGTERM, then SIGKILL after 20 s
  [ -s "$1/$2.pid" ] || return 0
  local pid
  pid=$(cat "$1/$2.pid")
  kill "$pid" 2>/dev/null || true
  for _ in $(seq 1 200); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
  kill -9 "$pid" 2>/dev/null || true
  rm -f "$1/$2.pid"
}

service() { # DIR PORT SERVICE
  local s=org.apache.fluss.server
  server_cp="$lib/fluss-server-$version.jar:$lib/slf4j-api-1.7.36.jar:$lib/slf4j-simple-1.7.36.jar:$lib/jsr305-1.3.9.jar"
  case $3 in
    zookeeper) launch "$1" zookeeper $(($2 + 2)) 256m org.apache.fluss.shaded.zookeeper3.org.apache.zookeeper.server.quorum.QuorumPeerMain "$1/conf/zookeeper.properties" ;;
    coordinator-server) launch "$1" coordinator-server "$2" 512m $s.coordinator.CoordinatorServer --configDir "$1/conf" ;;
    tablet-server) launch "$1" tablet-server $(($2 + 1)) 2g $s.tablet.TabletServer --configDir "$1/conf" "-Dbind.listeners=FLUSS://localhost:$(($2 + 1))" ;;
    *) echo "Unknown service $3" >&2; exit 1 ;;
  esac
}

launch() { # DIR NAME PORT HEAP MAIN ARGS...
  local dir=$1 name=$2 port=$3 heap=$4
  shift 4
  java "-Xmx$heap" "${java_opts[@]}" -cp "$server_cp" "$@" >"$dir/$name.log" 2>&1 &
  echo $! >"$dir/$name.pid"
  wait_port "$port" "$!" "$dir/$name.log"
}

case "${1:-}" in
  jars)
    jars
    echo "$lib/fluss-client-$version.jar:$lib/slf4j-api-1.7.36.jar:$lib/slf4j-simple-1.7.36.jar:$lib/jsr305-1.3.9.jar"
    ;;
  start)
    dir=${2:?data directory} port=${3:-19123}
    jars
    mkdir -p "$dir/conf"
    dir=$(cd "$dir" && pwd)
    printf 'dataDir=%s\nclientPort=%s\nadmin.enableServer=false\nmaxClientCnxns=0\n' "$dir/zookeeper" $((port + 2)) >"$dir/conf/zookeeper.properties"
    {
      echo "zookeeper.address: localhost:$((port + 2))"
      echo "zookeeper.path.root: /fluss"
      echo "bind.listeners: FLUSS://localhost:$port"
      echo "data.dir: $dir/data"
      echo "remote.data.dir: $dir/remote"
      echo "tablet-server.id: 0"
      [ -z "${PEER_SERVER_YAML:-}" ] || cat "$PEER_SERVER_YAML"
    } >"$dir/conf/server.yaml"
    echo "$port" >"$dir/port"
    for name in zookeeper coordinator-server tablet-server; do service "$dir" "$port" $name; done
    echo "localhost:$port"
    ;;
  stop)
    dir=${2:?data directory}
    for name in tablet-server coordinator-server zookeeper; do end "$dir" $name; done
    ;;
  up)
    dir=$(cd "${2:?data directory}" && pwd)
    service "$dir" "$(cat "$dir/port")" "${3:?service}"
    ;;
  down) end "${2:?data directory}" "${3:?service}" ;;
  pid) cat "${2:?data directory}/${3:?service}.pid" ;;
  *)
    sed -n '3,8s/^# \{0,1\}//p' "$0"
    exit 1
    ;;
esac
