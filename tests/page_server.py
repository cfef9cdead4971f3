"""A server of pages (`sonde serve`, `sonde rate serve`) that a test asks."""
import http.client
import json
import signal
import socket

from waiting import until


class Server:
    """A server that works, with its token."""

    def __init__(self, sonde, *words):
        self.process = sonde.start("serve", *words)
        address = self.process.stdout.readline().decode().strip()
        assert address.startswith("http://127.0.0.1:"), self.process.stderr.read().decode()
        self.port = int(address.split(":")[2].split("/")[0])
        self.token = address.split("?token=")[1]

    def ask(self, method, path, body=None, drop=(), **headers):
        """The status, the headers and the answer."""
        all_headers = {"X-Sonde-Token": self.token}
        if body is not None:
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
            all_headers["Content-Type"] = "application/json"
        all_headers |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=600)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        all_headers.setdefault("Host", f"127.0.0.1:{self.port}")
        if body is not None:
            all_headers.setdefault("Content-Length", str(len(body)))
        for name, value in all_headers.items():
            if name not in drop:
                connection.putheader(name, value)
        connection.endheaders(body)
        answer = connection.getresponse()
        raw = answer.read()
        connection.close()
        return answer.status, answer.headers, raw

    def status(self, method, path, body=None, **options):
        return self.ask(method, path, body, **options)[0]

    def json(self, method, path, body=None, status=200, **options):
        code, _, raw = self.ask(method, path, body, **options)
        assert code == status, raw
        return json.loads(raw)

    def post(self, path, status=200, **body):
        return self.json("POST", "/api/" + path, body, status)

    def error(self, path, status=400, **body):
        return self.post(path, status, **body)["error"]

    def job(self, name):
        return self.json("GET", "/api/jobs/" + name)

    def finished(self, name):
        def ended():
            job = self.job(name)
            return job if job["state"] != "working" else None
        return until(ended, pause=0.05)

    def send(self, raw, seconds=30):
        """All that is answered to these bytes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as connection:
            connection.sendall(raw)
            parts = []
            while part := connection.recv(65536):
                parts.append(part)
            return b"".join(parts)

    def stop(self, seconds=60):
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(seconds)
        return code, self.process.stderr.read().decode()
