#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Exit 0 if something accepts connections on HOST:PORT (default: the first listener of server.yaml), else 1.
. "$(dirname "$(readlink -f "$0")")/config.sh"

address=${1:-$(yaml_value bind.listeners | sed 's/,.*//; s#.*://##')}
host=${address%:*} port=${address##*:}
[[ $port =~ ^[0-9]+$ ]] || fluss_fail "Usage: readiness-check.sh [HOST:PORT]"
if (exec 3<>"/dev/tcp/$host/$port") 2>/dev/null; then
  echo "$host:$port accepts connections."
else
  fluss_fail "Nothing accepts connections on $host:$port."
fi
