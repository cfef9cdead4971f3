// The answer on an item: a table with a column per encoder, or a card each if the view draws a plane.
import { markedSentence } from "../differences.js";
import { data, h, scrolled, type Child } from "../dom.js";
import { fixed } from "../numbers.js";
import { shortName } from "../text.js";
import type { ItemTab } from "../types.js";
import type { Criterion, ItemAnswer } from "./ask.js";
import { verdict } from "./parts.js";
import { planeFigure } from "./plane.js";
import { rangeOf, similarityCell } from "./similarity_cell.js";

type OfEncoder = ItemAnswer["encoders"][number];
type Similarity = ItemTab["similarities"][number];

const PASSES: [string, string, string] = ["passes", "fails", "undefined"];
const HOLDS: [string, string, string] = ["holds", "does not hold", "undefined"];

function encoderCard(tab: ItemTab, own: OfEncoder): HTMLElement {
  const pair = ({ key, label }: Similarity) =>
    h("li", null, h("span", null, label), similarityCell(own.similarities[key] ?? null, "span"));
  return h("section", { class: "card plane-card" }, h("h2", null, data(own.name, 100)),
           own.plane ? planeFigure(own.plane, own.name) : h("p", { class: "note" }, tab.no_plane),
           h("div", { class: "stack plane-facts" },
             h("ul", { class: "pairs", "aria-label": "Cosine similarities" }, tab.similarities.map(pair)),
             h("ul", { class: "criteria", "aria-label": "Criteria" }, (own.criteria ?? []).map((one) =>
               h("li", null, h("p", { class: "criterion" }, h("strong", null, one.name), verdict(one.holds, HOLDS)),
                 h("p", { class: "note" }, one.says))))));
}

/** The criteria of a table say the same for all encoders. */
function criterionRow(encoders: OfEncoder[], { name, says }: Criterion, i: number): HTMLElement {
  return h("tr", null, h("th", { scope: "row" }, name, says && h("span", { class: "role" }, says)),
           encoders.map((own) => h("td", { class: "verdict-cell" }, verdict(own.criteria![i]!.holds, PASSES))));
}

function answerTable(tab: ItemTab, { encoders }: ItemAnswer, asked: Record<string, string>): HTMLElement {
  const sentence = asked[tab.texts[0]!.key]!;
  const shown = tab.similarities.filter(({ text }) => text === "" || asked[text]!.trim() !== "");
  const ranges = encoders.map((own) => rangeOf(shown.map(({ key }) => own.similarities[key] ?? null)));
  const similarityRow = ({ key, label, text }: Similarity) =>
    h("tr", null, h("th", { scope: "row" }, h("span", { class: "role" }, label), text !== "" && markedSentence(asked[text]!, sentence)),
      encoders.map((own, i) => similarityCell(own.similarities[key] ?? null, "td", 3, ranges[i])));
  const footRow = (name: string, cell: (own: OfEncoder) => Child, kind: string) =>
    h("tr", null, h("th", { scope: "row" }, name), encoders.map((own) => h("td", { class: kind }, cell(own))));
  return h("section", { class: "card" },
           h("h2", { class: "unseen" }, "Similarities"),
           scrolled("Similarities",
             h("table", { class: "heat-table item-table" },
               h("thead", null, h("tr", null, h("th", { scope: "col" }, "cosine"),
                 encoders.map((own) => h("th", { scope: "col" }, data(shortName(own.name)))))),
               h("tbody", null, shown.map(similarityRow)),
               h("tfoot", null,
                 tab.numbers.map(({ key, label }) => footRow(label, (own) => fixed(own[key] as number | null, 3), "number")),
                 tab.has_verdict && footRow("verdict", (own) => verdict(own.passes ?? null, PASSES), "verdict-cell"),
                 (encoders[0]?.criteria ?? []).map((one, i) => criterionRow(encoders, one, i))))),
           shown.length > 1 && h("p", { class: "note spaced" }, "Colours range from an encoder's lowest value to its highest."));
}

export const itemAnswer = (tab: ItemTab, answer: ItemAnswer, asked: Record<string, string>): HTMLElement[] =>
  tab.no_plane === "" ? [answerTable(tab, answer, asked)] : answer.encoders.map((own) => encoderCard(tab, own));
