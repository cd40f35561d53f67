#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Starts and stops this project's cluster from its tarball, as separate processes on loopback (the twin of peer.sh).
#
#   tools/interop/ours.sh home                 unpack the tarball of fluss-dist/target, print where
#   tools/interop/ours.sh jars                 the same, print the client class path
#   tools/interop/ours.sh start DIR [PORT]     coordinator on PORT (default 20123), tablet server on PORT+1, ZooKeeper on PORT+2; data under DIR
#   tools/interop/ours.sh stop DIR
#   tools/interop/ours.sh up|down|pid DIR SERVICE   one of coordinator-server, tablet-server, zookeeper, tiering-service
#
# OURS_SERVER_YAML names a file of further lines for server.yaml.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)

home() {
  local tarball home
  tarball=$(ls -t "$root"/fluss-dist/target/fluss-*-bin.tgz 2>/dev/null | head -n 1 || true)
  [ -n "$tarball" ] || { echo "No tarball in fluss-dist/target: mvn -B package -DskipTests" >&2; exit 1; }
  # a home of its own for each tarball: a cluster of an older one may be running
  home=$root/tools/interop/target/ours-$(date -r "$tarball" +%Y%m%d%H%M%S)
  if [ ! -e "$home/unpacked" ]; then
    rm -rf "$home"
    mkdir -p "$home"
    tar -xzf "$tarball" --strip-components=1 -C "$home"
    touch "$home/unpacked"
    ls -dt "$root"/tools/interop/target/ours-* | tail -n +4 | xargs -r rm -rf
  fi
  echo "$home"
}

environment() { # DIR
  dir=$(cd "$1" && pwd)
  bin=$(cat "$dir/home")/bin
  export FLUSS_CONF_DIR=$dir/conf FLUSS_LOG_DIR=$dir/log FLUSS_PID_DIR=$dir/pid FLUSS_IDENT_STRING=ours
}

one() { # up|down SERVICE
  local verb=start arguments=()
  [ "$1" = up ] || verb=stop
  case $2 in
    zookeeper) arguments=("$FLUSS_CONF_DIR/zookeeper.properties") ;;
    tablet-server) arguments=(--configDir "$FLUSS_CONF_DIR" "-Dbind.listeners=$(cat "$dir/tablet-listener")") ;;
    *) arguments=(--configDir "$FLUSS_CONF_DIR") ;;
  esac
  [ "$verb" = start ] || arguments=()
  "$bin/fluss-daemon.sh" "$verb" "$2" "${arguments[@]}"
}

case "${1:-}" in
  home) home ;;
  jars)
    home=$(home)
    ls "$home"/opt/*.jar "$home"/lib/*.jar | grep -v '/fluss-server' | paste -sd: -
    ;;
  start)
    dir=${2:?data directory} port=${3:-20123}
    mkdir -p "$dir/conf" "$dir/log" "$dir/pid"
    home=$(home)
    echo "$home" >"$dir/home"
    environment "$dir"
    cp "$home"/conf/log4j*.properties "$dir/conf"
    echo "FLUSS://localhost:$((port + 1))" >"$dir/tablet-listener"
    printf 'dataDir=%s\nclientPort=%s\nadmin.enableServer=false\nmaxClientCnxns=0\n' "$dir/zookeeper" $((port + 2)) >"$dir/conf/zookeeper.properties"
    {
      echo "zookeeper.address: localhost:$((port + 2))"
      echo "zookeeper.path.root: /fluss"
      echo "bind.listeners: FLUSS://localhost:$port"
      echo "data.dir: $dir/data"
      echo "remote.data.dir: $dir/remote"
      echo "tablet-server.id: 0"
      [ -z "${OURS_SERVER_YAML:-}" ] || cat "$OURS_SERVER_YAML"
    } >"$dir/conf/server.yaml"
    for service in zookeeper coordinator-server tablet-server; do
      one up $service >&2 || { "$0" stop "$dir" >&2; exit 1; }
    done
    echo "localhost:$port"
    ;;
  stop)
    [ -s "${2:?data directory}/home" ] || exit 0
    environment "$2"
    for service in tiering-service tablet-server coordinator-server zookeeper; do
      [ ! -s "$FLUSS_PID_DIR/fluss-ours-$service.pid" ] || one down $service
    done
    ;;
  up | down)
    environment "${2:?data directory}"
    one "$1" "${3:?service}"
    ;;
  pid)
    environment "${2:?data directory}"
    tail -n 1 "$FLUSS_PID_DIR/fluss-ours-${3:?service}.pid"
    ;;
  *)
    sed -n '3,11s/^# \{0,1\}//p' "$0"
    exit 1
    ;;
esac
