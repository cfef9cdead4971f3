// Controls that select and order the items: search, labels, subjects, outcome, order.
import { data, h, type Child } from "../dom.js";
import { shortName } from "../text.js";
import type { Report } from "../types.js";
import type { Choice, ItemTable, Order, Outcome } from "./model.js";

const MOST_VALUES = 60; // a label with more is for searching, not for a menu

interface Option { value: string; text: string }

export function select(name: string, options: Option[], chosen: string, act: (value: string) => void): HTMLElement {
  const menu = h("select", { onchange: () => act(menu.value) },
                 options.map(({ value, text }) => h("option", { value, selected: value === chosen }, text)));
  return field(name, menu);
}

export const field = (name: Child, control: HTMLElement, kind = "field") =>
  h("label", { class: kind }, h("span", { class: "field-name" }, name), control);

function orders(table: ItemTable, choice: Choice): Option[] {
  const found: [Order, string, boolean][] = [
    ["given", "data-set order", true], ["worst", "worst first", true], ["best", "best first", true],
    ["moved", "largest difference first", choice.second !== null],
    ["gold-down", "highest rating first", table.hasGold], ["gold-up", "lowest rating first", table.hasGold],
  ];
  return found.filter(([, , there]) => there).map(([value, text]) => ({ value, text }));
}

function outcomes(table: ItemTable, choice: Choice): Option[] {
  const pair = table.canPass && choice.second !== null;
  const found: [Outcome, string, boolean][] = [
    ["all", "all items", true], ["fails", "wrong", table.canPass], ["passes", "right", table.canPass],
    ["only-first", "A right, B wrong", pair], ["only-second", "B right, A wrong", pair], ["undefined", "undefined", true],
  ];
  return found.filter(([, , there]) => there).map(([value, text]) => ({ value, text }));
}

/** The controls; `changed` is called with what to change. */
export function controls(report: Report, table: ItemTable, choice: Choice,
                         changed: (change: Partial<Choice>) => void): HTMLElement[] {
  const subjects = table.subjects.map((i) => ({ value: String(i), text: shortName(report.subjects[i]?.name ?? "") }));
  const none = { value: "", text: "none" };
  const others = subjects.filter(({ value }) => value !== String(choice.first));
  const labels = Object.entries(table.items.labels).filter(([, { values }]) => values.length > 1 && values.length <= MOST_VALUES);
  const labelMenu = ([name, { values }]: [string, { values: string[] }]) =>
    select(shortName(name), [{ value: "", text: "any" }, ...values.map((value, i) => ({ value: String(i), text: shortName(value) || "(empty)" }))],
           String(choice.labels[name] ?? ""), (value) => {
             const { [name]: _, ...others } = choice.labels;
             changed({ labels: value === "" ? others : { ...others, [name]: Number(value) } });
           });
  return [
    select(choice.second === null ? "Encoder" : "Encoder A", subjects, String(choice.first), (value) =>
      changed({ first: Number(value), ...(Number(value) === choice.second && { second: null }) })),
    ...(subjects.length > 1 ? [select("Compare with", [none, ...others], String(choice.second ?? ""), (value) =>
      changed(value === "" ? { second: null } : { second: Number(value), order: "moved" }))] : []),
    ...(table.questions.length > 0 ? [select("Question", [{ value: "", text: table.items.score.name },
      ...table.questions.map((one) => ({ value: String(one), text: table.items.questions[one]!.title }))],
      String(choice.question ?? ""), (value) => changed({ question: value === "" ? null : Number(value) }))] : []),
    select("Order", orders(table, choice), choice.order, (value) => changed({ order: value as Order })),
    select("Result", outcomes(table, choice), choice.outcome, (value) => changed({ outcome: value as Outcome })),
    ...labels.map(labelMenu),
  ];
}

export function searchField(changed: (text: string) => void): HTMLElement {
  const input = h("input", { type: "search", placeholder: "Search sentences or IDs", spellcheck: "false",
                             oninput: () => changed(input.value) });
  return field(data("Search"), input, "field wide");
}
