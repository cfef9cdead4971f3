// What each subject gets right and where it fails, with items that show it.
import { data, h, replace, whenIdle } from "../dom.js";
import { itemsOf } from "../data.js";
import { itemAddress } from "../items/address.js";
import { markedSentence } from "../differences.js";
import { shortName } from "../text.js";
import type { Example, Report, Verdict } from "../types.js";

const MOST_SENTENCES = 4;
const MOST_OPEN = 4; // subjects whose examples are not folded away
const LONGEST = 240; // characters of a sentence

function sentences(example: Example, holder: HTMLElement): void {
  const items = itemsOf(example.task);
  const texts = items?.texts[example.item];
  if (!items || !texts) return;
  const [first, ...rest] = texts;
  const lines = [markedSentence(first ?? "", rest.length === 1 ? rest[0]! : null, LONGEST),
                 ...rest.slice(0, MOST_SENTENCES - 1).map((text) => markedSentence(text, first ?? "", LONGEST))];
  replace(holder, h("ul", { class: "sentences" }, lines.map((line) => h("li", null, line))),
          example.text && h("p", { class: "note" }, data(example.text, 400)),
          h("a", { class: "item-link", href: itemAddress(example.task, items.ids[example.item] ?? "") }, "See this item"));
}

function exampleElement(example: Example): HTMLElement {
  const holder = h("div", { class: "example-item" }, example.text && h("p", { class: "note" }, data(example.text, 400)));
  whenIdle(() => sentences(example, holder));
  return h("div", { class: `example ${example.right ? "right" : "wrong"}` },
           h("p", { class: "example-head" }, h("span", { class: "sign", "aria-hidden": "true" }, example.right ? "✓" : "✕"),
             h("span", { class: "example-word" }, example.right ? "Right" : "Wrong")),
           holder);
}

function verdictElement(report: Report, verdict: Verdict): HTMLElement {
  return h("article", { class: "verdict" },
           h("h3", null, data(shortName(report.subjects[verdict.subject]?.name ?? ""))),
           h("p", { class: "verdict-text" }, data(verdict.text)),
           verdict.examples.length > 0 && examples(verdict, report.subjects.length > MOST_OPEN));
}

function examples(verdict: Verdict, folded: boolean): HTMLElement {
  const found = h("div", { class: "examples" }, verdict.examples.map(exampleElement));
  return folded ? h("details", null, h("summary", null, "Items that show it"), found) : found;
}

export function verdicts(report: Report): HTMLElement | null {
  if (report.verdicts.length === 0) return null;
  return h("section", { class: "verdicts", id: "verdicts" }, h("h2", null, "In plain words"),
           h("div", { class: `verdict-grid of-${Math.min(3, report.verdicts.length)}` },
             report.verdicts.map((verdict) => verdictElement(report, verdict))));
}
