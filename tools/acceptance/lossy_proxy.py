# SPDX-License-Identifier: Apache-2.0
"""An HTTP proxy before an AWS emulator that can lose answers of Glue: the call is carried out, the caller hears nothing.

Usage: lossy_proxy.py PORT TARGET_PORT FLAG_FILE OPERATION
While FLAG_FILE exists, the next call of OPERATION (for example UpdateTable) loses its answer and the file is deleted.
"""
import http.client
import http.server
import os
import socketserver
import sys

port, target, flag, operation = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def forward(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        upstream = http.client.HTTPConnection("127.0.0.1", target)
        upstream.request(self.command, self.path, body, dict(self.headers))
        answer = upstream.getresponse()
        content = answer.read()
        upstream.close()
        if self.headers.get("X-Amz-Target", "").endswith("." + operation) and os.path.exists(flag):
            os.remove(flag)
            print(f"lost the answer {answer.status} of {operation}", flush=True)
            self.close_connection = True
            self.connection.close()
            return
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "connection", "content-length", "date", "server"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = forward

    def log_message(self, *args):
        pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    allow_reuse_address = True


Server(("127.0.0.1", port), Handler).serve_forever()
