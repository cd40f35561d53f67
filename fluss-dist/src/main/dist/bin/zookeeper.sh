#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Starts and stops the bundled ZooKeeper with conf/zookeeper.properties.
. "$(dirname "$(readlink -f "$0")")/config.sh"

case ${1:-} in
  start | stop) exec "$FLUSS_BIN_DIR/fluss-daemon.sh" "$1" zookeeper "$FLUSS_CONF_DIR/zookeeper.properties" ;;
  start-foreground) exec "$FLUSS_BIN_DIR/fluss-console.sh" zookeeper "$FLUSS_CONF_DIR/zookeeper.properties" ;;
  *) fluss_fail "Usage: zookeeper.sh (start|start-foreground|stop)" ;;
esac
