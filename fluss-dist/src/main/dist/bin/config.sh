#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Sourced by every script: finds the installation, reads the env.* keys of server.yaml, knows how to launch each service.

fluss_fail() {
  echo "$*" >&2
  exit 1
}

if [ -z "${_FLUSS_HOME_DETERMINED:-}" ]; then
  _script=${BASH_SOURCE[0]}
  for _ in $(seq 1 100); do
    [ -L "$_script" ] || break
    _link=$(readlink "$_script")
    case $_link in /*) _script=$_link ;; *) _script=$(dirname "$_script")/$_link ;; esac
  done
  FLUSS_HOME=$(cd "$(dirname "$_script")/.." && pwd -P)
  _FLUSS_HOME_DETERMINED=1
fi
: "${FLUSS_CONF_DIR:=$FLUSS_HOME/conf}"
: "${FLUSS_LIB_DIR:=$FLUSS_HOME/lib}"
: "${FLUSS_PLUGINS_DIR:=$FLUSS_HOME/plugins}"
: "${FLUSS_BIN_DIR:=$FLUSS_HOME/bin}"
: "${FLUSS_OPT_DIR:=$FLUSS_HOME/opt}"
export FLUSS_HOME _FLUSS_HOME_DETERMINED FLUSS_CONF_DIR FLUSS_LIB_DIR FLUSS_PLUGINS_DIR FLUSS_BIN_DIR FLUSS_OPT_DIR

# Prints the value of a key of server.yaml, or nothing: the last line wins, text after # is a comment.
yaml_value() {
  [ -r "$FLUSS_CONF_DIR/server.yaml" ] || return 0
  sed -n "s/^ *$(printf %s "$1" | sed 's/\./\\./g') *: *\([^#]*\).*/\1/p" "$FLUSS_CONF_DIR/server.yaml" | sed 's/[[:space:]]*$//' | tail -n 1
}

# Environment wins over server.yaml, server.yaml over the default: setting NAME KEY DEFAULT.
setting() {
  [ -z "${!1:-}" ] || return 0
  local value
  value=$(yaml_value "$2")
  printf -v "$1" %s "${value:-$3}"
}

