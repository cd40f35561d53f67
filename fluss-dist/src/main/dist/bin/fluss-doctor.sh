#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks ports, directories, ZooKeeper, region, credentials, buckets and Glue; each failure comes with its fix.
# Exit 0: all passed, 1: warnings, 2: failures.
. "$(dirname "$(readlink -f "$0")")/config.sh"

find_java
export ROOT_LOG_LEVEL=WARN
exec "$JAVA_RUN" -XX:+IgnoreUnrecognizedVMOptions ${FLUSS_ENV_JAVA_OPTS:-} -Dlog4j.configurationFile="$FLUSS_CONF_DIR/log4j-cli.properties" \
  -cp "$(tools_class_path)" org.apache.fluss.lake.tiering.doctor.Doctor --conf "$FLUSS_CONF_DIR" "$@"
