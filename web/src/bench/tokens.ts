// Tokens as a model's vocabulary spells them. Those beyond the length limit are crossed out.
import { data, h } from "../dom.js";
import { count } from "../numbers.js";
import { clip } from "../text.js";
import type { BenchToken, Remark, SentencesAnswer } from "./ask.js";

const MOST = 600; // shown of a sentence

function chip(token: BenchToken): HTMLElement {
  const kind = token.special ? "token special" : "token";
  if (token.kept) return h("span", { class: kind }, data(token.text, 60));
  return h("del", { class: `${kind} cut` }, data(token.text, 60));
}

function counted(remark: Remark): string {
  const cut = remark.tokens - remark.kept;
  const words = [`${count(remark.tokens)} tokens`];
  if (cut > 0) words.push(`the encoder reads ${count(remark.kept)} of them, ${count(cut)} are cut off`);
  if (remark.unknown > 0) words.push(`${count(remark.unknown)} unknown`);
  return words.join("; ");
}

function ofSentence(tokens: BenchToken[], remark: Remark, sentence: string, place: number): HTMLElement {
  const more = tokens.length - MOST;
  return h("li", { class: "tokens" },
           h("p", { class: remark.kept < remark.tokens ? "note cut-note" : "note" },
             `${place + 1}: `, data(clip(sentence, 60)), " · ", counted(remark)),
           h("p", { class: "token-row" }, tokens.slice(0, MOST).map(chip), more > 0 && ` … and ${count(more)} more`));
}

export function tokensElement(own: SentencesAnswer["encoders"][number], sentences: string[]): HTMLElement {
  const { tokens, remarks } = own;
  if (!tokens) return h("p", { class: "note spaced" }, "This encoder does not report its tokens.");
  const cut = remarks.some((remark) => remark.kept < remark.tokens);
  return h("details", { open: cut, class: "spaced" },
           h("summary", null, cut ? "Tokens (some sentences were truncated)" : "Tokens"),
           h("ol", { class: "stack token-list" },
             tokens.map((those, i) => ofSentence(those, remarks[i]!, sentences[i]!, i))));
}
