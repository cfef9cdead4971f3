"""A proxy for tests, run as a separate process: it opens tunnels, and records what went into them.

`python connect_proxy.py FILE [STATUS]` prints its port and writes all that clients send to FILE. With STATUS it
refuses each tunnel."""
import socket
import socketserver
import sys
import threading

import chat_server


def pump(source, target, seen=None):
    try:
        while data := source.recv(65536):
            if seen:
                seen.write(data)
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


class Handler(socketserver.StreamRequestHandler):
    rbufsize = 0

    def handle(self):
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.rfile.read(1)
        self.server.seen.write(head)
        method, place = head.split()[:2]
        if method != b"CONNECT" or self.server.status:
            self.wfile.write(b"HTTP/1.1 %d Refused\r\nContent-Length: 0\r\n\r\n" % (self.server.status or 405))
            return
        host, port = place.rsplit(b":", 1)
        with socket.create_connection((host, int(port))) as other:
            self.wfile.write(b"HTTP/1.1 200 Connected\r\n\r\n")
            threading.Thread(target=pump, args=(other, self.connection), daemon=True).start()
            pump(self.connection, other, self.server.seen)


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True


if __name__ == "__main__":
    server = Server(("127.0.0.1", 0), Handler)
    server.seen = open(sys.argv[1], "wb", buffering=0)
    server.status = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    print(server.server_address[1], flush=True)
    threading.Thread(target=chat_server.end_with_parent, daemon=True).start()
    server.serve_forever()
