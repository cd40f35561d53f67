#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a service in the foreground.
. "$(dirname "$(readlink -f "$0")")/config.sh"

service=${1:-}
case $service in
  coordinator-server | tablet-server | zookeeper | tiering-service) shift ;;
  *) fluss_fail "Usage: fluss-console.sh (coordinator-server|tablet-server|zookeeper|tiering-service) [args]" ;;
esac

lock_pid_dir
daemon_files "$service"
if [ -f "$PID_FILE" ]; then
  alive=$(while read -r pid; do kill -0 "$pid" 2>/dev/null && echo "$pid"; done <"$PID_FILE")
  [ -n "$alive" ] || rm -f "$PID_FILE"
fi
echo $$ >>"$PID_FILE"
exec 200<&-
service_command "$service" "$FILE_STEM.log" -console "$@"
if [ "$STD_REDIRECT_TO_FILE" = true ]; then
  COMMAND=("${COMMAND[0]}" -Dconsole.log.level=OFF "${COMMAND[@]:1}")
  exec "${COMMAND[@]}" >"$FILE_STEM.out" 2>"$FILE_STEM.err"
fi
exec "${COMMAND[@]}"
