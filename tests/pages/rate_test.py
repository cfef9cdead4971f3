"""`sonde rate`: projects, who may answer what, what a kill leaves, and what comes out."""
import csv
import json
import random
import signal
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from page_server import Server
from program import write_table

PAIRS = [(f"x{i}", f"The baker carries {i} loaves.", f"{i} loaves are on the cart.", "odd" if i % 2 else "even")
         for i in range(1, 13)]


class RateServer(Server):
    """A rating server that works. `links` has each person's token."""

    def __init__(self, sonde, project, *words, port=0):
        self.process = sonde.start("rate", "serve", project, "--port", port, *words)
        self.links, self.done = {}, {}
        self.port = port
        count = len(rows(sonde.folder / project / "people.tsv"))
        for _ in range(count):
            line = self.process.stdout.readline().decode()
            assert line, self.process.stderr.read().decode()
            person, link, self.done[person] = line.strip().split("\t")
            self.port = int(link.split("?")[0].rstrip("/").rsplit(":")[-1])
            self.links[person] = link
        said = self.process.stderr.readline().decode()
        while "progress of all: " not in said:
            said = self.process.stderr.readline().decode()
        self.organiser = said.split("progress of all: ")[1].strip()
        self.use(next(iter(self.links)))

    def use(self, person):
        self.token = self.links[person].split("?token=")[1]
        return self

    def state(self):
        return self.json("GET", "/api/rate")

    def give(self, turn, value, status=200):
        return self.json("POST", "/api/rate", {"turn": turn, "value": value}, status)

    def answer_all(self, choose):
        state = self.state()
        while state["next"]:
            state = self.give(state["next"]["turn"], choose(state["next"]))
        return state

    def kill(self):
        self.process.kill()
        self.process.wait()


