// The page's modules that need no browser, bundled by the page's own tool.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("../../web/", import.meta.url));
const { buildSync } = createRequire(`${web}package.json`)("esbuild");

// With as much of a document as `differences` needs.
globalThis.document = { createElement: () => ({ append() {}, appendChild() {}, setAttribute() {} }), createTextNode: (text) => text };
globalThis.Node = class {};

async function load(module) {
  const built = buildSync({ entryPoints: [`${web}src/${module}.ts`], bundle: true, format: "esm", write: false, target: "es2022" });
  return import(`data:text/javascript;base64,${Buffer.from(built.outputFiles[0].text).toString("base64")}`);
}

const differences = await load("differences");
const tables = await load("table_text");
const text = await load("text");
const numbers = await load("numbers");
const { colourAt } = await load("colours");
const { ItemTable } = await load("items/model");
const address = await load("items/address");
const { addressed } = await load("views");

const marked = (a, b) => differences.pieces(a, b).map(({ text, differs }) => (differs ? `[${text}]` : text)).join("");

test("differing words are marked, neighbours together, case aside", () => {
  assert.equal(marked("He does not like it.", "He likes it."), "He [does not like] it.");
  assert.equal(marked("The dog bites the man.", "The man bites the dog."), "The [dog] bites the [man].");
  assert.equal(marked("turn it On", "Turn it on"), "turn it On");
  assert.equal(marked("", "a b"), "");
  assert.equal(marked("a b", ""), "[a b]");
  assert.equal(marked("same words", "same words"), "same words");
});

test("words that a sentence lacks are told at their place, unless something took it", () => {
  const gone = (a, b) => differences.pieces(a, b, true).map(({ text, differs, missing }) => (missing ? `{${text}}` : differs ? `[${text}]` : text)).join("");
  assert.equal(gone("They are using it.", "They are not using it."), "They are {not}using it.");
  assert.equal(gone("It is taken now.", "It is occupied now."), "It is [taken] now."); // something else is there
  assert.equal(gone("It is taken.", "It is taken right now."), "It is taken{right now}.");
  assert.equal(gone("he left", "Well, he left again"), "{Well,}he left{again}");
  assert.equal(gone("The dog bites the man.", "The man bites the dog."), "The [dog] bites the [man]."); // moved
  assert.equal(gone("a b", "a, b"), "a b"); // signs alone
  assert.equal(gone("a b", "a b"), "a b");
  assert.equal(gone("", "a"), "");
});

test("another sentence, not an edited one, has no marks", () => {
  assert.equal(marked("A cat sat on the warm stone.", "The dogs of a farmer run to the river."), "A cat sat on the warm stone.");
});

test("marks keep every character, whatever the sentences", () => {
  for (const a of ["a  b\tc", "x".repeat(5000) + " y", "один два, три!", "a-b c'd 'e", "w ".repeat(900), "🙂 ok"])
    for (const b of ["a b c", "два один", "", "w ".repeat(901) + "z"])
      assert.equal(differences.pieces(a, b).map((piece) => piece.text).join(""), a);
});

test("an excerpt begins before the first difference", () => {
  const long = "one two three four five six seven eight nine ten ";
  const found = differences.pieces(long + "eleven", long + "twelve");
  assert.equal(differences.excerpt(found, 60), found);
  assert.deepEqual(differences.excerpt(found, 30), [{ text: "… nine ten ", differs: false }, { text: "eleven", differs: true }]);
});

test("hidden characters are written out, joiners and letters stay", () => {
  assert.equal(text.visible("a\u202eb\u0000"), "a⟨U+202E⟩b⟨U+0000⟩");
  assert.equal(text.visible("\ud800x"), "⟨U+D800⟩x");
  for (const same of ["می‌خواهم", "👩‍👩‍👧", "שלום", "tab\there\n"]) assert.equal(text.visible(same), same);
  assert.equal(text.clip("🙂🙂🙂🙂", 3), "🙂🙂…");
});

const table = (cell) => ({ title: "t", note: "", header: ["name", "value"], rows: [[cell, { v: -0.5, low: -1, high: 0.25, n: 7, text: "−.500" }]] });

test("a cell of CSV is not a formula, numbers are in full", () => {
  for (const cell of ["=1+1", "+1", "-1", "@x", "\tx", "\rx"]) assert.equal(tables.harmless(cell), "'" + cell);
  for (const cell of ["1+1", "a=b", " =1", ""]) assert.equal(tables.harmless(cell), cell);
  assert.equal(tables.toCsv(table("=1+1")), "name,value,value low,value high,value n\r\n\"'=1+1\",-0.5,-1,0.25,7\r\n");
  assert.equal(tables.toCsv(table("a\"b,c\nd")).split("\r\n")[1], "\"a\"\"b,c\nd\",-0.5,-1,0.25,7");
});

test("Markdown and LaTeX are escaped", () => {
  assert.match(tables.toMarkdown(table("a|b <i> [x](y)")), /a\\\|b \\<i\\> \\\[x\\\]\(y\) \| −\.500 \|/);
  assert.match(tables.toLatex(table("50 % \\input{x} a_b")), /50 \\% \\textbackslash\{\}input\\\{x\\\} a\\_b & \$-\$\.500 \\\\/);
});

test("values and intervals are written as people write them", () => {
  assert.equal(numbers.valueText(0.842, true), "84%");
  const cases = readFileSync(new URL("../golden/rounding.tsv", import.meta.url), "utf8").trim().split("\n").slice(1);
  for (const [value, digits, written] of cases.map((line) => line.split("\t")))
    assert.equal(numbers.fixed(Number(value), Number(digits)), written.replace("-", "−"));
  assert.equal(numbers.valueText(-0.004, false), "0.00");
  assert.equal(numbers.valueText(null, true), "–");
  assert.equal(numbers.intervalText(0.77, 0.896, true), "77–90");
  assert.equal(numbers.intervalText(-0.1, 0.02, false), "−0.10 to 0.02");
});

