#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A whole cluster on this machine: ZooKeeper, a coordinator and one tablet server.
. "$(dirname "$(readlink -f "$0")")/config.sh"

case ${1:-} in
  start)
    listeners=$(yaml_value bind.listeners)
    listeners=$(printf %s "${listeners:-FLUSS://localhost:0}" | sed 's/:[0-9][0-9]*/:0/g')
    "$FLUSS_BIN_DIR/zookeeper.sh" start &&
      "$FLUSS_BIN_DIR/coordinator-server.sh" start &&
      "$FLUSS_BIN_DIR/tablet-server.sh" start "-Dbind.listeners=$listeners" || {
      "$0" stop
      exit 1
    }
    ;;
  stop)
    "$FLUSS_BIN_DIR/tablet-server.sh" stop
    "$FLUSS_BIN_DIR/coordinator-server.sh" stop
    "$FLUSS_BIN_DIR/zookeeper.sh" stop
    ;;
  *) fluss_fail "Usage: local-cluster.sh (start|stop)" ;;
esac
