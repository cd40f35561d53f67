#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Starts and stops the standalone tiering service; reads server.yaml, `--key value` overrides it.
. "$(dirname "$(readlink -f "$0")")/config.sh"

action=${1:-}
case $action in
  start | start-foreground | stop | stop-all) shift ;;
  *) fluss_fail "Usage: tiering-service.sh (start|start-foreground|stop|stop-all) [--key value ...]" ;;
esac
args=(--configDir "$FLUSS_CONF_DIR" "$@")
case $action in
  start-foreground) exec "$FLUSS_BIN_DIR/fluss-console.sh" tiering-service "${args[@]}" ;;
  *) exec "$FLUSS_BIN_DIR/fluss-daemon.sh" "$action" tiering-service "${args[@]}" ;;
esac
