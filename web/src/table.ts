// A table of results as an element, with ways to take it along.
import { data, folded, h, scrolled } from "./dom.js";
import { copyText, flash } from "./save.js";
import { isNamed, isNumber, toCsv, toLatex, toMarkdown } from "./table_text.js";
import type { Table, TableCell } from "./types.js";

const WAYS: [string, (table: Table) => string][] = [["Markdown", toMarkdown], ["LaTeX", toLatex], ["CSV", toCsv]];

export function copyButtons(table: () => Table): HTMLElement {
  const button = ([name, write]: [string, (table: Table) => string]) =>
    h("button", {
      class: "quiet", type: "button", "aria-label": `Copy the table as ${name}`,
      onclick: async (event: Event) => {
        const own = event.currentTarget as HTMLElement;
        flash(own, (await copyText(write(table()))) ? "Copied" : "Not copied");
      },
    }, name);
  return h("div", { class: "tools" }, h("span", { class: "tools-word" }, "Copy"), WAYS.map(button));
}

function cellElement(cell: TableCell, first: boolean): HTMLElement {
  if (isNumber(cell)) return h("td", { class: "number" }, data(cell.text, 300));
  const text = isNamed(cell)
    ? [data(cell.label, 300), cell.label !== cell.name && [" ", h("span", { class: "name-identifier" }, data(cell.name, 100))]]
    : data(cell, 300);
  return first ? h("th", { scope: "row" }, text) : h("td", null, text);
}

export function tableElement(table: Table): HTMLElement {
  const numeric = (column: number) => table.rows.some((row) => isNumber(row[column]));
  const head = table.header.map((name, i) =>
    h("th", { scope: "col", class: numeric(i) ? "number" : null }, data(name, 200)));
  const rows = table.rows.map((row) => h("tr", null, row.map((cell, i) => cellElement(cell, i === 0))));
  return scrolled(table.title || "table",
                  h("table", { class: "results" }, h("thead", null, h("tr", null, head)), h("tbody", null, rows)));
}

/** A table that is opened when it is wanted. */
export function foldedTable(table: Table): HTMLElement {
  const summary = [h("span", { class: "summary-title" }, data(table.title, 200)), h("span", { class: "note" }, data(table.note, 300))];
  return folded("card table-card", summary, () => h("div", { class: "table-body" }, copyButtons(() => table), tableElement(table)));
}

export function tableCard(table: Table): HTMLElement {
  return h("section", { class: "card table-card" },
           h("header", { class: "card-head" }, h("h3", null, data(table.title, 200)), copyButtons(() => table)),
           table.note && h("p", { class: "note" }, data(table.note)),
           tableElement(table));
}
