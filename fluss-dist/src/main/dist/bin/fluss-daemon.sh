#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Starts and stops a service in the background. `start` returns when the service serves, or says why it does not.
. "$(dirname "$(readlink -f "$0")")/config.sh"

usage="Usage: fluss-daemon.sh (start|stop|stop-all) (coordinator-server|tablet-server|zookeeper|tiering-service) [args]"
action=${1:-} service=${2:-}
case $service in coordinator-server | tablet-server | zookeeper | tiering-service) ;; *) fluss_fail "$usage" ;; esac
shift 2

# The service writes its ready file when it serves; ZooKeeper is asked on its port.
is_ready() {
  if [ "$service" = zookeeper ]; then
    local port
    port=$(sed -n 's/^clientPort=//p' "$1" | tail -n 1)
    (exec 3<>"/dev/tcp/localhost/${port:-2181}") 2>/dev/null
  else
    [ -s "$ready_file" ]
  fi
}

explain_death() {
  echo "The $service daemon ended before it served. Its last errors:" >&2
  { grep -hE 'ERROR|FATAL|Exception|Caused by' "$FILE_STEM.log" "$FILE_STEM.out" 2>/dev/null || tail -qn 5 "$FILE_STEM.log" "$FILE_STEM.out" 2>/dev/null; } | tail -n 5 >&2
  echo "See $FILE_STEM.log" >&2
}

start() {
  lock_pid_dir
  daemon_files "$service"
  if [ -f "$PID_FILE" ]; then
    local alive=()
    while read -r pid; do kill -0 "$pid" 2>/dev/null && alive+=("$pid"); done <"$PID_FILE"
    [ ${#alive[@]} -eq 0 ] || echo "[INFO] ${#alive[@]} instance(s) of $service are already running on $HOSTNAME."
  fi
  if [ "$service" = zookeeper ] && is_ready "$@"; then
    fluss_fail "The client port of $1 is taken already: stop what listens there or change clientPort."
  fi
  ready_file=$FLUSS_PID_DIR/$(basename "$FILE_STEM").ready
  rm -f "$ready_file"
  service_command "$service" "$FILE_STEM.log" '' "$@"
  FLUSS_READY_FILE=$ready_file "${COMMAND[@]}" </dev/null >"$FILE_STEM.out" 2>&1 200<&- &
  local pid=$!
  echo "$pid" >>"$PID_FILE" || fluss_fail "Error starting $service daemon: cannot write $PID_FILE."
  disown
  for _ in $(seq 1 $((FLUSS_START_TIMEOUT * 10))); do
    if is_ready "$@"; then
      echo "Started $service daemon on $HOSTNAME (pid $pid)$([ -s "$ready_file" ] && echo ", $(cat "$ready_file")")."
      rm -f "$ready_file"
      return 0
    fi
    if ! kill -0 "$pid" 2>/dev/null; then
      explain_death
      remove_pid "$pid"
      echo "Error starting $service daemon." >&2
      exit 1
    fi
    sleep 0.1
  done
  if [ "$FLUSS_START_TIMEOUT" -gt 0 ]; then
    echo "The $service daemon (pid $pid) runs but did not serve within ${FLUSS_START_TIMEOUT} s; see $FILE_STEM.log" >&2
    exit 1
  fi
  echo "Starting $service daemon on $HOSTNAME (pid $pid)."
}

remove_pid() {
  sed -i "/^$1\$/d" "$PID_FILE"
  [ -s "$PID_FILE" ] || rm -f "$PID_FILE"
}

end_process() { # PID: SIGTERM, then SIGKILL after 120 s
  if ! kill "$1" 2>/dev/null; then
    echo "No $service daemon (pid: $1) is running anymore on $HOSTNAME."
    return
  fi
  echo "Stopping $service daemon (pid: $1) on host $HOSTNAME."
  for _ in $(seq 1 1200); do
    kill -0 "$1" 2>/dev/null || return 0
    sleep 0.1
  done
  echo "$service daemon (pid: $1) did not end within 120 s, killing it." >&2
  kill -9 "$1"
}

stop() { # last | all
  lock_pid_dir
  daemon_files "$service"
  [ -s "$PID_FILE" ] || {
    echo "No $service daemon to stop on $HOSTNAME."
    return
  }
  local pids
  if [ "$1" = all ]; then pids=$(tac "$PID_FILE"); else pids=$(tail -n 1 "$PID_FILE"); fi
  for pid in $pids; do
    end_process "$pid"
    remove_pid "$pid"
  done
}

case $action in
  start) start "$@" ;;
  stop) stop last ;;
  stop-all) stop all ;;
  *) fluss_fail "$usage" ;;
esac
