"""`openai:` with 1, 4, 16 and 64 requests at once, of a server that takes 0.2 s for each, as one with many GPUs does."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import sentences as texts
from measure import Row, rounds, spread
from memory.task import draws

COUNT, BATCH, PAUSE = 2048, 16, .2
PARALLEL = (1, 4, 16, 64)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        time.sleep(PAUSE)
        rows = [{"index": i, "embedding": [len(text), text.count("e") + 1.0, text.count("a") + 1.0]}
                for i, text in enumerate(asked["input"])]
        body = json.dumps({"model": asked["model"], "data": rows}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 256
    daemon_threads = True


def run(bench):
    lines = texts.write(bench.folder / "lines.txt", draws(COUNT))
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"openai:http://127.0.0.1:{server.server_port}/v1?model=m&dimensions=3&batch={BATCH}"
    given = rounds({count: lambda count=count: bench.program.encode(f"{url}&parallel={count}", lines, bench.folder / "v.npy")
                    .seconds for count in PARALLEL}, bench.rounds, bench.tell)
    server.shutdown()
    bench.note(f"{COUNT} sentences in {COUNT // BATCH} requests of {PAUSE} s: {COUNT // BATCH * PAUSE:.0f} s one by one")
    return [Row(f"{count} at once", spread(COUNT / seconds for seconds in given[count]), "sentences/s") for count in PARALLEL]
