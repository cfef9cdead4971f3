// What each encoder makes of an item: a row per encoder, or a card if the view draws a plane.
import { data, h, scrolled } from "../dom.js";
import { fixed } from "../numbers.js";
import type { ItemTab } from "../types.js";
import type { ItemAnswer } from "./ask.js";
import { verdict } from "./parts.js";
import { planeFigure } from "./plane.js";
import { similarityCell } from "./similarity_cell.js";

type OfEncoder = ItemAnswer["encoders"][number];

const PASSES: [string, string, string] = ["passes", "fails", "undefined"];
const HOLDS: [string, string, string] = ["holds", "does not hold", "undefined"];

function encoderCard(tab: ItemTab, own: OfEncoder): HTMLElement {
  const pair = ({ key, label }: ItemTab["similarities"][number]) =>
    h("li", null, h("span", null, label), similarityCell(own.similarities[key] ?? null, "span"));
  return h("section", { class: "card plane-card" }, h("h2", null, data(own.name, 100)),
           own.plane ? planeFigure(own.plane, own.name) : h("p", { class: "note" }, tab.no_plane),
           h("div", { class: "stack plane-facts" },
             h("ul", { class: "pairs", "aria-label": "Cosine similarities" }, tab.similarities.map(pair)),
             h("ul", { class: "criteria", "aria-label": "Criteria" }, (own.criteria ?? []).map((one) =>
               h("li", null, h("p", { class: "criterion" }, h("strong", null, one.name), verdict(one.holds, HOLDS)),
                 h("p", { class: "note" }, one.says))))));
}

function encoderTable(tab: ItemTab, answer: ItemAnswer): HTMLElement {
  const columns = [...(tab.has_verdict ? ["verdict"] : []), ...[...tab.numbers, ...tab.similarities].map(({ label }) => label)];
  const row = (own: OfEncoder) =>
    h("tr", null, h("th", { scope: "row" }, data(own.name, 100)),
      tab.has_verdict && h("td", { class: "verdict-cell" }, verdict(own.passes ?? null, PASSES)),
      tab.numbers.map(({ key }) => h("td", { class: "number" }, fixed(own[key] as number | null, 3))),
      tab.similarities.map(({ key }) => similarityCell(own.similarities[key] ?? null)));
  return h("section", { class: "card" },
           h("h2", { class: "unseen" }, "Encoders"),
           scrolled("Similarities",
             h("table", { class: "heat-table roomy-heat" },
               h("thead", null, h("tr", null, ["encoder", ...columns].map((name) => h("th", { scope: "col" }, name)))),
               h("tbody", null, answer.encoders.map(row)))));
}

export const itemAnswer = (tab: ItemTab, answer: ItemAnswer): HTMLElement[] =>
  tab.no_plane === "" ? [encoderTable(tab, answer)] : answer.encoders.map((own) => encoderCard(tab, own));