def rows(file):
    with open(file, encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.fixture
def pairs(sonde):
    return write_table(sonde.folder / "pairs.tsv", ["id", "first", "second", "parity"], PAIRS)


@pytest.fixture
def make(sonde, pairs):
    def make(*words, data=pairs, out="p"):
        sonde("rate", "new", data, "--out", out, *words)
        return sonde.folder / out
    return make


@pytest.fixture
def serve(sonde):
    servers = []

    def serve(project="p", **options):
        servers.append(RateServer(sonde, project, **options))
        return servers[-1]
    yield serve
    for server in servers:
        if server.process.poll() is None:
            server.kill()


def exported(sonde, project="p"):
    sonde("rate", "export", project, "--out", "out")
    out = sonde.folder / "out"
    return out, [json.loads(line) for line in (out / "answers.jsonl").read_text().split("\n")[:-1]]


def careful(turn):
    """Passes every check: rates equal sentences as similar, and nonsense as not."""
    first, second = (text["text"] for text in turn["texts"])
    return 7 if first == second else 1 if "loaves" not in first or "loaves" not in second else 4


# The plan.

@pytest.mark.parametrize("seed", [1, 2])
def test_each_item_is_rated_by_so_many_and_none_twice(make, seed):
    project = make("--per-item", 3, "--people", 5, "--checks", 4, "--seed", seed)
    plan = [(row["person"], row["item"]) for row in rows(project / "plan.tsv")]
    assert len(set(plan)) == len(plan) == 12 * 3 + 5 * 4
    of_item = Counter(item for _, item in plan)
    assert {of_item[row[0]] for row in PAIRS} == {3}
    assert {of_item[f"check-{i}"] for i in range(1, 5)} == {5}
    of_person = Counter(person for person, _ in plan)
    assert set(of_person.values()) == {11, 12}  # 36 items for five, and four checks
    first = [item for person, item in plan if person == "p1"]
    assert first != sorted(first) and first != [item for person, item in plan if person == "p2"]


def test_the_study_of_2800_pairs(sonde, make):
    """523 people, 110 pairs each and ten checks: each pair about twenty times."""
    data = write_table(sonde.folder / "many.tsv", ["first", "second"], [(f"one {i}", f"other {i}") for i in range(2800)])
    project = make("--per-item", 20, "--people", 523, data=data)
    plan = rows(project / "plan.tsv")
    assert set(Counter(row["person"] for row in plan).values()) <= {117, 118}
    assert len(plan) == 2800 * 20 + 523 * 10


def test_the_same_seed_makes_the_same_plan(sonde, make):
    for name, seed in (("a", 3), ("b", 3), ("c", 4)):
        make("--checks", 2, "--seed", seed, out=name)
    plans = [(sonde.folder / name / "plan.tsv").read_bytes() for name in "abc"]
    assert plans[0] == plans[1] != plans[2]
    tokens = {row["token"] for name in "abc" for row in rows(sonde.folder / name / "people.tsv")}
    assert len(tokens) == 9 and (sonde.folder / "a").stat().st_mode & 0o777 == 0o700


def test_a_draw_of_each_operator(sonde, make):
    """Draws samples as the paper on sets did. A larger draw contains the smaller one."""
    drawn = {}
    for most in (3, 6):
        project = make("--draw", most, "--by", "operator", "--seed", 7, data="sets-en", out=f"f{most}")
        items = rows(project / "items.tsv")
        assert Counter(row["label:operator"] for row in items) == dict.fromkeys(["overlap", "difference", "union"], most)
        assert all(row["text3"] and row["ask"] == row["label:operator"] for row in items)
        drawn[most] = {row["id"] for row in items}
    assert drawn[3] < drawn[6]


def test_the_paper_s_sheet_comes_back(sonde, make):
    make("--draw", 2, "--by", "operator", "--per-item", 2, "--people", 2, "--checks", 2, data="sets-en", out="f")
    sonde("rate", "sheet", "f", "--out", "sheets")
    sheets = sonde.folder / "sheets"
    assert "4 Strongly agree" in (sheets / "guidelines.txt").read_text()
    sheet = rows(sheets / "p1.tsv")
    assert list(sheet[0]) == ["Number", "Task", "S1", "S2", "Output", "Annotation"] and len(sheet) == 8
    assert [row["Task"] for row in sheet] == sorted(row["Task"] for row in sheet)
    with open(sheets / "back.csv", "w", newline="", encoding="utf-8") as file:  # as a spreadsheet writes it
        table = csv.writer(file)
        table.writerow(sheet[0])
        table.writerows([*list(row.values())[:-1], "" if i == 7 else 3] for i, row in enumerate(sheet))
    told = sonde("rate", "take", "f", "sheets/back.csv", "--person", "p1").err
    assert "7 answers stored, 0 known before, 1 empty" in told
    assert "0 answers stored, 7 known before, 1 empty" in sonde("rate", "take", "f", "sheets/back.csv", "--person", "p1").err
    (line,) = sonde("rate", "take", "f", "sheets/back.csv", "--person", "p2", code=3).messages
    assert "back.csv:2: this is not the question that the person has" in line
    edited(sheets, "back.csv", lambda b: b.replace(b",3\r\n", b",2\r\n", 1))
    (line,) = sonde("rate", "take", "f", "sheets/back.csv", "--person", "p1", code=3).messages
    assert "back.csv:2: already has the answer 3" in line
    _, answers = exported(sonde, "f")
    assert [answer["value"] for answer in answers] == [3] * 7


ODD = ['"Hello," he said.', 'A "dog" barks.', '=HYPERLINK("http://127.0.0.1:1/?"&A1;"press")', "-5 degrees it was.",
       "+1", "@home we sleep.", "'=quoted", "'tis so.", "1/2", "0.50", "TRUE", "Ça va – 猫; a, b.", "a;b", "007"]
DIALECTS = {"back.tsv": {"delimiter": "\t"}, "back.csv": {}, "dutch.csv": {"delimiter": ";"},
            "all.csv": {"quoting": csv.QUOTE_ALL}, "plain.tsv": {"delimiter": "\t", "quoting": csv.QUOTE_NONE, "quotechar": None}}


def odd_project(sonde, texts=ODD):
    with open(sonde.folder / "odd.csv", "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("first", "second"), *((text, f"Other words {i}.") for i, text in enumerate(texts))])
    sonde("rate", "new", "odd.csv", "--out", "odd", "--ask", "similarity", "--per-item", 1, "--checks", 0)
    sonde("rate", "sheet", "odd", "--out", "sheets")
    return sonde.folder / "sheets/p1.tsv"


@pytest.mark.parametrize("name", DIALECTS)
def test_sheets_survive_a_spreadsheet(sonde, name):
    """Which reads quotes as CSV does, takes what begins with = + - @ for a formula, and writes in its own dialect."""
    with open(odd_project(sonde), newline="", encoding="utf-8") as file:
        table = list(csv.reader(file, dialect="excel-tab"))
    shown = {cell for row in table[1:] for cell in row[1:-1]}
    assert not [cell for cell in shown if cell[0] in "=+-@" or cell.isdecimal()]
    assert shown > {'"Hello," he said.', "'-5 degrees it was.", "'=HYPERLINK(\"http://127.0.0.1:1/?\"&A1;\"press\")", "'tis so."}
    with open(sonde.folder / name, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, **DIALECTS[name]).writerows([table[0], *([*row[:-1], 4] for row in table[1:])])
    assert f"{len(ODD)} answers stored" in sonde("rate", "take", "odd", name, "--person", "p1").err


def nasty_texts(count):
    """Different ones, with LF as line end."""
    draw = random.Random(38)
    parts = ['"', "'", "\t", "\n", "=", "+", "-", "@", ",", ";", "|", " ", "a", "1", "0.5", "1/2", "TRUE", "\\", "\\t", "é", "猫", "sep=;"]
    return [f"{''.join(draw.choices(parts, k=draw.randint(1, 6)))}x{i}" for i in range(count - 3)] + ["\tx", "=1\n+2", 'a\n\n"b"\tc']


@pytest.mark.parametrize("name", [name for name in DIALECTS if name != "plain.tsv"])
def test_tabs_line_feeds_and_formulas_come_back_unchanged(sonde, name):
    texts = nasty_texts(100)
    sheet = odd_project(sonde, texts)
    with open(sheet, newline="", encoding="utf-8") as file:
        table = list(csv.reader(file, dialect="excel-tab"))
    assert not [cell for row in table[1:] for cell in row[1:-1] if cell[0] in "=+-@\n" or "\t" in cell]
    with open(sonde.folder / name, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, **DIALECTS[name]).writerows([table[0], *([*row[:-1], 4] for row in table[1:])])
    assert f"{len(texts)} answers stored" in sonde("rate", "take", "odd", name, "--person", "p1").err
    sonde("rate", "export", "odd", "--out", "out")
    with open(sonde.folder / "out/gold.csv", newline="", encoding="utf-8") as file:
        assert {row["first"] for row in csv.DictReader(file)} == set(texts)
    sonde.run("r.sonde", "--encoder", "random", "--data", "out/gold.toml", "--strict")


# Permissions of raters.

def test_an_item_is_answered_once(make, serve):
    make("--checks", 2, "--people", 3)
    server = serve()
    state = server.state()
    assert (state["done"], state["total"], state["next"]["turn"]) == (0, 14, 0)
    assert [choice["key"] for choice in state["next"]["choices"]] == list("1234567")
    after = server.give(0, 5)
    assert (after["done"], after["next"]["turn"]) == (1, 1)
    assert server.give(0, 5) == after  # asked again after a broken connection
    assert "answered before" in server.give(0, 6, 409)["error"]
    assert "not the current question" in server.give(2, 6, 409)["error"]
    assert "not the current question" in server.give(14, 6, 409)["error"]
    assert "not one of the choices" in server.give(1, 8, 400)["error"]
    assert server.state() == after


def test_the_last_answer_can_be_changed(sonde, make, serve):
    make("--checks", 2, "--people", 3)
    server = serve()

    def change(turn, status=200, **words):
        return server.json("POST", "/api/rate", {"turn": turn, "change": True, **words}, status)
    assert server.state()["last"] is None
    assert "only your last answer" in change(0, 409, value=3)["error"]
    server.give(0, 5)
    changed = change(0, value=2, remark="a \u2028 slip")
    assert changed["last"]["answer"] == {"value": 2, "remark": "a \u2028 slip"} and changed["next"]["turn"] == 1
    assert change(0, value=2, remark="a \u2028 slip") == changed  # asked again
    server.json("POST", "/api/rate", {"turn": 1, "cannot_judge": True, "remark": "odd"})
    assert "only your last answer" in change(0, 409, value=3)["error"]
    for body in ({"cannot_judge": 1}, {"value": None}, {"value": 2, "remark": "x" * 2001}, {"value": 2, "change": "yes"}):
        assert server.status("POST", "/api/rate", {"turn": 2, **body}) == 400, body
    server.kill()
    server = serve()
    assert server.state()["last"]["answer"] == {"value": None, "remark": "odd"}
    _, answers = exported(sonde)
    assert [(one["value"], one.get("remark"), one.get("changes")) for one in answers] == [(2, "a \u2028 slip", 1), (None, "odd", None)]
    assert len((sonde.folder / "p/answers.ledger").read_bytes().splitlines()) == 1 + 3  # the replaced answer is there


def test_the_organiser_sees_all_and_answers_nothing(sonde, make, serve):
    make("--people", 3, "--per-item", 3, "--checks", 2)
    server = serve()
    assert server.state()["seconds_left"] is None
    for person in server.links:
        server.use(person).answer_all(careful)
    server.use("p1")
    assert server.status("GET", "/api/progress") == 404
    people, server.token = server.token, server.organiser.split("?token=")[1]
    assert server.status("GET", "/api/rate") == 404
    assert server.status("POST", "/api/rate", {"turn": 0, "value": 1}) == 405
    found = server.json("GET", "/api/progress")
    assert {(one["name"], one["answered"], one["turns"], one["failed"]) for one in found["people"]} == {
        (name, 14, 14, 0) for name in ("p1", "p2", "p3")}
    assert found["agreement"]["items"] == 12 and found["agreement"]["value"] is None  # all ratings are 4
    status, _, raw = server.ask("GET", "/?token=" + server.token, drop=["X-Sonde-Token"])
    assert status == 200 and people.encode() not in raw


def test_a_wrong_link_is_a_page(make, serve):
    make("--people", 3)
    server = serve()
    status, headers, raw = server.ask("GET", "/?token=12", drop=["X-Sonde-Token"], Accept="text/html,*/*")
    assert status == 403 and headers["Content-Type"].startswith("text/html") and b"Copy the whole link" in raw
    assert "script" not in headers["Content-Security-Policy"]
    server.token = "12"
    assert "incomplete or wrong" in server.json("GET", "/api/rate", status=403)["error"]


def test_who_may_ask(make, serve):
    make("--people", 3)
    server = serve()
    own = server.token
    for wrong in ("", "0" * 32, own[:-1], own + "0", own.upper() + "0"):
        server.token = wrong
        assert server.status("GET", "/api/rate") == 403
        assert server.status("POST", "/api/rate", {"turn": 0, "value": 1}) == 403
        assert server.status("GET", "/?token=" + wrong, drop=["X-Sonde-Token"]) == 403
    server.token = own
    assert server.status("GET", "/api/rate", Host="evil.example") == 403
    assert server.status("POST", "/api/rate", {"turn": 0, "value": 1}, Origin="https://evil.example") == 403
    assert server.status("POST", "/api/rate", b" " * ((1 << 20) + 1)) == 413
    assert server.status("POST", "/api/rate", b"{}", Content_Length=str(1 << 60)) == 413
    for body in (b"", b"{", b"[]", {}, {"turn": 0}, {"turn": -1, "value": 1}, {"turn": 0, "value": 1.5},
                 {"turn": 0, "value": 1, "person": "p2"}, {"turn": "0", "value": 1}):
        assert server.status("POST", "/api/rate", body) == 400, body
    assert server.status("DELETE", "/api/rate") == 405
    for path in ("/api/encoders", "/people.tsv", "/../p/people.tsv", "/answers.ledger"):
        assert server.status("GET", path) == 404
    assert server.state()["done"] == 0
    status, headers, raw = server.ask("GET", "/?token=" + own, drop=["X-Sonde-Token"])
    assert status == 200 and headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'sha256-")
    assert "connect-src 'self'" in headers["Content-Security-Policy"] and own.encode() in raw
    others = [link.split("=")[1].encode() for person, link in server.links.items() if person != "p1"]
    assert not any(token in raw for token in others)


@pytest.mark.parametrize("address", ["https://rate.example.org/", "https://rate.example.org:443", "https://Rate.EXAMPLE.org"])
def test_a_server_in_front_has_its_own_address(sonde, make, serve, address):
    """Sends the address as browsers do: in lower case, without the scheme's port."""
    make("--people", 3)
    server = serve(port=0)
    port = server.port
    server.kill()
    process = sonde.start("rate", "serve", "p", "--port", port, "--address", address)
    server.process = process  # which the fixture ends
    assert process.stdout.readline().decode().split("\t")[1].startswith("https://rate.example.org/?token=")
    front = {"Host": "rate.example.org", "Origin": "https://rate.example.org"}
    assert server.status("POST", "/api/rate", {"turn": 0, "value": 1}, **front) == 200
    assert server.status("GET", "/api/rate", Host="rate.example.org", Origin="http://rate.example.org") == 403
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 0
    process.stdout.close()
    process.stderr.close()
    (line,) = sonde("rate", "serve", "p", "--address", "rate.example.org", code=2).messages
    assert "--address https://NAME" in line
    (line,) = sonde("rate", "serve", "p", "--address", "https://Bücher.example", code=2).messages
    assert "xn--" in line


def test_two_answers_at_once_are_one(make, serve):
    make("--people", 3)
    server = serve()
    for turn in range(12):
        with ThreadPoolExecutor(8) as pool:
            codes = list(pool.map(lambda value, turn=turn: server.status("POST", "/api/rate", {"turn": turn, "value": value}),
                                  range(1, 8)))
        assert sorted(codes) == [200] + [409] * 6


def test_a_killed_server_loses_nothing(sonde, make, serve):
    """Three people rate at once. The server is killed again and again, between requests and in the middle of one."""
    make("--people", 3, "--checks", 2)
    server = serve()
    told, untold = [], Counter()
    for round in range(6):
        stop = threading.Event()

        def rate(person):
            while not stop.is_set():
                try:
                    token = server.links[person].split("=")[1]
                    state = server.json("GET", "/api/rate", X_Sonde_Token=token)
                    if not state["next"]:
                        return
                    turn = state["next"]["turn"]
                    server.json("POST", "/api/rate", {"turn": turn, "value": 1 + turn % 7}, X_Sonde_Token=token)
                    told.append((person, turn))
                except OSError:
                    return
                except Exception as error:  # an answer cut off by the kill
                    if server.process.poll() is None and not stop.is_set():
                        raise error

        people = [threading.Thread(target=rate, args=(person,)) for person in server.links]
        for one in people:
            one.start()
        while len(told) + untold.total() < min(6 * (round + 1), 42):
            assert any(one.is_alive() for one in people)
        server.kill()
        stop.set()
        for one in people:
            one.join()
        server = serve(port=server.port)
        kept = {person: int(done.split()[0]) for person, done in server.done.items()}
        said = Counter(person for person, _ in told)
        assert len(set(told)) == len(told)
        for person in kept:  # at most one was kept and not told
            assert kept[person] - said[person] - untold[person] in (0, 1)
            untold[person] = kept[person] - said[person]
    _, answers = exported(sonde)
    plan = rows(sonde.folder / "p/plan.tsv")
    place = {person: [row["item"] for row in plan if row["person"] == person] for person in server.links}
    values = {(answer["annotator"], answer["item"]): answer["value"] for answer in answers}
    assert len(values) == len(answers)
    assert all(values[person, place[person][turn]] == 1 + turn % 7 for person, turn in told)


def test_one_process_has_a_project(sonde, make, serve):
    make("--people", 3)
    server = serve()
    server.give(0, 4)
    (line,) = sonde("rate", "serve", "p", "--port", 0, code=4).messages
    assert "another process has this ledger" in line
    _, answers = exported(sonde)  # which reads alone
    assert [answer["value"] for answer in answers] == [4]


# The results.

def test_who_fails_two_checks_is_left_out(sonde, make, serve):
    make("--people", 4, "--per-item", 4, "--checks", 4)
    server = serve()
    for person in ("p1", "p2"):
        assert server.use(person).answer_all(careful)["next"] is None
    failed = {"p3": 1, "p4": 2}
    for person, most in failed.items():
        wrong = 0

        def careless(turn, most=most):
            nonlocal wrong
            right = careful(turn)
            if right == 4 or wrong == most:
                return right
            wrong += 1
            return 8 - right
        server.use(person).answer_all(careless)
    out, answers = exported(sonde)
    people = {row["annotator"]: row for row in rows(out / "raters.tsv")}
    assert {name: row["failed"] for name, row in people.items()} == {"p1": "0", "p2": "0", "p3": "1", "p4": "2"}
    assert {name: row["kept"] for name, row in people.items()} == {"p1": "yes", "p2": "yes", "p3": "yes", "p4": "no"}
    assert people["p4"]["why"] == "failed more than 1 attention check"
    ratings = rows(out / "ratings.tsv")
    assert {row["annotator"] for row in ratings} == {"p1", "p2", "p3"} and len(ratings) == 36
    assert len(answers) == 4 * 16 and sum(not answer["kept"] for answer in answers) == 16
    sonde("rate", "agreement", out / "ratings.tsv", "--scale", "1:7")


def test_gold_values_are_the_means(sonde, make, serve):
    make("--people", 2, "--per-item", 2, "--checks", 2)
    server = serve()
    number = {first: int(name[1:]) for name, first, _, _ in PAIRS}

    def rating(person):
        def choose(turn):
            texts = [text["text"] for text in turn["texts"]]
            known = [number[text] for text in texts if text in number]
            if careful(turn) != 4 or not known:
                return careful(turn)
            return 1 + (known[0] % 6) + (person == "p2" and known[0] % 3 == 0)
        return choose
    for person in ("p1", "p2"):
        server.use(person).answer_all(rating(person))
    out, _ = exported(sonde)
    gold = {row["id"]: row for row in rows(out / "gold.tsv")}
    assert set(gold) == {name for name, *_ in PAIRS}
    for name, first, second, parity in PAIRS:
        own = 1 + number[first] % 6
        mean = own + (0.5 if number[first] % 3 == 0 else 0)
        row = gold[name]
        assert (row["first"], row["second"], row["parity"], row["ratings"]) == (first, second, parity, "2")
        assert float(row["mean"]) == float(row["median"]) == mean
        assert float(row["gold"]) == pytest.approx((mean - 1) / 6, abs=1e-15)
    sonde.run("r.sonde", "--encoder", "random", "--data", "out/gold.toml", "--strict")
    results = sonde.results("r.sonde")
    assert results["gold", "random", "all", "spearman"]["n"] == 12
    assert ("gold", "random", "parity=odd", "spearman") in results
    assert ("gold", "data", "all", "noise_ceiling") in results


def test_a_side_is_shown_first_by_chance(sonde, make, serve):
    make("--people", 12, "--per-item", 12, "--checks", 0)
    server = serve()
    first = {row[1] for row in PAIRS}
    shown = Counter()
    for person in server.links:
        server.use(person).answer_all(lambda turn: shown.update([turn["texts"][0]["text"] in first]) or 4)
    assert 45 <= shown[True] <= 99 and sum(shown.values()) == 144  # 4.5 standard deviations
    _, answers = exported(sonde)
    assert Counter(answer["shown"] == [0, 1] for answer in answers) == shown


def test_same_or_changed(sonde, make, serve):
    make("--draw", 4, "--people", 3, data="negation-detection")
    server = serve()
    turn = server.state()["next"]
    assert [choice["label"] for choice in turn["choices"]] == ["Changed", "Same"] and turn["scale"] is not None
    server.answer_all(lambda turn: 1)
    out, _ = exported(sonde)
    gold = rows(out / "gold.tsv")
    assert {row["meant"] for row in gold} <= {"same", "changed"} and {row["gold"] for row in gold} == {"1"}
    assert not (out / "gold.toml").exists()


def test_candidates_are_chosen(sonde, make, serve):
    sheet = write_table(sonde.folder / "candidates.tsv", ["id", "sentence", "ask", "candidate", "candidate 2", "candidate 3"],
                        [("c1", "The cup is full.", "A synonym of full?", "filled", "empty", "brimming"),
                         ("c2", "The road is long.", "An antonym of long?", "short", "lengthy", "")])
    make("--people", 3, "--seed", 5, data=sheet)
    server = serve()
    orders = set()
    for person in server.links:
        def choose(turn):
            labels = [choice["label"] for choice in turn["choices"]]
            assert [choice["key"] for choice in turn["choices"]] == [*map(str, range(1, len(labels))), "0"]
            if len(labels) == 4:
                orders.add(tuple(labels))
                assert turn["question"] == "A synonym of full?"
            wanted = "filled" if len(labels) == 4 else "None of them"
            return turn["choices"][labels.index(wanted)]["value"]
        server.use(person).answer_all(choose)
    assert len(orders) > 1
    out, answers = exported(sonde)
    gold = {row["id"]: row for row in rows(out / "gold.tsv")}
    assert (gold["c1"]["choice"], gold["c1"]["share"], gold["c2"]["choice"]) == ("filled", "1", "")
    assert {answer["value"] for answer in answers} == {0, 1}


# Foreign files.

def edited(project, name, edit):
    file = project / name
    file.write_bytes(edit(file.read_bytes()))


BAD = {
    "no project": ("project.toml", lambda b: b"", ("project.toml", "'kind'")),
    "an unknown kind": ("project.toml", lambda b: b.replace(b'"similarity"', b'"similarty"'), ("project.toml", "did you mean 'similarity'")),
    "an unknown key": ("project.toml", lambda b: b"sed = 1\n" + b, ("project.toml:1:", "did you mean 'seed'")),
    "a choice without a key": ("project.toml", lambda b: b.replace(b"value = 7", b"value = 17"), ("project.toml:", "0 to 9")),
    "choices that don't ascend": ("project.toml", lambda b: b.replace(b"value = 7", b"value = 3"), ("project.toml:", "ascend")),
    "no choice": ("project.toml", lambda b: b.split(b"[[choice]]")[0], ("project.toml", "scale")),
    "too long settings": ("project.toml", lambda b: b + b"#" * (1 << 20), ("project.toml",)),
    "an item twice": ("items.tsv", lambda b: b + b.splitlines(True)[1], ("items.tsv:16:", "already")),
    "an item without a text": ("items.tsv", lambda b: b.replace(b"\t1 loaves are on the cart.", b"\t"), ("items.tsv:2:", "one text too few")),
    "a bad expectation": ("items.tsv", lambda b: b.replace(b"\t5-7\t", b"\t7-5\t"), ("items.tsv:14:", "'7-5'")),
    "a column less": ("items.tsv", lambda b: b.replace(b"\todd\n", b"\n", 1), ("items.tsv:2:", "columns")),
    "a NUL": ("items.tsv", lambda b: b.replace(b"baker", b"b\0ker", 1), ("items.tsv:2:", "NUL")),
    "other columns": ("items.tsv", lambda b: b.replace(b"text1", b"text9"), ("items.tsv:1:",)),
    "a bad token": ("people.tsv", lambda b: b[:-2] + b"\n", ("people.tsv:4:", "32 hexadecimal")),
    "a token twice": ("people.tsv", lambda b: b + b"p9\t" + b.splitlines()[1].split(b"\t")[1] + b"\n", ("people.tsv:5:", "one token")),
    "a person with a path": ("people.tsv", lambda b: b.replace(b"p1\t", b"../p1\t"), ("people.tsv:2:", "name")),
    "an unknown person": ("plan.tsv", lambda b: b + b"p9\tx1\n", (":44:", "people.tsv")),
    "an unknown item": ("plan.tsv", lambda b: b + b"p1\tx99\n", (":44:", "items.tsv")),
    "a turn twice": ("plan.tsv", lambda b: b + b.splitlines(True)[1], (":44:", "already")),
    "answers of something else": ("answers.ledger", lambda b: b"hello\n", ("answers.ledger", "something else than a ledger")),
}


@pytest.mark.parametrize("name", BAD)
def test_foreign_projects_are_told(sonde, make, name):
    project = make("--people", 3, "--checks", 2)
    (project / "answers.ledger").touch()
    file, edit, says = BAD[name]
    edited(project, file, edit)
    for words in (("serve", "p", "--port", 0), ("export", "p", "--out", "out")):
        (line,) = sonde("rate", *words, code=3).messages
        for part in says:
            assert part in line, line


def test_damaged_and_foreign_answers_don_t_count(sonde, make, serve):
    project = make("--people", 3, "--checks", 0)
    server = serve()
    for turn in range(4):
        server.give(turn, 4)
    server.kill()
    lines = (project / "answers.ledger").read_bytes().splitlines(True)
    lines[2] = lines[2].replace(b'\\"value\\":4', b'\\"value\\":5')
    (project / "answers.ledger").write_bytes(b"".join(lines) + b"cut sho")
    told = sonde("rate", "export", "p", "--out", "out").err
    assert "1 line of answers.ledger don't count: damaged" in told and "3 answers;" in told
    server = serve()
    assert server.done["p1"] == "3 of 12" and server.state()["next"]["turn"] == 1  # which is asked again
    server.kill()
    edited(project, "plan.tsv", lambda b: b"".join(b.splitlines(True)[:2] + b.splitlines(True)[5:]))
    assert "2 lines of answers.ledger don't count: foreign" in sonde("rate", "export", "p", "--out", "out").err


def test_a_missing_answer_is_noticed(sonde, make, serve):
    project = make("--people", 3, "--checks", 0)
    server = serve()
    for turn in range(4):
        server.give(turn, 4)
    server.kill()
    edited(project, "answers.ledger", lambda b: b"".join(b.splitlines(True)[:2] + b.splitlines(True)[3:]))
    told = sonde("rate", "export", "p", "--out", "out").err
    assert "1 line of answers.ledger don't count: missing" in told and "3 answers;" in told


def test_what_a_kill_left_of_a_new_project_is_no_hindrance(sonde, pairs):
    left = sonde.folder / "p.sonde-partial"
    left.mkdir()
    (left / "items.tsv").write_text("half of it")
    sonde("rate", "new", pairs, "--out", "p/")
    assert not left.exists() and {file.name for file in (sonde.folder / "p").iterdir()} == {
        "items.tsv", "people.tsv", "plan.tsv", "project.toml"}


@pytest.mark.parametrize("words, says", [
    (("--people", 2, "--per-item", 3), "3 people can"), (("--per-item", 0), "1 or more"), (("--people", 6000), "5000 people"),
    (("--draw", 2, "--by", "color"), "there are parity"), (("--by", "parity"), "--draw N"), (("--checks", 50), "at most 20"), (("--ask", "similar"), "'similarity'"),
    (("--per-persons", 3), "--per-person")])
def test_bad_usage_is_told(sonde, pairs, words, says):
    (line,) = sonde("rate", "new", pairs, "--out", "p", *words, code=2).messages
    assert says in line and not (sonde.folder / "p").exists()


def test_nothing_is_written_over(sonde, make, pairs):
    project = make()
    before = (project / "people.tsv").read_bytes()
    (line,) = sonde("rate", "new", pairs, "--out", "p", code=2).messages
    assert "already" in line and (project / "people.tsv").read_bytes() == before
    (line,) = sonde("rate", "export", "nothing", "--out", "out", code=3).messages
    assert "sonde rate new" in line
    (line,) = sonde("rate", "exprt", "p", code=2).messages
    assert "did you mean 'export'" in line
