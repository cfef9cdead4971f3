"""Makes the tiny LASER of tests/golden/laser, with the tokens, pieces and vectors of laserembeddings.

Needs laserembeddings 1.1.2 with its sacremoses 0.0.35, torch and safetensors, but the tests don't run it. Codes, vocabulary and
prefixes are small ones of the published form, made from the sentences here.

    python tools/golden/make_golden_laser.py tests/golden"""

import io
import json
import random
import sys
from pathlib import Path

import sacremoses.corpus
import torch
from laserembeddings.embedding import BPESentenceEmbedding
from laserembeddings.encoder import Encoder
from laserembeddings.preprocessing import BPE, Tokenizer
from safetensors.torch import save_file
from subword_nmt.learn_bpe import learn_bpe

WIDTH, UNITS, LAYERS, MERGES = 6, 4, 5, 120
PREFIXES = {"en": "# of sonde's tests\nMr\nDr\nA\nB\nS\nNo #NUMERIC_ONLY#\npp #NUMERIC_ONLY#\n\netc\n",
            "de": "Dr\nz\nB\nca\nNr\n1\n2\n3\n", "fr": "M\nMM\nav\n", "es": "Sr\nSra\n", "it": "Dott\nSig\n", "cs": "p\nnapř\n", "nl": "dhr\nmevr\n",
            "ru": "г\nул\n"}
TEXTS = {
    "en": ["The dog sees the cat.", "A dog doesn't sleep; it's the 1990's best dog!", "Mr. Smith and Dr. Who met Prof. X. They left.",
           "See No. 5 and pp. 3-7, No. Nothing more.", "wait...what?! no.. yes....", "\"Hello,\" she said, (quietly). `Now', ''then''",
           "He paid $1,000.50 (about €900) for 3,4 and a,b.", "U.S. troops, e.g. the 5th, left. the end", "“Curly” ‘quotes’ – dash—dash … and it’s «good»",
           "well-known e-mail me@home.org https://a.b/c?d=e #tag & 50 % <b>", "rock 'n' roll, dogs' 90's 5's O'Brien", "ÄÖÜ straße İstanbul ΣΑΣ naïve café",
           "line\none\ttab\u00a0nbsp 10\u00a0000 5\u00a0%\u00a0: x\u00a0? ok", "中文字 and 日本 mixed 한국어 text", "zero\u200bwidth e\u0301 😀 ① Ⅷ ½ x²", "  ", "", "a", "'",
           ".", "..", "the end.'", "\"quoted.\"", "end etc. next", "a\u0000b \u0007bell", "Ünïcödé 𝐛𝐨𝐥𝐝 𝟏𝟐 ა", "x' y'z 'a b'", "dog,cat,5,dog 5,cat dog,5,", "@@ </s> <unk> </w>"],
    "de": ["Der Hund, z. B. Dr. Müller, schläft am 3. Mai.", "„Gut“, sagte er.\" Ja\", „nein.“ Und", "Es kostet 1\u00a0000 Euro (ca. 5 %).", "geht's? Ja'"],
    "fr": ["L'homme n'a pas vu M. Dupont aujourd'hui.", "« Oui », dit-il ; « non ! »", "1\u00a0000 francs, c'est 'tout' d' un"],
    "es": ["¿Qué hace el Sr. Pérez?", "Dijo: \"ven.\" luego"], "it": ["L'amico dell'uomo, Sig. Rossi, c'è.", "un po' di"], "cs": ["Pan p. Novák má 1\u00a0000 korun, např. dnes."],
    "nl": ["De hond van dhr. Jansen slaapt 's nachts, zo'n 10\u00a0000 keer."], "ru": ["В г. Москве, на ул. Ленина. Да"], "ko": ["한국어 문장입니다. '좋은' 中文 don't"], "sw": ["Mbwa analala. Dr. Juma 'hapa'"],
}


def no_data(self, lang=None, ignore_lines_startswith="#"):
    """In place of the lists that sacremoses brings."""
    for line in PREFIXES.get(lang, PREFIXES["en"]).splitlines():
        if line.strip() and not line.strip().startswith(ignore_lines_startswith):
            yield line.strip()


