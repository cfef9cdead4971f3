// How similar sentences are to each encoder, and the tokens that each sees.
import { data, h, replace, scrolled } from "../dom.js";
import { fixed } from "../numbers.js";
import { copyButtons } from "../table.js";
import { clip } from "../text.js";
import type { Table } from "../types.js";
import type { View } from "../views.js";
import { ask, type SentencesAnswer } from "./ask.js";
import { AddressedInputs, inputOf } from "./addressed_inputs.js";
import { Asker, benchView, form, heading, mainButton, textArea, type Built } from "./parts.js";
import { rangeOf, similarityCell } from "./similarity_cell.js";
import { tokensElement } from "./tokens.js";

type OfEncoder = SentencesAnswer["encoders"][number];

const FIRST = ["The committee approved the plan.", "The plan was approved by the committee.",
               "The committee did not approve the plan.", "The plan approved the committee."];

export const linesOf = (text: string) => text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "");

const asTable = (own: OfEncoder, sentences: string[]): Table => ({
  title: `Cosine similarities, ${own.name}`, note: "",
  header: ["sentence", ...sentences.map((_, i) => String(i + 1))],
  rows: own.similarities.map((row, i) => [`${i + 1} ${sentences[i]}`, ...row.map((v) => ({ v, text: fixed(v, 3) }))]),
});

function matrix(own: OfEncoder, sentences: string[]): HTMLElement {
  const range = rangeOf(own.similarities.flatMap((row, i) => row.filter((_, j) => i !== j)));
  const head = sentences.map((sentence, i) => h("th", { scope: "col", title: clip(sentence, 200) }, i + 1));
  const row = (values: (number | null)[], i: number) =>
    h("tr", null,
      h("th", { scope: "row" }, h("span", { class: "heat-number" }, i + 1), " ", data(clip(sentences[i]!, 90))),
      values.map((value, j) => (i === j ? h("td", { class: "heat-own" }, "1") : similarityCell(value, "td", 2, range))));
  return h("div", null,
           scrolled(`Similarities, ${clip(own.name, 60)}`,
             h("table", { class: "heat-table" },
               h("thead", null, h("tr", null, h("th", { scope: "col" }, "sentence"), head)),
               h("tbody", null, own.similarities.map(row)))),
           range && h("p", { class: "note spaced" }, `Colours range from the lowest similarity, ${fixed(range[0])}, to the highest, ${fixed(range[1])}.`));
}

function encoderCard(own: OfEncoder, sentences: string[]): HTMLElement {
  const undefinedOnes = own.remarks.filter((remark) => remark.undefined).length;
  return h("section", { class: "card" },
           h("header", { class: "card-head" }, h("h2", null, data(own.name, 100)), copyButtons(() => asTable(own, sentences))),
           undefinedOnes > 0 && h("p", { class: "note" }, `${undefinedOnes} of ${sentences.length} sentences have no vector.`),
           matrix(own, sentences), tokensElement(own, sentences));
}

function build(): Built {
  const answers = h("div", { class: "stack" });
  const asker = new Asker(answers);
  const field = textArea("One sentence per line", FIRST.join("\n"), { rows: 4 });
  const inputs = new AddressedInputs("sentences", { sentences: inputOf(field.input) });
  const measure = () => {
    inputs.write();
    const sentences = linesOf(field.input.value);
    void asker.run(() => ask<SentencesAnswer>("POST", "/api/sentences", { sentences }),
                   (answer) => replace(answers, answer.encoders.map((own) => encoderCard(own, sentences))));
  };
  const element = h("div", { class: "bench" },
    heading("Sentences", "How similar does each encoder find these sentences, and which tokens does it read?"),
    form(measure, field.element, h("div", { class: "form-foot" }, mainButton("Compare"), asker.status)), answers);
  return { element, inputs, measure };
}

export const sentencesView = (): View => benchView("sentences", "Sentences", build);
