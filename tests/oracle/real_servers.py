"""A real server: prints its address and ends with its standard input.

`python real_servers.py llama MODEL.gguf POOLING` is llama.cpp's of embeddings, `chat MODEL.gguf` its chat, and `torch FOLDER` is
sentence-transformers behind OpenAI's form.
"""
import http.server
import json
import sys
import threading


def llama(model, pooling):
    import xllamacpp
    parameters = xllamacpp.CommonParams()
    parameters.model.path, parameters.embedding, parameters.warmup = model, True, False
    parameters.n_ctx = parameters.n_batch = parameters.n_ubatch = 512
    parameters.port, parameters.n_parallel, parameters.cpuparams.n_threads = 0, 1, 1
    parameters.pooling_type = getattr(xllamacpp.llama_pooling_type, f"LLAMA_POOLING_TYPE_{pooling.upper()}")
    server = xllamacpp.Server(parameters)
    return server.listening_address, server


def chat(model):
    import xllamacpp
    parameters = xllamacpp.CommonParams()
    parameters.model.path, parameters.warmup, parameters.n_ctx = model, False, 2048
    parameters.port, parameters.n_parallel, parameters.cpuparams.n_threads = 0, 1, 2
    server = xllamacpp.Server(parameters)
    return server.listening_address, server


def torch(folder):
    from sentence_transformers import SentenceTransformer
    model = SentenceTransformer(folder, device="cpu")

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
            vectors = model.encode(texts, show_progress_bar=False).tolist()
            answer = json.dumps({"data": [{"index": i, "embedding": vector} for i, vector in enumerate(vectors)]}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *words):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}", server


if __name__ == "__main__":
    address, _kept = {"llama": llama, "chat": chat, "torch": torch}[sys.argv[1]](*sys.argv[2:])
    print(address, flush=True)
    sys.stdin.read()
