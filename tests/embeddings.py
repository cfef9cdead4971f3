"""The server of embedding_server.py in a separate process, which a test scripts."""
import json
import ssl
import subprocess
import sys
import urllib.request

from program import ROOT


class EmbeddingServer:
    """It speaks https if it has a certificate."""

    def __init__(self, *certificate):
        self.process = subprocess.Popen([sys.executable, ROOT / "tests/embedding_server.py", *certificate],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())
        self.trust = ssl.create_default_context(cafile=certificate[0]) if certificate else None
        self.base = f"http{'s' if certificate else ''}://127.0.0.1:{self.port}"

    def ask(self, path, body=None):
        return urllib.request.urlopen(urllib.request.Request(self.base + path, body), context=self.trust).read()

    def does(self, *rules):
        self.ask("/script", json.dumps(rules).encode())

    def spec(self, *options, service="openai"):
        base = self.base + ("/v1" if service == "openai" else "")
        return f"{service}:{base}?" + "&".join(["model=m", "pause=0.01", *options])

    @property
    def log(self):
        return json.loads(self.ask("/log"))

    @property
    def sent(self):
        """All texts of the requests to /v1/embeddings, in order."""
        return [text for entry in self.log for text in entry["body"]["input"]]

    def end(self):
        self.process.stdin.close()
        self.process.wait(10)
