"""A server of embeddings for tests, run as a separate process. Its script and log are chat_server.py's.

`python embedding_server.py [CERTIFICATE KEY]` prints its port and speaks all the services' forms, which it
distinguishes by the path. A vector depends on its text, the model and the rule. A text with the rule's word `bad` has
none: `how` is "500" (Ollama's way), "NaN", "null" (in its numbers, llama.cpp's way) or "none"."""
import base64
import hashlib
import json
import random
import ssl
import struct
import sys
import threading

import chat_server

DIMENSION = 16


def unit(text, count):
    """Numbers that depend on a text, as float32."""
    digest = b"".join(hashlib.sha256(f"{block} {text}".encode()).digest() for block in range(count // 8 + 1))
    return [struct.unpack("<i", digest[4 * i:4 * i + 4])[0] / 2**31 for i in range(count)]


def vector(text, rule, count):
    """`shift`: how far the model has changed. `noise`: how far it differs from call to call."""
    numbers = unit(text, count)
    shift = [rule.get("shift", 0) * x for x in unit("shift" + text, count)]
    return [x + s + rule.get("noise", 0) * random.gauss(0, 1) for x, s in zip(numbers, shift)]


def packed(numbers, order, width):
    return base64.b64encode(struct.pack(f"{order}{len(numbers)}{width}", *numbers)).decode()


class Handler(chat_server.Handler):
    def do_answer(self, request, rule):
        if "together" in rule:
            chat_server.together(rule["together"]).wait(120)
        service = self.service()
        texts = getattr(self, "texts_of_" + service)(request)
        too_long = [text for text in texts if len(text) > rule.get("longest", 10**6)]
        if any(not text.strip() for text in texts):
            return self.reply(400, '{"error": {"message": "empty input"}}')
        if len(texts) > rule.get("most", 10**6):
            return self.reply(413, '{"error": "batch size > maximum allowed batch size"}')
        if too_long:
            return self.reply(400, '{"error": {"message": "maximum context length is 8 tokens"}}')
        asked = request.get("dimensions") or request.get("output_dimension") or request.get("output_dimensionality")
        count = rule.get("dimension") or asked or DIMENSION
        vectors = [vector(text, rule, count) for text in texts]
        bad = [i for i, text in enumerate(texts) if rule.get("bad", "\0") in text]
        if bad and rule["how"] == "500":
            return self.reply(500, '{"error": "failed to encode response: json: unsupported value: NaN"}')
        for i in bad:
            vectors[i] = None if rule["how"] == "none" else [{"NaN": float("nan"), "null": None}[rule["how"]]] + vectors[i][1:]
        self.reply(200, json.dumps(getattr(self, "answer_of_" + service)(request, vectors, rule)))

    def service(self):
        known = {"/api/embed": "ollama", "/v2/embed": "cohere"}
        if "batchEmbedContents" in self.path:
            return "google"
        return known.get(self.path, "openai")

    def texts_of_openai(self, request):
        return request["input"]

    texts_of_ollama = texts_of_openai

    def texts_of_cohere(self, request):
        return request["texts"]

    def texts_of_google(self, request):
        return [one["content"]["parts"][0]["text"] for one in request["requests"]]

    def answer_of_openai(self, request, vectors, rule):
        pack = rule.get("packs") or "base64" in (request.get("encoding_format"), request.get("embedding_type"))
        if pack:
            vectors = [packed(numbers, rule.get("order", "<"), rule.get("width", "f")) for numbers in vectors]
        data = [{"object": "embedding", "index": i, "embedding": numbers} for i, numbers in enumerate(vectors)]
        random.Random(1).shuffle(data)
        data = data[:len(data) - rule.get("fewer", 0)]
        if "index" in rule:
            data[0]["index"] = rule["index"] if rule["index"] != "twice" else data[1]["index"]
        if "number" in rule:
            data[0]["embedding"][0] = float(rule["number"]) if rule["number"] else None
        return {"object": "list", "data": data, "model": rule.get("model", request["model"]), "usage": {"total_tokens": 1}}

    def answer_of_ollama(self, request, vectors, rule):
        return {"model": request["model"], "embeddings": vectors, "total_duration": 1}

    def answer_of_cohere(self, request, vectors, rule):
        return {"id": "x", "embeddings": {"float": vectors}, "texts": request["texts"]}

    def answer_of_google(self, request, vectors, rule):
        return {"embeddings": [{"values": numbers} for numbers in vectors]}


if __name__ == "__main__":
    server = chat_server.Server(("127.0.0.1", 0), Handler)
    if len(sys.argv) > 1:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*sys.argv[1:])
        server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.server_address[1], flush=True)
    threading.Thread(target=chat_server.end_with_parent, daemon=True).start()
    server.serve_forever()
