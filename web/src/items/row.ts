// An item in the list: its sentences in a line each, and how the chosen subjects did.
import { excerpt, marked, pieces } from "../differences.js";
import { data, h, type Child } from "../dom.js";
import { fixed } from "../numbers.js";
import { clip } from "../text.js";
import type { Choice, ItemTable } from "./model.js";

const MOST_LINES = 3;
const LONGEST = 300; // characters of a line
const LETTER = 8; // pixels, about
const SCORES = 130; // pixels beside the sentences

export function outcomeSign(passes: boolean | null): HTMLElement {
  const [sign, word, kind] = passes === null ? ["–", "no verdict", "none"]
    : passes ? ["✓", "right", "right"] : ["✕", "wrong", "wrong"];
  return h("span", { class: `sign sign-${kind}`, role: "img", "aria-label": word }, sign);
}

// What doesn't fit is left out before the first difference, so that the difference is seen.
function lines(texts: string[], width: number): HTMLElement[] {
  const room = Math.max(16, (width - SCORES) / LETTER);
  const cut = texts.slice(0, MOST_LINES).map((text) => clip(text, LONGEST));
  const first = cut[0] ?? "";
  return cut.map((text, i) => {
    const other = i > 0 ? first : cut.length === 2 && texts.length === 2 ? cut[1]! : null;
    const found = other === null ? [{ text, differs: false }] : pieces(text, other);
    return h("span", { class: "line" }, marked(excerpt(found, room)));
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

export function itemRow(table: ItemTable, item: number, choice: Choice, width: number): HTMLElement {
  const texts = table.items.texts[item] ?? [];
  const more = texts.length - MOST_LINES;
  const [a, b] = [table.score(choice.first, item), table.score(choice.second, item)];
  const gold = table.gold(item);
  return h("div", { class: "item-row" },
           h("span", { class: "row-texts" }, lines(texts, width)),
           h("span", { class: "row-scores" },
             scoreLine(table, choice.first, item, choice.second !== null && h("span", { class: "which" }, "A")),
             choice.second !== null && scoreLine(table, choice.second, item, h("span", { class: "which" }, "B")),
             choice.second !== null && a !== null && b !== null &&
               h("span", { class: "row-moved" }, `B − A ${b - a > 0 ? "+" : ""}${fixed(b - a, 3)}`)),
           h("span", { class: "row-foot" }, data(clip(table.items.ids[item] ?? "", 60)),
             more > 0 && h("span", null, `+ ${more} more sentence${more === 1 ? "" : "s"}`),
             gold !== null && h("span", null, `rated ${fixed(gold)}`),
             table.canPass && table.subjects.length > 1 && strip(table, item)));
}
