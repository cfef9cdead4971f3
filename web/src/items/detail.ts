// An item in full: every sentence, its labels, and each subject's numbers row by row.
import { markedSentence } from "../differences.js";
import { data, h } from "../dom.js";
import { counted, fixed } from "../numbers.js";
import { copyText, flash } from "../save.js";
import { copyButtons, tableElement } from "../table.js";
import { isNumber } from "../table_text.js";
import { shortName } from "../text.js";
import type { Num, Report, Table, Task } from "../types.js";
import { itemAddress } from "./address.js";
import type { Choice, ItemTable } from "./model.js";
import { placesOf, rowName, rowTitle, textTitles } from "./roles.js";
import { outcomeSign } from "./row.js";

const MOST_TABLES = 3; // that are not folded away
const LONGEST = 20_000; // characters of a sentence that are shown

const number = (value: number | null | undefined, digits = 3): Num =>
  ({ v: value ?? null, text: value === null || value === undefined ? "undefined" : fixed(value, digits) });

function sentences(table: ItemTable, item: number): HTMLElement {
  const texts = table.items.texts[item] ?? [];
  const names = textTitles(table, item);
  const pair = texts.length === 2;
  const isNumbered = names.every((name) => name === "") && table.rowsOf(item).some((row) => placesOf(table, row).length === 3);
  return h("ol", { class: isNumbered ? "detail-sentences numbered" : "detail-sentences" }, texts.map((text, i) =>
    h("li", null, names[i] && h("span", { class: "role" }, data(names[i]!, 60)),
      markedSentence(text, i > 0 ? texts[0]! : pair ? texts[1]! : null, LONGEST))));
}

/** Per subject, the closest text of another item and the item's own. */
function rivals(report: Report, table: ItemTable, item: number): HTMLElement | null {
  const found = table.subjects.flatMap((subject) => {
    const rival = table.rival(subject, item);
    return rival ? [{ rival, name: shortName(report.subjects[subject]?.name ?? "") }] : [];
  });
  const [row] = table.rowsOf(item);
  if (found.length === 0 || row === undefined) return null;
  const texts = table.items.texts[item] ?? [], own = texts[placesOf(table, row)[1] ?? 1] ?? null;
  return h("section", null, h("h3", null, "Closest text of another item"),
           h("ul", { class: "detail-rivals" }, found.map(({ rival, name }) =>
             h("li", { class: rival.outcome === "beaten by" ? "wrong" : null },
               h("span", { class: "role" }, data(name), ": ", data(rowTitle(table, row) || "own text", 60), ` ${fixed(rival.own, 3)}, ${rival.outcome} ${fixed(rival.similarity, 3)}`),
               markedSentence(rival.text, own, LONGEST)))));
}

function labels(table: ItemTable, item: number): HTMLElement | null {
  const all = Object.entries(table.items.labels);
  if (all.length === 0) return null;
  return h("dl", { class: "labels" }, all.map(([name, { values, of }]) =>
    h("div", null, h("dt", null, data(name, 60)), h("dd", null, data(values[of[item] ?? -1] ?? "–", 120)))));
}

const measurementTitle = (name: string) => name.replace(/_/g, " ");

/** The same with rows for columns, where there are more columns than rows. */
function upright(table: Table): Table {
  if (table.header.length - 1 <= table.rows.length) return table;
  const names = table.rows.map((row) => row[0] as string);
  return { ...table, header: ["row", ...names], rows: table.header.slice(1).map((name, i) => [name, ...table.rows.map((row) => row[i + 1]!)]) };
}

/** A number of the whole item is repeated in each of its rows: one column shows it. */
function once(table: Table): Table {
  const same = (row: Table["rows"][number]) =>
    row.slice(2).every((cell) => isNumber(cell) && isNumber(row[1]!) && cell.v === row[1].v);
  if (table.header.length < 3 || !table.rows.every(same)) return table;
  return { ...table, header: ["subject", table.title], rows: table.rows.map((row) => row.slice(0, 2)) };
}

/** A table a measurement: a line for each subject, a column for each row of the item. */
function numbers(report: Report, table: ItemTable, item: number): Table[] {
  const rows = table.rowsOf(item);
  const of = (subject: number, measurement: number, row: number) =>
    number(table.items.values[subject]?.[measurement]?.[row]);
  const measured = table.items.values.flatMap((values, i) => (values ? [i] : []));
  const name = (subject: number) => shortName(report.subjects[subject]?.name ?? "");
  if (rows.length === 1)
    return [{
      title: "Numbers", note: "", header: ["subject", ...table.items.measurement_titles.map(measurementTitle)],
      rows: measured.map((subject) => [name(subject), ...table.items.measurements.map((_, m) => of(subject, m, rows[0]!))]),
    }];
  return table.items.measurements.map((measurement, m) => ({
    title: measurementTitle(table.items.measurement_titles[m] ?? measurement), note: "",
    header: ["subject", ...rows.map((row, i) => rowName(table, item, row, i))],
    rows: measured.map((subject) => [name(subject), ...rows.map((row) => of(subject, m, row))]),
  })).map(once).filter((one) => one.header.length > 2 || one.title !== table.scoreName).map(upright).filter((one) => one.rows.some((row) => row.some((cell) => isNumber(cell) && cell.v !== null)));
}

function numbersElement(table: Table): HTMLElement {
  return h("section", { class: "detail-numbers" },
           h("header", { class: "card-head" }, h("h3", null, data(table.title, 120)), copyButtons(() => table)), tableElement(table));
}

function allNumbers(tables: Table[]): HTMLElement[] {
  const shown = tables.slice(0, MOST_TABLES).map(numbersElement);
  const more = tables.length - shown.length;
  if (more === 0) return shown;
  return [...shown, h("details", null, h("summary", null, counted(more, "more measurement")),
                      h("div", { class: "stack" }, tables.slice(MOST_TABLES).map(numbersElement)))];
}

function scores(report: Report, table: ItemTable, item: number, choice: Choice): HTMLElement {
  const order = table.subjects.slice().sort((a, b) => (table.score(b, item) ?? -Infinity) - (table.score(a, item) ?? -Infinity));
  return h("section", null, h("h3", null, data(table.scoreName, 160)),
           h("ul", { class: "detail-scores" }, order.map((subject) =>
             h("li", { class: subject === choice.first || subject === choice.second ? "chosen" : null },
               table.canPass && outcomeSign(table.passes(subject, item)),
               h("span", { class: "name" }, data(shortName(report.subjects[subject]?.name ?? ""))),
               h("span", { class: "row-number" }, fixed(table.score(subject, item), 3))))));
}

export function itemDetail(report: Report, task: Task, table: ItemTable, item: number, choice: Choice): HTMLElement {
  const id = table.items.ids[item] ?? "";
  const gold = table.gold(item);
  const link = () => (location.protocol === "file:" ? "" : location.href.split("#")[0]) + itemAddress(task.id, id);
  const copy = h("button", {
    class: "quiet", type: "button", title: "Of a file: what follows its name in the address",
    onclick: async () => flash(copy, (await copyText(link())) ? "Copied" : "Not copied"),
  }, "Copy link");
  return h("article", { class: "detail" },
           h("header", { class: "card-head" },
             h("div", null, h("p", { class: "kicker" }, data(task.title || task.dataset, 100)), h("h2", null, data(id, 120))), copy),
           sentences(table, item), rivals(report, table, item),
           gold !== null && h("p", { class: "note" }, `Human rating: ${fixed(gold)}.`),
           labels(table, item), scores(report, table, item, choice), allNumbers(numbers(report, table, item)));
}
