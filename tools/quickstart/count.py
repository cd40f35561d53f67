# SPDX-License-Identifier: Apache-2.0
"""Counts the rows of an Iceberg table with PyIceberg and DuckDB: neither is ours.

Usage: count.py glue ENDPOINT|- [flights|airports] | count.py hadoop WAREHOUSE_DIR [flights|airports]
Prints rows=, checksum= (see Checksum.java), files=, bytes=, snapshots=, equality_delete_files= lines.
"""
import pathlib
import sys

import duckdb
from pyiceberg.catalog import load_catalog
from pyiceberg.table import StaticTable

kind, where = sys.argv[1:3]
name = sys.argv[3] if len(sys.argv) > 3 else "flights"
columns = {
    "flights": "epoch_us(date), delay, distance, origin, destination",
    "airports": "iata, name, city, state, country, latitude, longitude",
}[name]
if kind == "glue":
    options = {"type": "glue"}
    if where != "-":
        options |= {
            "glue.endpoint": where,
            "s3.endpoint": where,
            "glue.region": "us-east-1",
            "s3.region": "us-east-1",
            "glue.access-key-id": "test",
            "glue.secret-access-key": "test",
            "s3.access-key-id": "test",
            "s3.secret-access-key": "test",
        }
    table = load_catalog("glue", **options).load_table(f"demo.{name}")
else:
    metadata = pathlib.Path(where) / "demo" / name / "metadata"
    version = (metadata / "version-hint.text").read_text().strip()
    table = StaticTable.from_metadata(str(metadata / f"v{version}.metadata.json"))

found = table.scan().to_arrow()
rows, checksum = duckdb.execute(
    f"SELECT count(*), sum(md5_number_lower(concat_ws('|', {columns}))) FROM found"
).fetchall()[0]
files = table.inspect.files()
print(f"rows={rows}")
print(f"checksum={int(checksum or 0) % 2**64:016x}")
print(f"files={files.num_rows}")
print(f"bytes={sum(files['file_size_in_bytes'].to_pylist())}")
print(f"snapshots={len(table.metadata.snapshots)}")
print(f"equality_delete_files={files['content'].to_pylist().count(2)}")
