// How passages rank for a query, encoder by encoder, among near misses of the passage that is right.
import { markedSentence } from "../differences.js";
import { data, h, replace, scrolled } from "../dom.js";
import { select } from "../items/controls.js";
import { fixed } from "../numbers.js";
import { copyButtons } from "../table.js";
import { clip } from "../text.js";
import type { Table } from "../types.js";
import type { View } from "../views.js";
import { ask, type SearchAnswer } from "./ask.js";
import { AddressedInputs, inputOf } from "./addressed_inputs.js";
import { Asker, benchView, form, heading, mainButton, textArea, textField, type Built } from "./parts.js";
import { rangeOf, similarityCell } from "./similarity_cell.js";

const FIRST = ["Turn on the heating in room 20 with the red switch.", "The heating in the lobby is turned on in October.",
               "Room 20 has a bath and a balcony.", "The red switch rings the bell."];

/** Paragraphs between blank lines, or one passage per line if there is no blank line. */
export function passagesOf(text: string): string[] {
  const parts = /\n\s*\n/.test(text.trim()) ? text.trim().split(/\n\s*\n/) : text.split("\n");
  return parts.map((part) => part.replace(/\s+/g, " ").trim()).filter((part) => part !== "");
}

const kindOf = ({ right, near_miss }: SearchAnswer["passages"][number]) =>
  right ? "right passage" : near_miss !== null ? `near miss: ${near_miss}` : "";

/** Places of the passages, as the first encoder ranks them. */
function order(answer: SearchAnswer): number[] {
  const ranks = answer.encoders[0]!.ranks;
  const rank = (i: number) => ranks[i] ?? Infinity;
  return answer.passages.map((_, i) => i).sort((a, b) => rank(a) - rank(b) || a - b);
}

const asTable = (answer: SearchAnswer): Table => ({
  title: "Ranks", note: "",
  header: ["passage", "kind", ...answer.encoders.flatMap(({ name }) => [`rank, ${name}`, `similarity, ${name}`])],
  rows: order(answer).map((i) => [
    answer.passages[i]!.text, kindOf(answer.passages[i]!),
    ...answer.encoders.flatMap(({ ranks, similarities }) =>
      [{ v: ranks[i]!, text: fixed(ranks[i], 0) }, { v: similarities[i]!, text: fixed(similarities[i], 3) }]),
  ]),
});

function answerCard(answer: SearchAnswer): HTMLElement {
  const right = answer.passages.find((one) => one.right);
  const ranges = answer.encoders.map(({ similarities }) => rangeOf(similarities));
  const passage = (one: SearchAnswer["passages"][number]) =>
    h("th", { scope: "row" }, one.near_miss !== null && right ? markedSentence(one.text, right.text) : data(one.text, 600),
      kindOf(one) !== "" && h("span", { class: `passage-kind ${one.right ? "right" : "near-miss"}` }, kindOf(one)));
  const row = (i: number) =>
    h("tr", null, passage(answer.passages[i]!),
      answer.encoders.map(({ ranks, similarities }, encoder) => [
        h("td", { class: "number rank" }, fixed(ranks[i], 0)), similarityCell(similarities[i]!, "td", 3, ranges[encoder] ?? null)]));
  return h("section", { class: "card" },
           h("header", { class: "card-head" }, h("h2", null, "Ranks"), copyButtons(() => asTable(answer))),
           scrolled("Ranks",
             h("table", { class: "heat-table search-table" },
               h("thead", null, h("tr", null, h("th", { scope: "col" }, "passage"),
                 answer.encoders.map(({ name }) => h("th", { scope: "colgroup", colspan: 2 }, data(clip(name, 40)))))),
               h("tbody", null, order(answer).map(row)))),
           note(answer));
}

function note(answer: SearchAnswer): HTMLElement | false {
  if (!answer.passages.some((one) => one.right)) return false;
  if (answer.passages.some((one) => one.near_miss !== null)) {
    return h("p", { class: "note spaced" }, "A near miss is the right passage with one change of what the query mentions.");
  }
  return h("p", { class: "note spaced" }, answer.has_rules ? "The rules can't change what the query mentions, which would make near misses."
    : "This sonde was built without the rules that make near misses.");
}

function build(): Built {
  const answers = h("div");
  const asker = new Asker(answers);
  const query = textField("Query", "How do I turn on the heating in room 20?");
  const field = textArea("Passages, one per line or with blank lines between", FIRST.join("\n"), { rows: 5 });
  const chooser = h("div");
  let right = "1";
  const choices = () => [{ value: "0", text: "not marked" },
    ...passagesOf(field.input.value).map((text, i) => ({ value: String(i + 1), text: `${i + 1} ${clip(text, 60)}` }))];
  const choose = () => {
    if (Number(right) >= choices().length) right = "0";
    replace(chooser, select("Right passage", choices(), right, (value) => { right = value; measure(); }));
  };
  const measure = () => {
    choose();
    inputs.write();
    void asker.run(() => ask<SearchAnswer>("POST", "/api/search", {
      query: query.input.value, passages: passagesOf(field.input.value), ...right === "0" ? {} : { right: Number(right) },
    }), (answer) => replace(answers, answerCard(answer)));
  };
  field.input.addEventListener("change", choose);
  const inputs = new AddressedInputs("search", {
    query: inputOf(query.input), passages: inputOf(field.input, choose),
    right: { value: () => right, take: (value) => { right = value; choose(); } },
  });
  choose();
  const element = h("div", { class: "bench" },
    heading("Search", "Which passage does each encoder find first, and is the right one before its near misses?"),
    form(measure, query.element, field.element, chooser, h("div", { class: "form-foot" }, mainButton("Search"), asker.status)), answers);
  return { element, inputs, measure };
}

export const searchView = (): View => benchView("search", "Search", build);
