// The evidence of a cell, in a dialog: the value, what it means, and the items with the smallest margins.
import { data, h } from "../dom.js";
import { count, fixed, intervalText, percent, valueText } from "../numbers.js";
import { rowItems } from "../items/address.js";
import { shortName } from "../text.js";
import type { Matrix, Report, Row, Value } from "../types.js";
import { bar, levelSentence, levelWord, STATES } from "./level.js";
import { sheet } from "./dialog.js";
import { shownItem } from "./shown_item.js";

function leftOut(value: Value): string {
  if (value.left_out === 0) return "none left out";
  const reasons = Object.entries(value.reasons).filter(([, n]) => n > 0);
  const why = reasons.length === 1 ? reasons[0]![0] : reasons.map(([reason, n]) => `${count(n)} ${reason}`).join("; ");
  return `${count(value.left_out)} left out${why && ` (${why})`}`;
}

function scale(row: Row, value: Value): string {
  const say = (of: number) => (row.share ? `${percent(of)}%` : fixed(of));
  const counting = row.counting === null ? "" : ` · counting words ${say(row.counting)}`;
  const ties = value.ties ? ` · ${percent(value.ties)}% ties` : "";
  return `chance ${say(row.chance)}${counting} · ${count(value.n)} items · ${leftOut(value)}${ties}`;
}

function worst(row: Row, value: Value): HTMLElement | null {
  if (value.worst.length === 0) return null;
  return h("details", { open: true }, h("summary", null, row.share ? "Items with the smallest margins" : "Items that differ most from the ratings"),
           h("div", { class: "shown-items" }, value.worst.map((shown) => shownItem(row, shown))));
}

function body(row: Row, value: Value, subject: number): HTMLElement[] {
  return [
    h("div", { class: "evidence-line" },
      h("strong", { class: "evidence-value" }, valueText(value.value, row.share)),
      h("span", { class: "evidence-interval" }, intervalText(value.low, value.high, row.share)), levelWord(value.level)),
    bar(row, value),
    h("p", null, levelSentence(row, value)),
    h("p", { class: "evidence-says" }, "The value is the ", data(row.says), "."),
    h("p", { class: "note" }, scale(row, value)),
    h("p", { class: "note" }, data(row.dataset, 300), " · ", h("a", { href: rowItems(row, { first: subject }), class: "evidence-link" }, "all items"),
      " · ", h("span", { class: "identifier" }, data(row.result, 100))),
    ...[worst(row, value)].filter((one) => one !== null),
  ];
}

const { dialog, show } = sheet("sheet-title");
let afterClose = () => {};

// The event comes late: by then another cell may be open.
dialog.addEventListener("close", () => { if (!dialog.open) afterClose(); });

export function showEvidence(report: Report, matrix: Matrix, number: number, subject: number, closed: () => void): void {
  const row = matrix.rows[number]!;
  const cell = row.cells[subject]!;
  if (dialog.open) dialog.close();
  afterClose = closed;
  show(h("div", null, h("p", { class: "kicker" }, data(shortName(report.subjects[subject]!.name)), " · ", row.group),
         h("h2", { id: "sheet-title" }, data(row.asks))),
       cell.state === "value" ? body(row, cell, subject) : h("p", { class: "state" }, STATES[cell.state], cell.why && ": ", data(cell.why)));
  dialog.scrollTop = 0;
}
