// How close small edits of a sentence stay to it: with the same and with a changed meaning.
import { markedSentence } from "../differences.js";
import { data, h, replace, scrolled } from "../dom.js";
import { shortName } from "../text.js";
import type { View } from "../views.js";
import { ask, type SentencesAnswer } from "./ask.js";
import { AddressedInputs, inputOf } from "./inputs.js";
import { Asker, benchView, form, heading, mainButton, textField, verdict, type Built } from "./parts.js";
import { rangeOf, similarityCell } from "./similarity_cell.js";

// The edits of the probe `heros`.
const EDITS = [
  { id: "synonym", name: "Synonym", same: true, first: "The teacher commended the quiet children." },
  { id: "typo", name: "Typo", same: true, first: "The teacher prasied the quiet children." },
  { id: "antonym", name: "Antonym", same: false, first: "The teacher criticised the quiet children." },
  { id: "unrelated", name: "Unrelated word", same: false, first: "The teacher painted the quiet children." },
  { id: "negation", name: "Negation", same: false, first: "The teacher did not praise the quiet children." },
];
const FIRST = "The teacher praised the quiet children.";
const PASSES: [string, string, string] = ["passes", "fails", "undefined"];

interface Edited { name: string; same: boolean; text: string }

/** Whether every edit with the same meaning is closer than every one with a changed meaning; null if it can't be said. */
function passes(edits: Edited[], similarities: (number | null)[]): boolean | null {
  const of = (same: boolean) => similarities.filter((_, i) => edits[i]!.same === same);
  const [kept, changed] = [of(true), of(false)];
  if (kept.length === 0 || changed.length === 0 || similarities.includes(null)) return null;
  return kept.every((one) => changed.every((other) => one! > other!));
}

function answerCard(answer: SentencesAnswer, sentence: string, edits: Edited[]): HTMLElement {
  const columns = answer.encoders.map((own) => own.similarities[0]!.slice(1));
  const ranges = columns.map(rangeOf);
  const row = (edit: Edited, i: number) => h("tr", null,
    h("th", { scope: "row" }, h("span", { class: "role" }, `${edit.name}, ${edit.same ? "same meaning" : "changed meaning"}`),
      markedSentence(edit.text, sentence)),
    columns.map((of, k) => similarityCell(of[i]!, "td", 3, ranges[k])));
  return h("section", { class: "card" },
           h("h2", { class: "unseen" }, "Similarities"),
           scrolled("Similarities",
             h("table", { class: "heat-table edits-table" },
               h("thead", null, h("tr", null, h("th", { scope: "col" }, "edit"),
                 answer.encoders.map((own) => h("th", { scope: "col" }, data(shortName(own.name)))))),
               h("tbody", null, edits.map(row)),
               h("tfoot", null, h("tr", null, h("th", { scope: "row" }, "Same meaning closer than changed meaning"),
                 columns.map((of) => h("td", { class: "verdict-cell" }, verdict(passes(edits, of), PASSES))))))),
           h("p", { class: "note spaced" }, "Cosine of each edit with the sentence. Colours range from an encoder's lowest value to its highest."));
}

function build(): Built {
  const answers = h("div");
  const asker = new Asker(answers);
  const sentence = textField("Sentence", FIRST);
  const fields = EDITS.map((edit) => textField(edit.name, edit.first));
  const inputs = new AddressedInputs("edits", {
    sentence: inputOf(sentence.input), ...Object.fromEntries(EDITS.map((edit, i) => [edit.id, inputOf(fields[i]!.input)])),
  });
  const measure = () => {
    inputs.write();
    const own = sentence.input.value;
    const edits = EDITS.map((edit, i) => ({ ...edit, text: fields[i]!.input.value })).filter((edit) => edit.text.trim() !== "");
    void asker.run(() => ask<SentencesAnswer>("POST", "/api/sentences", { sentences: [own, ...edits.map((edit) => edit.text)] }),
                   (answer) => replace(answers, answerCard(answer, own, edits)));
  };
  const element = h("div", { class: "bench" },
    heading("Edits", "Which small edits does each encoder notice? Leave out what you don't need."),
    form(measure, sentence.element, h("div", { class: "edit-fields" }, fields.map((field) => field.element)), h("div", { class: "form-foot" }, mainButton("Compare"), asker.status)), answers);
  return { element, inputs, measure };
}

export const editsView = (): View => benchView("edits", "Edits", build);
