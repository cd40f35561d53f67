#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Starts and stops a tablet server.
. "$(dirname "$(readlink -f "$0")")/config.sh"

action=${1:-}
case $action in
  start | start-foreground | stop | stop-all) shift ;;
  *) fluss_fail "Usage: tablet-server.sh (start|start-foreground|stop|stop-all) [-Dkey=value ...]" ;;
esac
case ${1:-} in '' | -D*) ;; *) fluss_fail "Unexpected argument $1: only -Dkey=value may follow $action." ;; esac
args=(${DYNAMIC_PARAMETERS:-} --configDir "$FLUSS_CONF_DIR" ${HOST:+--host "$HOST"} "$@")
case $action in
  start-foreground) exec "$FLUSS_BIN_DIR/fluss-console.sh" tablet-server "${args[@]}" ;;
  *) exec "$FLUSS_BIN_DIR/fluss-daemon.sh" "$action" tablet-server "${args[@]}" ;;
esac
