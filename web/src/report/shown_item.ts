// An item as evidence: the sentence, and the two texts whose similarities are compared.
import { itemsOf } from "../data.js";
import { markedSentence } from "../differences.js";
import { h } from "../dom.js";
import { itemAddress } from "../items/address.js";
import { fixed } from "../numbers.js";
import type { Compared, Row, ShownItem } from "../types.js";

const LONGEST = 240; // characters of a sentence

/** The text that both comparisons have. */
export function sharedText(compared: Compared, other?: Compared): number {
  const [a, b] = compared.texts;
  return other?.texts.includes(b) ? b : a;
}

function comparedLine(texts: string[], compared: Compared, shared: number, sign: string): HTMLElement {
  const [a, b] = compared.texts;
  const [from, to] = a === shared ? [a, b] : [b, a];
  return h("li", { class: "compared" },
           h("span", { class: "similarity" }, fixed(compared.similarity)), " ",
           from === shared ? markedSentence(texts[to] ?? "", texts[from] ?? "", LONGEST)
             : [markedSentence(texts[from] ?? "", null, LONGEST), " / ", markedSentence(texts[to] ?? "", texts[from] ?? "", LONGEST)],
           sign && h("span", { class: "compared-sign" }, ` ${sign}`));
}

function rivalLine(rival: NonNullable<ShownItem["rival"]>, own: string | null, sign: string): HTMLElement {
  return h("li", { class: "compared" }, h("span", { class: "similarity" }, fixed(rival.similarity)), " ",
           markedSentence(rival.text, own, LONGEST), h("span", { class: "compared-sign" }, ` ${sign}`));
}

export function shownItem(row: Row, shown: ShownItem): HTMLElement | null {
  const items = itemsOf(row.task);
  const texts = items?.texts[shown.item];
  if (!items || !texts) return null;
  const shared = sharedText(shown.closer, shown.other);
  return h("div", { class: `shown-item ${shown.passes === undefined ? "" : shown.passes ? "right" : "wrong"}` },
           h("p", { class: "shown-text" }, markedSentence(texts[shared] ?? "", null, LONGEST)),
           h("ul", { class: "compared-list" },
             comparedLine(texts, shown.closer, shared, shown.other || shown.rival ? "should be closer" : ""),
             shown.other && comparedLine(texts, shown.other, shared, shown.passes ? "" : "✕"),
             shown.rival && rivalLine(shown.rival, texts[shown.closer.texts[1]] ?? null, shown.passes ? "from another item" : "✕ from another item")),
           h("p", { class: "note" }, shown.rating !== undefined && `Human rating: ${fixed(shown.rating)} · `,
             h("a", { class: "item-link", href: itemAddress(row.task, items.ids[shown.item] ?? "") }, "Open this item")));
}
