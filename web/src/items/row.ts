// An item in the list: its sentences in a line each, and how the chosen subjects did.
import { excerpt, marked, pieces } from "../differences.js";
import { data, h, type Child } from "../dom.js";
import { counted, fixed } from "../numbers.js";
import { clip, shortName } from "../text.js";
import type { Report } from "../types.js";
import type { Choice, ItemTable } from "./model.js";
import { shownTexts, type ShownText } from "./roles.js";

const LONGEST = 300; // characters of a line
const LETTER = 8; // pixels, about
const NARROW = 500; // pixels of a list
const BESIDE = 210; // pixels of the names and the scores

export function outcomeSign(passes: boolean | null): HTMLElement {
  const [sign, word, kind] = passes === null ? ["–", "no verdict", "none"]
    : passes ? ["✓", "right", "right"] : ["✕", "wrong", "wrong"];
  return h("span", { class: `sign sign-${kind}`, role: "img", "aria-label": word }, sign);
}

// Text that doesn't fit is left out before the first difference, so that the difference is seen.
function lines(table: ItemTable, item: number, shown: ShownText[], width: number): HTMLElement[] {
  const cut = shown.map(({ place }) => clip(table.items.texts[item]![place] ?? "", LONGEST));
  const perLine = shown.length > 2 && width > NARROW ? 1 : 2;
  const room = perLine * Math.max(16, (width - BESIDE) / LETTER);
  return shown.map(({ name }, i) => {
    const other = i > 0 ? cut[0]! : cut.length === 2 ? cut[1]! : null;
    const found = other === null ? [{ text: cut[i]!, differs: false }] : pieces(cut[i]!, other, i > 0);
    return h("span", { class: `line line-${perLine}` }, name && h("span", { class: "line-name" }, data(name, 40)), marked(excerpt(found, room)));
  });
}

function scoreLine(table: ItemTable, subject: number, item: number, name: Child): HTMLElement {
  return h("span", { class: "row-score" }, name, table.canPass && outcomeSign(table.passes(subject, item)),
           h("span", { class: "row-number" }, fixed(table.score(subject, item), 3)));
}

/** Each subject as a small square, so that an item hard for all is seen at once. */
function strip(table: ItemTable, item: number): HTMLElement {
  const cells = table.subjects.map((subject) => {
    const passes = table.passes(subject, item);
    return h("i", { class: passes === null ? "none" : passes ? "right" : "wrong" });
  });
  const right = table.subjects.filter((subject) => table.passes(subject, item)).length;
  return h("span", { class: "strip", role: "img", "aria-label": `${right} of ${table.subjects.length} right` }, cells);
}

/** What the numbers and signs of the list are. */
export function listLegend(report: Report, table: ItemTable, choice: Choice): HTMLElement[] {
  const name = (subject: number) => data(shortName(report.subjects[subject]?.name ?? ""));
  if (table.subjects.length === 0) return [];
  const of = choice.second === null ? name(choice.first) : ["A ", name(choice.first), ", B ", name(choice.second)];
  return [
    h("span", null, "number: ", data(table.scoreName, 100), " of ", of),
    ...(table.canPass && table.subjects.length > 1
      ? [h("span", null, h("span", { class: "strip", "aria-hidden": "true" }, h("i", { class: "right" }), h("i", { class: "wrong" })),
           " one per encoder: right, wrong")] : []),
  ];
}

export function itemRow(table: ItemTable, item: number, choice: Choice, width: number): HTMLElement {
  const shown = shownTexts(table, item, choice.first);
  const more = (table.items.texts[item] ?? []).length - shown.length;
  const [a, b] = [table.score(choice.first, item), table.score(choice.second, item)];
  const gold = table.gold(item);
  return h("div", { class: "item-row" },
           h("span", { class: "row-texts" }, lines(table, item, shown, width)),
           h("span", { class: "row-scores" },
             scoreLine(table, choice.first, item, choice.second !== null && h("span", { class: "which" }, "A")),
             choice.second !== null && scoreLine(table, choice.second, item, h("span", { class: "which" }, "B")),
             choice.second !== null && a !== null && b !== null &&
               h("span", { class: "row-moved" }, `B − A ${b - a > 0 ? "+" : ""}${fixed(b - a, 3)}`)),
           h("span", { class: "row-foot" }, data(clip(table.items.ids[item] ?? "", 60)),
             more > 0 && h("span", null, `+ ${counted(more, "more sentence")}`),
             gold !== null && h("span", null, `rated ${fixed(gold)}`),
             table.canPass && table.subjects.length > 1 && strip(table, item)));
}
