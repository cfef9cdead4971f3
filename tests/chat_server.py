"""A chat server for tests, run as a separate process: it replies, fails, stalls and returns false content.

`python chat_server.py` prints its port. POST /script sets its next behaviours: a list that is
used up, one per request, the last one for good. GET /log gives the requests that
came to /v1/chat/completions. Replies with `together` wait until there are so many at once. GET /predict/semantics replies as a parser of VerbNet's roles."""
import hashlib
import json
import os
import select
import socket
import struct
import sys
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LOCK = threading.Lock()
SCRIPT = [{"do": "answer"}]
LOG = []
BARRIERS = {}


def fusion(request):
    """A sentence of few words that depends on the question alone."""
    user = request["messages"][-1]["content"]
    digest = hashlib.sha256(user.encode()).hexdigest()
    return f"Fused {digest[:8]} and {digest[8:16]}."


def together(count):
    """Lets requests on when there are so many at once."""
    with LOCK:
        return BARRIERS.setdefault(count, threading.Barrier(count))


def spelled(key, how):
    """A key within a string of JSON: as Python, PHP or Gson write it, all in escapes, or in JSON within JSON."""
    plain = json.dumps(key)[1:-1]
    if how == "php":
        return plain.replace("/", "\\/")
    if how == "gson":
        return "".join(f"\\u{ord(c):04x}" if c in "=<>&'\"\\" else c for c in key)
    if how == "escapes":
        return "".join(f"\\u{ord(c):04X}" for c in key)
    if how == "nested":
        return json.dumps(spelled(key, "gson"))[1:-1]
    return plain


def chat(content, model, finish="stop"):
    message = {"role": "assistant", "content": content}
    return {"id": "x", "object": "chat.completion", "created": 1700000000, "model": model,
            "choices": [{"index": 0, "message": message, "finish_reason": finish}]}


def parse(sentence):
    """Parses as a SemParse server does, for sentences of an agent, a verb and a patient, a word each."""
    agent, verb, patient = sentence.rstrip(".").split(" ")
    spans = [(0, False, "Agent", "A0", agent), (1, True, "Verb", "V", verb), (2, False, "Patient", "A1", patient)]
    return {"tokens": [], "props": [{"sense": "hit-18.1", "events": [], "spans": [
        {"index": at, "start": at, "end": at, "isPredicate": is_verb, "label": f"{vn} ({pb})", "vn": vn, "pb": pb,
         "text": text, "description": ""} for at, is_verb, vn, pb, text in spans]}]}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def reply(self, status, body, kind="application/json", **headers):
        body = body if isinstance(body, bytes) else body.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        if url.path == "/predict/semantics":
            self.reply(200, json.dumps(parse(urllib.parse.parse_qs(url.query)["utterance"][0])))
            return
        with LOCK:
            self.reply(200, json.dumps(LOG))

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/script":
            with LOCK:
                SCRIPT[:] = json.loads(body)
            self.reply(200, "{}")
            return
        with LOCK:
            rule = SCRIPT.pop(0) if len(SCRIPT) > 1 else SCRIPT[0]
            LOG.append({"path": self.path, "body": json.loads(body), "key": self.headers["Authorization"],
                        "google_key": self.headers["x-goog-api-key"],
                        "api_key": self.headers["api-key"], "time": time.time(), "rule": rule["do"]})
        try:
            getattr(self, "do_" + rule["do"])(json.loads(body), rule)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def client_goes(self, seconds=None):
        """Whether it closes the connection within this time."""
        return bool(select.select([self.connection], [], [], seconds)[0])

    def do_answer(self, request, rule):
        if "together" in rule:
            together(rule["together"]).wait(120)
        text = rule.get("text", fusion(request))
        self.reply(200, json.dumps(chat(text, rule.get("model", request["model"]), rule.get("finish", "stop"))),
                   rule.get("type", "application/json"))

    def do_fail(self, request, rule):
        headers = {"Retry_After": rule["retry_after"]} if "retry_after" in rule else {}
        self.reply(rule["status"], rule.get("body", '{"error": {"message": "told by the server"}}'), **headers)

    def do_say(self, request, rule):
        self.reply(200, bytes.fromhex(rule["hex"]) if "hex" in rule else rule["body"],
                   rule.get("type", "application/json"))

    def do_echo_key(self, request, rule):
        self.reply(401, json.dumps({"error": {"message": f"wrong key {self.headers['Authorization']}{' ' + key if (key := self.headers['api-key']) else ''}"}}))

    def do_spell_key(self, request, rule):
        """Sends the key, spelled as servers do, in an error or in all texts of a reply."""
        said = "it is " + spelled(self.headers["Authorization"].split()[1], rule["how"])
        if "status" in rule:
            self.reply(rule["status"], '{"error": {"message": "%s"}}' % said)
            return
        answer = chat("CONTENT", "MODEL", "stop")
        answer["choices"][0]["message"]["content"] = fusion(request) + " CONTENT"
        body = json.dumps(answer).replace("CONTENT", said).replace("MODEL", said)
        self.reply(200, body[:body.index(said) + len(said)] if rule.get("cut") else body)

    def do_hang(self, request, rule):
        self.close_connection = self.client_goes()

    def do_trailers(self, request, rule):
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(b"2\r\n{}\r\n0\r\n")
        self.close_connection = True
        while True:
            self.wfile.write((b"X-More: and" + b" more" * 100 + b"\r\n") * 100)

    def do_long_header(self, request, rule):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
        self.close_connection = True
        while True:
            self.wfile.write(b"x" * 65536)

    def do_objects(self, request, rule):
        """So many bytes of small objects."""
        self.reply(200, b'{"a": [' + b"{}," * (rule["bytes"] // 3) + b"{}]}")

    def do_quote_key(self, request, rule):
        quoted = {"quoted": self.headers["Authorization"]}
        answer = chat(fusion(request) + " " + self.headers["Authorization"], request["model"])
        self.reply(200, json.dumps({**answer, **quoted} if rule["whole"] else quoted))

    def do_close(self, request, rule):
        """Ends the connection in the middle of the answer."""
        body = json.dumps(chat(fusion(request), request["model"])).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[:rule.get("after", len(body) // 2)])
        self.wfile.flush()
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True

    def do_huge(self, request, rule):
        self.send_response(200)
        self.end_headers()
        self.close_connection = True
        while True:
            self.wfile.write(b"x" * 65536)

    def do_drip(self, request, rule):
        self.send_response(200)
        self.send_header("Content-Length", "100000")
        self.end_headers()
        self.close_connection = True
        while not self.client_goes(0.02):
            self.wfile.write(b" ")
            self.wfile.flush()

    def do_redirect(self, request, rule):
        self.reply(302, "", Location=rule["to"])


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request, address):
        """Clients of tests are killed in the middle of a request."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, address)


def end_with_parent():
    """When the test's process is gone, its end of the pipe is closed."""
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    server = Server(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    threading.Thread(target=end_with_parent, daemon=True).start()
    server.serve_forever()
