#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The released Flink 1.20 connector in a local Flink against a cluster: flink.sh BOOTSTRAP [ROWS]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
case ${1:---help} in -h | --help) sed -n '3s/^# //p' "$0"; exit 1 ;; esac
version=0.9.1-incubating
connector=$here/target/lib/fluss-flink-1.20-$version.jar
[ -s "$connector" ] || mvn -q -B -ntp -N -f "$root/pom.xml" dependency:copy -Dartifact=org.apache.fluss:fluss-flink-1.20:$version -DoutputDirectory="$here/target/lib" >&2
[ -s "$here/target/classpath.txt" ] || mvn -q -B -ntp -f "$here/pom.xml" dependency:build-classpath -Dmdep.outputFile="$here/target/classpath.txt" >&2
class_path=$here/target/classes:$(cat "$here/target/classpath.txt"):$connector
mkdir -p "$here/target/classes"
javac -nowarn -d "$here/target/classes" -cp "$class_path" "$here/FlinkSql.java"
exec java -Xmx1g --add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED \
  -Dorg.slf4j.simpleLogger.defaultLogLevel=error -cp "$class_path" FlinkSql "$1" "${2:-20000}"
