"""The chat server of chat_server.py in a process of its own, which a test scripts and asks what it heard."""
import json
import subprocess
import sys
import urllib.request
from collections import Counter

from program import ROOT


class ChatServer:
    def __init__(self):
        self.process = subprocess.Popen([sys.executable, ROOT / "tests/chat_server.py"],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.base = f"http://127.0.0.1:{int(self.process.stdout.readline())}"
        self.url = self.base + "/v1"

    def does(self, *rules):
        request = urllib.request.Request(self.base + "/script", json.dumps(rules).encode())
        urllib.request.urlopen(request).read()

    @property
    def log(self):
        return json.load(urllib.request.urlopen(self.base + "/log"))

    @property
    def answered(self):
        """How often each question was answered well."""
        return Counter(json.dumps(entry["body"]) for entry in self.log if entry["rule"] == "answer")

    def end(self):
        self.process.stdin.close()
        self.process.wait(10)
