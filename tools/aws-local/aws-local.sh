#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An AWS on this machine: moto (S3, Glue, STS) in a virtual environment of its own, on loopback.
#
#   aws-local.sh python                print the python of the environment (made on first use)
#   aws-local.sh start DIR PORT BUCKET start the emulator, make the bucket; print the endpoint
#   aws-local.sh stop DIR
#
# AWS_ENDPOINT_URL set and not empty: that endpoint is used and nothing is started.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
venv=$here/target/venv

python() {
  local stamp=$venv/requirements.txt
  if ! cmp -s "$here/requirements.txt" "$stamp"; then
    command -v python3 >/dev/null || { echo "Python 3 is missing: install python3 and python3-venv" >&2; exit 1; }
    echo "  making a Python environment (moto, PyIceberg, DuckDB) ..." >&2
    rm -rf "$venv"
    python3 -m venv "$venv" >&2 || { echo "python3 cannot make virtual environments: install python3-venv" >&2; exit 1; }
    "$venv/bin/pip" install -q --disable-pip-version-check -r "$here/requirements.txt" >&2
    cp "$here/requirements.txt" "$stamp"
  fi
  echo "$venv/bin/python"
}

case "${1:-}" in
  python) python ;;
  start)
    dir=${2:?directory} port=${3:?port} bucket=${4:?bucket}
    py=$(python)
    endpoint=${AWS_ENDPOINT_URL:-}
    if [ -z "$endpoint" ]; then
      endpoint=http://127.0.0.1:$port
      mkdir -p "$dir"
      if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
        echo "Port $port is taken: stop what listens there or choose another" >&2
        exit 1
      fi
      AWS_ACCESS_KEY_ID=test AWS_SECRET_ACCESS_KEY=test AWS_DEFAULT_REGION=us-east-1 \
        "$venv/bin/moto_server" -H 127.0.0.1 -p "$port" >"$dir/moto.log" 2>&1 </dev/null &
      echo $! >"$dir/moto.pid"
      for _ in $(seq 1 300); do
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break
        kill -0 "$(cat "$dir/moto.pid")" 2>/dev/null || { tail -n 5 "$dir/moto.log" >&2; exit 1; }
        sleep 0.1
      done
    fi
    "$py" - "$endpoint" "$bucket" <<'PY'
import sys
import boto3
endpoint, bucket = sys.argv[1:]
s3 = boto3.client("s3", endpoint_url=endpoint, region_name="us-east-1", aws_access_key_id="test", aws_secret_access_key="test")
if bucket not in [b["Name"] for b in s3.list_buckets()["Buckets"]]:
    s3.create_bucket(Bucket=bucket)
PY
    echo "$endpoint"
    ;;
  stop)
    pid_file=${2:?directory}/moto.pid
    [ ! -s "$pid_file" ] || kill "$(cat "$pid_file")" 2>/dev/null || true
    rm -f "$pid_file"
    ;;
  *)
    sed -n '3,9s/^# \{0,1\}//p' "$0"
    exit 1
    ;;
esac
