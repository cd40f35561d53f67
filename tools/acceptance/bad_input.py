# SPDX-License-Identifier: Apache-2.0
"""Throws bad input at a server's port: each must end in a typed error or a closed connection, and the server must live on.

Usage: bad_input.py PORT PID TABLE_ID [SEED]
TABLE_ID is a log table with a bucket 0 led by this server. Prints one line; exit code 1 at the first wrong reaction.
"""
import random
import socket
import struct
import sys

port, pid, table_id = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
rng = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 7)
API_VERSIONS, GET_TABLE_INFO, GET_METADATA, PRODUCE_LOG = 1000, 1007, 1012, 1014
MAX_GROWTH_MB = 300


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while True:
        value, low = value >> 7, value & 127
        out.append(low | (128 if value else 0))
        if not value:
            return bytes(out)


def number(field, value):
    return varint(field << 3) + varint(value)


def data(field, value):
    return varint(field << 3 | 2) + varint(len(value)) + value


def frame(api, payload, version=0, request=1):
    return struct.pack(">ihhi", 8 + len(payload), api, version, request) + payload


HELLO = frame(API_VERSIONS, data(1, b"fluss") + data(2, b"0.1.0"), request=0)


def connect():
    connection = socket.create_connection(("127.0.0.1", port), 10)
    connection.settimeout(20)
    return connection


def answer(connection):
    """The next frame's content, or None once the server has closed."""

    def exactly(count):
        out = b""
        while len(out) < count:
            try:
                part = connection.recv(count - len(out))
            except ConnectionError:
                return None
            if not part:
                return None
            out += part
        return out

    head = exactly(4)
    return None if head is None else exactly(struct.unpack(">i", head)[0])


def greeted():
    connection = connect()
    connection.sendall(HELLO)
    reply = answer(connection)
    assert reply is not None and reply[0] == 0, f"no greeting: {reply!r}"
    return connection


def resident_mb():
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmRSS"))


def is_error(reply):
    return reply is None or reply[0] in (1, 2)


checks = 0


def expect(name, reply, good=is_error):
    global checks
    checks += 1
    if not good(reply):
        raise SystemExit(f"FAILED: {name}: answered {reply[:80]!r}")
    with greeted():
        pass


def raw(name, content, half_close=True):
    with connect() as connection:
        try:
            connection.sendall(content)
            if half_close:
                connection.shutdown(socket.SHUT_WR)
            expect(name, answer(connection))
        except ConnectionError:
            expect(name, None)


def call(name, content, good=is_error):
    with greeted() as connection:
        connection.sendall(content)
        expect(name, answer(connection), good)


def batch(length=None, crc=0, count=1):
    body = b"\x05\x00\x00\x00\x00\x00\x01\x01\x61"
    length = 36 + len(body) if length is None else length
    return struct.pack("<qibqIhbiqii", 0, length, 0, 0, crc, 1, 1, count - 1, -1, -1, count) + body


def produce(records, table=table_id, bucket=0):
    return frame(PRODUCE_LOG, number(1, -1) + number(2, table) + number(3, 5000) + data(4, number(2, bucket) + data(3, records)))


def bucket_error(reply):
    """A success frame whose only bucket carries an error code (field 3), or an error frame."""
    if is_error(reply):
        return True
    payload = reply[5:]
    if payload[:1] != b"\x0a":
        return False
    at = 3  # tag and length of the only bucket, tag of its id
    while payload[at] & 128:
        at += 1
    return payload[at + 1] == 3 << 3


def nothing_stored(reply):
    """An error, or the base offset -1 of no batch: what is shorter than a batch at the end is ignored, as the released server does."""
    return bucket_error(reply) or reply.endswith(varint(5 << 3) + varint(-1))



before = resident_mb()
for i in range(200):
    raw(f"random bytes {i}", rng.randbytes(rng.randrange(1, 400)))
for length in (-1, -(2**31), 0, 1, 7, 2**31 - 1, 104857600):
    raw(f"frame length {length}", struct.pack(">i", length) + rng.randbytes(64))
for cut in range(1, len(HELLO)):
    raw(f"frame cut at {cut}", HELLO[:cut])
call("unknown API", frame(9999, b""))
call("negative API", frame(-5, b""))
call("unknown version", frame(GET_METADATA, b"", version=99), lambda reply: True)
for inner in (2**31 - 1, 2**32, 2**63 - 1, 2**64 - 1):
    call(f"inner length {inner}", frame(PRODUCE_LOG, number(1, -1) + number(2, table_id) + number(3, 5000) + varint(4 << 3 | 2) + varint(inner)))
call("missing required fields", frame(PRODUCE_LOG, b""))
for i in range(200):
    call(f"random payload {i}", frame(rng.choice([GET_TABLE_INFO, GET_METADATA, PRODUCE_LOG]), rng.randbytes(rng.randrange(1, 200))), lambda reply: True)
call("unknown table", produce(batch(), table=123456789), bucket_error)
call("unknown bucket", produce(batch(), bucket=4711), bucket_error)
call("wrong CRC", produce(batch(crc=1234)), bucket_error)
call("no records", produce(b""), nothing_stored)
call("half a batch header", produce(batch()[:30]), nothing_stored)
for length in (-1, 0, 5, 2**31 - 1):
    call(f"batch length {length}", produce(batch(length=length)), nothing_stored)
call("huge record count", produce(batch(count=2**31 - 1)), bucket_error)
grown = resident_mb() - before
if grown > MAX_GROWTH_MB:
    raise SystemExit(f"FAILED: the server grew by {grown} MB")
print(f"{checks} bad inputs, each a typed error or a closed connection; the server answered after every one and grew by {max(grown, 0)} MB")
