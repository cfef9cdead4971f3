"""A hub of models for tests, run as a separate process: a listing, files, large ones by a redirect to another port.

`python hub_server.py FOLDER` prints two ports, the hub's and that of its store of large files. POST /script sets rules:
"after": the connection breaks after so many bytes of files in all, "status": the next files fail with it, "corrupt":
a file whose bytes differ, "listing": the reply in place of the listing. GET /log gives all requests, and
which replies broke off."""
import hashlib
import json
import socket
import struct
import sys
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import chat_server

ROOT = Path(sys.argv[1]) if len(sys.argv) > 1 else None
COMMIT = "0123456789abcdef0123456789abcdef01234567"
RULES = {}
LOG = []
LARGE = ".safetensors"


def git_hash(data):
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


def listing():
    siblings = []
    for path in sorted(file for file in ROOT.rglob("*") if file.is_file()):
        data = path.read_bytes()
        entry = {"rfilename": str(path.relative_to(ROOT)), "size": len(data), "blobId": git_hash(data)}
        if path.name.endswith(LARGE):
            entry["lfs"] = {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data), "pointerSize": 100}
        siblings.append(entry)
    return {"id": "own/tiny", "sha": COMMIT, "siblings": siblings}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def reply(self, status, body=b"", **headers):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        RULES.clear()
        RULES.update(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.reply(200)

    def do_GET(self):
        path = urllib.parse.unquote(self.path.split("?")[0])
        if path == "/log":
            return self.reply(200, json.dumps(LOG).encode())
        self.entry = {"path": self.path, "port": self.server.server_address[1], "key": self.headers["Authorization"],
                      "range": self.headers["Range"], "broke": False}
        LOG.append(self.entry)
        if path.startswith("/api/models/own/tiny/revision/"):
            revision = path.rsplit("/revision/")[1]
            known = revision in ("main", "v1", "refs/pr/1", COMMIT)
            return self.reply(200, json.dumps(RULES.get("listing", listing())).encode()) if known else self.reply(404)
        prefix = f"/own/tiny/resolve/{COMMIT}/"
        if path.startswith(prefix):
            name = path[len(prefix):]
            if name.endswith(LARGE):
                return self.reply(302, Location=f"http://127.0.0.1:{STORE.server_address[1]}/{name}")
            return self.give(name)
        if self.server is STORE:
            return self.give(path[1:])
        self.reply(404, b"Repository not found")

    def give(self, name):
        if "status" in RULES:
            return self.reply(RULES["status"], b"busy")
        data = (ROOT / name).read_bytes()
        if RULES.get("corrupt") == name:
            data = data[:-1] + bytes([data[-1] ^ 1])
        first, last = (int(part) for part in self.headers["Range"].removeprefix("bytes=").split("-"))
        part = data[first:last + 1]
        self.send_response(206)
        self.send_header("Content-Range", f"bytes {first}-{first + len(part) - 1}/{len(data)}")
        self.send_header("Content-Length", str(len(part)))
        self.end_headers()
        left = RULES.get("after", len(part))
        self.wfile.write(part[:left])
        if "after" not in RULES:
            return
        RULES["after"] -= len(part[:left])
        if left >= len(part):
            return
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_WR)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.entry["broke"] = True


if __name__ == "__main__":
    server, STORE = (chat_server.Server(("127.0.0.1", 0), Handler) for _ in range(2))
    print(server.server_address[1], STORE.server_address[1], flush=True)
    threading.Thread(target=chat_server.end_with_parent, daemon=True).start()
    threading.Thread(target=STORE.serve_forever, daemon=True).start()
    server.serve_forever()