# Java options may be wrapped in double quotes and may use variables of the shell.
java_opts_setting() {
  setting "$1" "$2" ''
  local value=${!1}
  value=${value#\"}
  value=${value%\"}
  local name
  while [[ $value =~ \$\{?([A-Za-z_][A-Za-z_0-9]*)\}? ]]; do
    name=${BASH_REMATCH[1]}
    value=${value//"${BASH_REMATCH[0]}"/${!name:-}}
  done
  printf -v "$1" %s "$value"
}

setting FLUSS_LOG_DIR env.log.dir "$FLUSS_HOME/log"
setting FLUSS_PID_DIR env.pid.dir /tmp
setting MAX_LOG_FILE_NUMBER env.log.max 10
setting ROOT_LOG_LEVEL env.log.level INFO
setting STD_REDIRECT_TO_FILE env.stdout-err.redirect-to-file false
java_opts_setting FLUSS_ENV_JAVA_OPTS env.java.opts.all
java_opts_setting FLUSS_ENV_JAVA_OPTS_CS env.java.opts.coordinator-server
java_opts_setting FLUSS_ENV_JAVA_OPTS_TS env.java.opts.tablet-server
java_opts_setting FLUSS_ENV_JAVA_OPTS_TIERING env.java.opts.tiering-service
export MAX_LOG_FILE_NUMBER ROOT_LOG_LEVEL
: "${FLUSS_START_TIMEOUT:=60}"
FLUSS_IDENT_STRING=${FLUSS_IDENT_STRING:-${USER:-$(id -un)}}
HOSTNAME=${HOSTNAME:-$(hostname)}

find_java() {
  local home
  home=$(yaml_value env.java.home)
  home=${home:-${JAVA_HOME:-}}
  if [ -n "$home" ]; then
    JAVA_RUN=$home/bin/java
    [ -x "$JAVA_RUN" ] || fluss_fail "No java in $home/bin. Point env.java.home or JAVA_HOME at a Java 11 (or newer) installation."
  else
    JAVA_RUN=$(command -v java) || fluss_fail "No java found. Install Java 11 or newer (17 recommended), or set JAVA_HOME."
  fi
  local spec
  spec=$("$JAVA_RUN" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.specification.version = *//p')
  JAVA_MAJOR=${spec#1.}
  [ "${JAVA_MAJOR:-0}" -ge 11 ] || fluss_fail "$JAVA_RUN is Java ${spec:-of unknown version}; Fluss needs 11 or newer."
}

# Class path of jars below directories: every jar, sorted; a name that matches the skip pattern is left out.
jars_below() {
  local skip=$1
  shift
  find "$@" -name '*.jar' ! -name "$skip" 2>/dev/null | LC_ALL=C sort | paste -sd: -
}

server_class_path() {
  local servers
  servers=$(find "$FLUSS_LIB_DIR" -name 'fluss-server*.jar' | LC_ALL=C sort)
  case $(printf %s "$servers" | grep -c .) in
    0) fluss_fail "No fluss-server jar in $FLUSS_LIB_DIR: the installation is incomplete." ;;
    1) ;;
    *) fluss_fail "More than one fluss-server jar in $FLUSS_LIB_DIR; keep one of: $(echo $servers)" ;;
  esac
  printf %s "$(jars_below 'fluss-server*.jar' "$FLUSS_LIB_DIR")${HADOOP_CLASSPATH:+:$HADOOP_CLASSPATH}:$servers"
}

tools_class_path() {
  printf %s "$(jars_below 'fluss-server*.jar' "$FLUSS_OPT_DIR" "$FLUSS_LIB_DIR")"
}

# Sets COMMAND to the java call of a service; $1 service, $2 log file, $3 logging flavour (empty or -console).
service_command() {
  local service=$1 log=$2 flavour=$3 main class_path opts=()
  shift 3
  find_java
  case $service in
    coordinator-server)
      main=org.apache.fluss.server.coordinator.CoordinatorServer
      class_path=$(server_class_path) || exit 1
      opts=($FLUSS_ENV_JAVA_OPTS_CS)
      ;;
    tablet-server)
      main=org.apache.fluss.server.tablet.TabletServer
      class_path=$(server_class_path) || exit 1
      opts=($FLUSS_ENV_JAVA_OPTS_TS)
      [[ "$FLUSS_ENV_JAVA_OPTS $FLUSS_ENV_JAVA_OPTS_TS" == *-XX:+Use*GC* ]] || opts=(-XX:+UseG1GC "${opts[@]}")
      ;;
    zookeeper)
      main=org.apache.zookeeper.server.quorum.QuorumPeerMain
      class_path=$(server_class_path) || exit 1
      local heap
      heap=$(yaml_value zookeeper.heap.mb)
      [ "${heap:-0}" = 0 ] || opts=("-Xmx${heap}m")
      ;;
    tiering-service)
      main=org.apache.fluss.lake.tiering.TieringService
      class_path=$(tools_class_path)
      opts=($FLUSS_ENV_JAVA_OPTS_TIERING)
      ;;
    *) fluss_fail "Unknown service $service: one of coordinator-server, tablet-server, zookeeper, tiering-service." ;;
  esac
  if [ "$JAVA_MAJOR" -ge 18 ] && [ "$JAVA_MAJOR" -le 23 ]; then
    opts=(-Djava.security.manager=allow "${opts[@]}")
  fi
  if [ "$JAVA_MAJOR" -ge 24 ]; then
    opts=(--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED "${opts[@]}")
  fi
  COMMAND=("$JAVA_RUN" ${JVM_ARGS:-} -XX:+IgnoreUnrecognizedVMOptions --add-opens=java.base/java.nio=ALL-UNNAMED
    $FLUSS_ENV_JAVA_OPTS "${opts[@]}"
    "-Dlog.file=$log" "-Dlog4j.configurationFile=$FLUSS_CONF_DIR/log4j${flavour}.properties"
    -Dlog4j.shutdownHookEnabled=false
    -cp "$class_path" "$main" "$@")
}

daemon_files() { # SERVICE: sets PID_FILE and FILE_STEM
  mkdir -p "$FLUSS_LOG_DIR" || fluss_fail "Cannot create $FLUSS_LOG_DIR; set FLUSS_LOG_DIR to a writable directory."
  PID_FILE=$FLUSS_PID_DIR/fluss-$FLUSS_IDENT_STRING-$1.pid
  local running=0
  [ ! -f "$PID_FILE" ] || running=$(grep -c . "$PID_FILE")
  FILE_STEM=$FLUSS_LOG_DIR/fluss-$FLUSS_IDENT_STRING-$1-$running-$HOSTNAME
}

lock_pid_dir() {
  mkdir -p "$FLUSS_PID_DIR" || fluss_fail "Cannot create $FLUSS_PID_DIR; set FLUSS_PID_DIR to a writable directory."
  command -v flock >/dev/null || return 0
  exec 200<"$FLUSS_PID_DIR"
  flock 200
}
