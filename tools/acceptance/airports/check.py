# SPDX-License-Identifier: Apache-2.0
"""Reads a primary-key table from Iceberg with PyIceberg and Spark 3.5: neither is ours.

Usage: check.py ENDPOINT WAREHOUSE TABLE JARS. For each line read from standard input one line is printed:
pyiceberg=ROWS rows CHECKSUM spark=ROWS rows CHECKSUM data_files=N position_delete_files=N equality_delete_files=N
The checksum is that of AirportRounds.
"""
import datetime
import hashlib
import sys

from pyiceberg.catalog import load_catalog
from pyspark.sql import SparkSession

endpoint, warehouse, name, jars = sys.argv[1:5]
COLUMNS = ["iata", "name", "city", "state", "country", "latitude", "longitude", "visits", "changed"]
EPOCH = datetime.datetime(1970, 1, 1)


def text(value):
    if isinstance(value, datetime.datetime):
        return str((value - EPOCH) // datetime.timedelta(microseconds=1))
    return format(value, "f") if hasattr(value, "as_tuple") else str(value)


def checksum(rows):
    total, count = 0, 0
    for row in rows:
        joined = "|".join(text(row[c]) for c in COLUMNS if row[c] is not None)
        total += int.from_bytes(hashlib.md5(joined.encode()).digest()[8:], "little")
        count += 1
    return f"{count} rows {total % 2**64:016x}"


catalog = load_catalog(
    "glue",
    **{
        "type": "glue",
        "glue.endpoint": endpoint,
        "s3.endpoint": endpoint,
        "glue.region": "us-east-1",
        "s3.region": "us-east-1",
        "glue.access-key-id": "test",
        "glue.secret-access-key": "test",
        "s3.access-key-id": "test",
        "s3.secret-access-key": "test",
    },
)
spark = (
    SparkSession.builder.master("local[1]")
    .config("spark.ui.enabled", "false")
    .config("spark.jars", jars)
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.sql.session.timeZone", "UTC")
    .config("spark.sql.catalog.lake", "org.apache.iceberg.spark.SparkCatalog")
    .config("spark.sql.catalog.lake.type", "glue")
    .config("spark.sql.catalog.lake.cache-enabled", "false")
    .config("spark.sql.catalog.lake.warehouse", warehouse)
    .config("spark.sql.catalog.lake.io-impl", "org.apache.iceberg.aws.s3.S3FileIO")
    .config("spark.sql.catalog.lake.glue.endpoint", endpoint)
    .config("spark.sql.catalog.lake.s3.endpoint", endpoint)
    .config("spark.sql.catalog.lake.s3.path-style-access", "true")
    .config("spark.sql.catalog.lake.s3.access-key-id", "test")
    .config("spark.sql.catalog.lake.s3.secret-access-key", "test")
    .config("spark.sql.catalog.lake.client.region", "us-east-1")
    .getOrCreate()
)
spark.sparkContext.setLogLevel("ERROR")
print("ready", flush=True)
for _ in sys.stdin:
    table = catalog.load_table(f"demo.{name}")
    files = table.inspect.files()["content"].to_pylist()
    # PyIceberg reads no equality deletes, which is why they are not the default
    of_pyiceberg = "cannot" if files.count(2) else checksum(table.scan().to_arrow().select(COLUMNS).to_pylist())
    of_spark = checksum(row.asDict() for row in spark.table(f"lake.demo.{name}").select(*COLUMNS).collect())
    print(
        f"pyiceberg={of_pyiceberg} spark={of_spark} data_files={files.count(0)}"
        f" position_delete_files={files.count(1)} equality_delete_files={files.count(2)}",
        flush=True,
    )
