// The pairs that were measured, with their cosines.
import { markedSentence } from "../differences.js";
import { data, h, replace, scrolled } from "../dom.js";
import { select } from "../items/controls.js";
import { count, fixed } from "../numbers.js";
import { saveFile } from "../save.js";
import { toCsv } from "../table_text.js";
import { shortName } from "../text.js";
import type { Groups, Table } from "../types.js";
import type { VariantExample, CorpusResult } from "./ask.js";
import { similarityCell } from "./similarity_cell.js";

const AT_ONCE = 50;

const asTable = (result: CorpusResult): Table => ({
  title: "Pairs", note: "",
  header: ["original", "variant", "kind", "place", ...result.encoders],
  rows: result.examples.map((one) => [one.original, one.variant, one.kind, one.place,
                                      ...one.cosines.map((v) => ({ v, text: fixed(v, 4) }))]),
});

type Order = { by: number; up: boolean } | null;

function ordered(examples: VariantExample[], order: Order): VariantExample[] {
  if (!order) return examples;
  const sign = order.up ? 1 : -1;
  const value = (one: VariantExample) => one.cosines[order.by] ?? sign * Infinity; // undefined ones last
  return [...examples].sort((a, b) => sign * (value(a) - value(b)));
}

export function examplesCard(groups: Groups, result: CorpusResult): HTMLElement {
  const body = h("tbody");
  const more = h("button", { class: "quiet", type: "button" }, "Show more");
  const found = h("p", { class: "note", role: "status" });
  let kind = "", place = "", order: Order = null, shown = AT_ONCE;
  const row = (one: VariantExample) => h("tr", null,
    h("td", null, h("div", { class: "pair" }, markedSentence(one.variant, one.original, 600),
      h("span", { class: "pair-kind" }, groups.find(({ name }) => name === one.kind)?.says, one.place && ` · ${one.place}`))),
    one.cosines.map((value) => similarityCell(value, "td", 3)));
  const draw = () => {
    const chosen = ordered(result.examples.filter((one) =>
      (kind === "" || one.kind === kind) && (place === "" || one.place === place)), order);
    replace(body, chosen.slice(0, shown).map(row));
    more.hidden = chosen.length <= shown;
    const listed = result.pairs > result.examples.length ? ` of the first ${count(result.examples.length)}` : "";
    replace(found, `${count(Math.min(shown, chosen.length))} of ${count(chosen.length)} pairs${listed}; ${count(result.pairs)} were measured.`);
  };
  const again = () => { shown = AT_ONCE; draw(); };
  more.addEventListener("click", () => { shown += 4 * AT_ONCE; draw(); });
  const orders = [{ value: "", text: "as in the text" }, ...result.encoders.flatMap((name, i) => [
    { value: `${i} up`, text: `lowest first, ${shortName(name)}` }, { value: `${i} down`, text: `highest first, ${shortName(name)}` }])];
  const places = [...new Set(result.examples.map((one) => one.place))].filter((one) => one !== "");
  const controls = h("div", { class: "controls" },
    select("Kind", [{ value: "", text: "both" }, ...groups.map(({ name, says }) => ({ value: name, text: says }))], "",
           (value) => { kind = value; again(); }),
    select("Place of the insertion", [{ value: "", text: "any" }, ...places.map((value) => ({ value, text: value }))], "",
           (value) => { place = value; again(); }),
    select("Order", orders, "", (value) => {
      const [by, way] = value.split(" ");
      order = value === "" ? null : { by: Number(by), up: way === "up" };
      again();
    }));
  draw();
  return h("section", { class: "card examples-card" },
           h("header", { class: "card-head" }, h("h2", null, "Pairs"),
             h("div", { class: "tools" }, h("button", {
               class: "quiet", type: "button", onclick: () => saveFile("pairs.csv", toCsv(asTable(result)), "text/csv"),
             }, "Save as CSV"))),
           controls, found,
           scrolled("Pairs",
             h("table", { class: "heat-table examples-table" },
               h("thead", null, h("tr", null, h("th", { scope: "col" }, "variant"),
                 result.encoders.map((name) => h("th", { scope: "col" }, data(name, 60))))), body)), more);
}