test("each of many encoders has its own colour", () => {
  for (const scheme of ["light", "dark"])
    for (const count of [1, 2, 12, 13, 14, 50]) {
      const all = Array.from({ length: count }, (_, i) => colourAt(scheme, i, count));
      assert.equal(new Set(all).size, count);
      for (const one of all) assert.match(one, /^#[0-9a-f]{6}$/);
    }
  assert.equal(colourAt("light", 1, 3), colourAt("light", 1, 9), "few keep theirs");
});

const items = new ItemTable({
  task: "t0", ids: ["a", "b", "c", "d"], texts: [["Cats sleep"], ["dogs bark"], ["dogs sleep"], ["birds"]],
  labels: { kind: { values: ["x", "y"], of: [0, 1, 1, 0] } },
  rows: { item: [0, 1, 1, 2, 3], label: [0, 0, 0, 0, 0], at: [[0], [0], [0], [0], [0]], gold: [3, 1, 1, null, 2] }, row_labels: [""], row_titles: [""], text_names: [], text_titles: [],
  measurements: ["m"], measurement_titles: ["m"], values: [[[1, 2, 3, 4, 5]], null, [[1, 2, 3, 4, 5]]],
  score: { name: "s", passes_above: 0, of: [[0.5, -1, null, 0], null, [0.4, 2, 1, 0]] },
  others: { texts: ["Birds fly"], of: [[0, 0, 0, null], null, null], similarity: [[1.5, 1.5, 4, null], null, null] },
  questions: [null, { title: "a or b", asks: "Is a closer than b?", of: [[-1, 1, null, 0], null, null], compared: [[[0, 1, 0, 2], null, null, null], null, null] }],
});
const chosen = (change) => [...items.chosen({ search: "", labels: {}, first: 0, second: null, outcome: "all", order: "given", ...change })];

test("items are searched, filtered and ordered; what is undefined comes last", () => {
  assert.deepEqual(items.subjects, [0, 2]);
  assert.deepEqual(chosen({}), [0, 1, 2, 3]);
  assert.deepEqual(chosen({ search: " DOGS" }), [1, 2]);
  assert.deepEqual(chosen({ labels: { kind: 1 }, search: "sleep" }), [2]);
  assert.deepEqual(chosen({ order: "worst" }), [1, 3, 0, 2]);
  assert.deepEqual(chosen({ order: "best" }), [0, 3, 1, 2]);
  assert.deepEqual(chosen({ order: "moved", second: 2 }), [1, 0, 3, 2]);
  assert.deepEqual(chosen({ order: "gold-up" }), [1, 3, 0, 2]);
  assert.deepEqual(chosen({ outcome: "fails" }), [1, 3]);
  assert.deepEqual(chosen({ outcome: "undefined" }), [2]);
  assert.deepEqual(chosen({ outcome: "only-second", second: 2 }), [1]);
  assert.deepEqual(items.rowsOf(1), [1, 2]);
});

test("a question has margins of its own, and says what it compares", () => {
  items.ask(1);
  assert.deepEqual(items.subjects, [0]);
  assert.deepEqual(chosen({ order: "worst" }), [0, 3, 1, 2]);
  assert.deepEqual(chosen({ outcome: "fails" }), [0, 3], "a tie passes nothing");
  assert.deepEqual(items.compared(0, 0), [0, 1, 0, 2]);
  assert.equal(items.scoreName, "margin of a or b");
  items.ask(null);
  assert.deepEqual(items.subjects, [0, 2]);
});

test("a text of another item beats, ties with or does not beat the item's own", () => {
  assert.deepEqual([0, 1, 2, 3].map((item) => items.rival(0, item)?.outcome ?? null), ["beaten by", "not beaten by", "tied with", null]);
  assert.deepEqual(items.rival(0, 0), { text: "Birds fly", similarity: 1.5, own: 1, outcome: "beaten by" });
  assert.equal(items.rival(2, 0), null, "a scorer has none");
});

test("a choice's address leads back to it, and a wrong one to the start", () => {
  const initial = items.initial;
  assert.deepEqual([initial.first, initial.order], [0, "worst"]);
  const choice = { ...initial, search: "a&b=?#é", labels: { kind: 1 }, first: 2, second: 0, outcome: "fails", order: "gold-up" };
  const read = (query) => address.readChoice(query, initial, items);
  assert.deepEqual(read(address.choiceQuery(choice, initial)), choice);
  assert.equal(address.choiceQuery(initial, initial), "");
  assert.deepEqual(read("first=1&second=9&outcome=x&order=&label=9:kind&label=1:other&label=kind"), initial);
  assert.equal(read("question=1").question, 1);
  assert.equal(read("question=0").question, null, "no share");
  const both = address.addressedItem(address.itemAddress("t0", "a?b/c", "order=best").slice(1));
  assert.deepEqual(both, { task: "t0", id: "a?b/c", query: "order=best" });
});

test("an item's address leads back to it", () => {
  for (const id of ["7", "a/b c", "#x%", "ж", "", "\ud800"]) {
    const found = address.addressedItem(address.itemAddress("t0", id).slice(1));
    assert.equal(found.task, "t0");
    assert.equal(address.placeOf(["other", id], found.id), 1);
  }
  assert.equal(address.addressedItem("item=t0/%E0%A4"), null);
  assert.deepEqual(addressed("#item=t0/7"), ["items", "item=t0/7"]);
  assert.deepEqual(addressed("#report/heros-0"), ["report", "heros-0"]);
});