def random_texts(count):
    source = random.Random(22)
    parts = ["dog", "Mr", "No", "5", "1,000", ".", "..", "...", ",", "'", "''", "\"", "`", "-", "(", ")", " ", "  ", "\u00a0", "s", "n't", "A", "É", "«", "»", "’", "‘",
             "”", ":", ";", "?", "!", "%", "$", "…", "—", "x", "the", "DOG", "7", "º", "cm", "<", ">"]
    return ["".join(source.choice(parts) for _ in range(source.randint(3, 14))) for _ in range(count)]


def pairs_of_codes(words):
    """Codes as fastBPE writes them, with counts."""
    counts = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    source = io.StringIO("".join(f"{word} {count}\n" for word, count in sorted(counts.items())))
    codes = io.StringIO()
    learn_bpe(source, codes, MERGES, min_frequency=1, is_dict=True)
    merges = codes.getvalue().splitlines()[1:]
    return "".join(f"{merge} {2 * MERGES - i}\n" for i, merge in enumerate(merges))


def main(golden):
    sacremoses.corpus.NonbreakingPrefixes.words = no_data
    folder = golden / "laser"
    folder.mkdir(exist_ok=True)
    for language, text in PREFIXES.items():
        (folder / f"nonbreaking_prefix.{language}").write_text(text, encoding="utf-8")
    texts = dict(TEXTS)
    for language in ("en", "de", "fr", "nl"):
        texts[language] = texts[language] + random_texts(30)
    tokenizers = {language: Tokenizer(language) for language in texts}
    tokens = [(language, text, tokenizers[language].tokenize(text)) for language, some in texts.items() for text in some]
    codes = pairs_of_codes([word for language, _, line in tokens[:25] for word in line.split()])
    (folder / "93langs.fcodes").write_text(codes, encoding="utf-8")
    merged = BPE(io.StringIO(codes), io.StringIO("x 1\n"))
    merged.bpe.vocab = None
    pieces = [piece for _, _, line in tokens[:12] for piece in merged.encode_tokens(line).split()]
    known = sorted(piece for piece in set(pieces) if sum(map(ord, piece)) % 5)  # so that merges are taken back
    (folder / "93langs.fvocab").write_text("".join(f"{piece} {pieces.count(piece)}\n" for piece in known), encoding="utf-8")
    dictionary = {piece: i for i, piece in enumerate(["<s>", "<pad>", "</s>", "<unk>", *known])}
    (folder / "dictionary.json").write_text(json.dumps(dictionary), encoding="utf-8")
    bpe = BPE(str(folder / "93langs.fcodes"), str(folder / "93langs.fvocab"))

    torch.manual_seed(22)
    params = {"num_embeddings": len(dictionary), "padding_idx": 1, "embed_dim": WIDTH, "hidden_size": UNITS, "num_layers": LAYERS, "bidirectional": True}
    model = Encoder(**params)
    for parameter in model.parameters():
        torch.nn.init.uniform_(parameter, -0.8, 0.8)
    with torch.no_grad():
        model.embed_tokens.weight[1] = 0
    state = model.state_dict()
    saved = io.BytesIO()
    torch.save({"params": params, "model": state, "dictionary": dictionary}, saved)
    saved.seek(0)
    embedding = BPESentenceEmbedding(saved, max_sentences=1, max_tokens=None, cpu=True)
    save_file({name: tensor.contiguous() for name, tensor in state.items()}, folder / "model.safetensors")
    (folder / "model.safetensors").chmod(0o644)
    rows = []
    for i, (language, text, line) in enumerate(tokens):
        row = {"language": language, "text": text, "tokens": line.split(), "pieces": bpe.encode_tokens(line).split()}
        if i % 3 == 0:
            row["vector"] = [round(float(x), 7) for x in embedding.embed_bpe_sentences([bpe.encode_tokens(line)])[0]]
        rows.append(row)
    (folder / "expected.json").write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")


main(Path(sys.argv[1]))
