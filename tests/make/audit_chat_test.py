"""sonde audit --chat: paraphrases by a chat server, each checked, and none requested twice."""
import csv

from program import Sonde

SUBJECTS = ("--encoder", "tfidf", "--encoder", "random")
QUICK = ("--replicates", 20)


def rows(file):
    with open(file, newline="") as text:
        return list(csv.DictReader(text, delimiter="\t", quoting=csv.QUOTE_NONE))


CHAT = ["How do I pay for my order?", "The shop is not open on Monday.", "We ship within 5 days.", "The office is in Madrid.",
        "You can return the lamp.", "Where is the parking garage?", "The bus leaves before the train does.", "We need two keys.",
        "Is the pool open to children?"]
ANSWERS = ["\"In what ways can my order be paid?\"", "On Monday the shop is open.", "It takes us 50 days to ship.",
           "You find the office in Berlin.", "De lamp is niet van de winkel, dus je kan hem op het station terug brengen.",
           "where is the parking garage?", "The train leaves after the bus has left, " + "and so on " * 8, "We need 2 keys here.",
           "Line one.\nLine two."]


def test_paraphrases_of_a_chat_server_are_checked(tmp_path, server):
    sonde = Sonde(tmp_path)
    (tmp_path / "mine.txt").write_text("\n".join(CHAT) + "\n")
    server.does(*[{"do": "answer", "text": text} for text in ANSWERS])
    words = ("audit", "mine.txt", *SUBJECTS, *QUICK, "--chat", server.url, "--model", "m", "--draws", 1, "--parallel", 1, "-o", "c.html")
    answer = sonde(*words)
    assert "paraphrases for 2 of 9 sentences; 9 questions sent; refused: another language (1), another length (1), " \
        "another name (1), another negation (1), another number (1), several lines (1), the same sentence (1)" in answer.err
    table = {row["sentence"]: row["chat"] for row in rows(tmp_path / "c-set/variants.tsv")}
    assert {sentence: text for sentence, text in table.items() if text} == {
        CHAT[0]: "In what ways can my order be paid?", CHAT[7]: "We need 2 keys here."}
    assert 'role_chat = "true match"' in (tmp_path / "c-set/variants.toml").read_text()
    assert "true matches kept" in answer.out and "upper bound" not in answer.out
    asked = server.log
    assert [entry["path"] for entry in asked] == ["/v1/chat/completions"] * 9
    assert all(sentence in entry["body"]["messages"][-1]["content"] for sentence, entry in zip(CHAT, asked))
    again = sonde(*words, "--replace")
    assert "0 questions sent" in again.err and len(server.log) == 9


def test_a_chat_server_is_named_before_anything_is_made(tmp_path):
    sonde = Sonde(tmp_path)
    (tmp_path / "mine.txt").write_text("\n".join(CHAT))
    for words, says in ((("--model", "m"), "--model needs --chat"), (("--chat", "http://x/v1"), "use --model NAME"),
                        (("--chat", "x", "--model", "m"), "not a URL")):
        answer = sonde("audit", "mine.txt", "--encoder", "random", *words, code=2)
        assert says in answer.err and "changed meaning:" not in answer.err
