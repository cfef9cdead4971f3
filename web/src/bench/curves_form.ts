// What curves are asked of: encoders, words to insert, and sentences.
import { data, h, replace } from "../dom.js";
import { select } from "../items/controls.js";
import { count } from "../numbers.js";
import { shortName } from "../text.js";
import type { Serve } from "../types.js";
import { ask, type Corpus } from "./ask.js";
import { inputOf, type Input } from "./inputs.js";
import { textArea, textField } from "./parts.js";

export interface CurvesQuestion {
  encoders: string[]; fuzz_terms: string[]; negation_terms: string[]; variants: number; language: string;
  text?: string; corpus?: string; limit?: number;
}

interface Language { code: string; name: string; fuzz: string; negation: string }

// The paper's words for English and Dutch; for others, articles and the plain negation.
const LANGUAGES: Language[] = [
  { code: "en", name: "English", fuzz: "a, the", negation: "not" },
  { code: "nl", name: "Dutch", fuzz: "de, het", negation: "niet" },
  { code: "de", name: "German", fuzz: "der, die, das", negation: "nicht" },
  { code: "fr", name: "French", fuzz: "le, la", negation: "pas" },
  { code: "es", name: "Spanish", fuzz: "el, la", negation: "no" },
  { code: "it", name: "Italian", fuzz: "il, la", negation: "non" },
  { code: "pt", name: "Portuguese", fuzz: "o, a", negation: "não" },
];

const FIRST = `The river floods the lower meadows every spring.
Our neighbours repair old bicycles in their garage.
The library keeps its maps in a cool basement.
She writes to her grandmother once a week.
The ferry leaves the harbour at half past six.
Most bakers start their work long before dawn.
The new bridge carries trams and pedestrians.
He keeps the spare key under a flower pot.
The museum shows paintings from three centuries.
Farmers in the valley grow apples and plums.`;

const termsOf = (text: string) => text.split(",").map((term) => term.trim()).filter((term) => term !== "");

function encoderBoxes(serve: Serve): { element: HTMLElement; chosen(): string[]; input: Input } {
  const boxes = serve.encoders.map(({ name }) => {
    const input = h("input", { type: "checkbox", checked: true });
    return { name, input, label: h("label", { class: "check" }, input, " ", data(shortName(name))) };
  });
  return {
    element: h("fieldset", { class: "plain-set" }, h("legend", { class: "field-name" }, "Encoders"), boxes.map((box) => box.label)),
    chosen: () => boxes.filter((box) => box.input.checked).map((box) => box.name),
    input: { value: () => boxes.map((box) => (box.input.checked ? "1" : "0")).join(""),
             take: (value: string) => boxes.forEach((box, i) => { box.input.checked = value[i] !== "0"; }) },
  };
}

/** A text that is pasted or read from a file. */
function textSource(failed: (why: string) => void) {
  const area = textArea("Text", FIRST, { rows: 8, class: "tall" });
  const file = h("input", { type: "file", accept: ".txt,text/plain", onchange: async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    if (chosen.size > 8_000_000) failed("The file has more than 8 MB; `sonde run` measures larger ones.");
    else area.input.value = await chosen.text();
  } });
  return { text: () => area.input.value, input: area.input,
           element: h("div", { class: "stack tight" }, area.element, h("label", { class: "field" }, h("span", { class: "field-name" }, "or upload a .txt file"), file)) };
}

/** sonde's own corpora, asked for once. */
function corpusSource(failed: (why: string) => void, chosen: (corpus: Corpus) => void) {
  const holder = h("div");
  const limit = textField("Sentences at most", "120", { type: "number", min: 1, max: 1_000_000 });
  let corpora: Corpus[] = [], name = "";
  const choose = (value: string) => {
    name = value;
    chosen(corpora.find((corpus) => corpus.name === value)!);
  };
  ask<Corpus[]>("GET", "/api/corpora").then((answer) => {
    corpora = answer;
    name = answer[0]?.name ?? "";
    const options = answer.map((corpus) => ({ value: corpus.name, text: `${shortName(corpus.name)}: ${count(corpus.items)} sentences` }));
    replace(holder, select("Corpus", options, name, choose));
  }, (error: Error) => failed(error.message));
  return { name: () => name, limit: () => (limit.input as HTMLInputElement).valueAsNumber, choose: () => name && choose(name),
           element: h("div", { class: "form-row" }, holder, limit.element) };
}

interface CurvesForm { parts: HTMLElement[]; inputs: Record<string, Input>; question(): CurvesQuestion }

export function curvesForm(serve: Serve, failed: (why: string) => void): CurvesForm {
  const encoders = encoderBoxes(serve);
  const fuzz = textField("Filler words", LANGUAGES[0]!.fuzz);
  const negation = textField("Negation words", LANGUAGES[0]!.negation);
  const variants = textField("Variants per sentence", "3", { type: "number", min: 1, max: 20 });
  const language = h("select", { onchange: () => speak(language.value) },
                     LANGUAGES.map(({ code, name }) => h("option", { value: code }, name)));
  const speak = (code: string) => {
    const own = LANGUAGES.find((one) => one.code === code);
    if (!own) return;
    language.value = code;
    fuzz.input.value = own.fuzz;
    negation.input.value = own.negation;
  };
  const text = textSource(failed);
  const corpus = corpusSource(failed, (chosen) => speak(chosen.language));
  corpus.element.hidden = true;
  let own = true;
  const radio = (words: string, isText: boolean) => h("label", { class: "check" }, h("input", {
    type: "radio", name: "source", checked: isText, onchange: () => {
      own = isText;
      text.element.hidden = !isText;
      corpus.element.hidden = isText;
      if (!isText) corpus.choose();
    },
  }), ` ${words}`);
  const source = h("fieldset", { class: "plain-set" }, h("legend", { class: "field-name" }, "Sentences"),
                   radio("Pasted text", true), radio("Built-in corpus", false));
  return {
    parts: [encoders.element, source, text.element, corpus.element,
            h("div", { class: "form-row" }, h("label", { class: "field" }, h("span", { class: "field-name" }, "Language"), language),
              fuzz.element, negation.element, variants.element)],
    // A corpus of sonde's is chosen by hand: its list comes from the server.
    inputs: { encoders: encoders.input, text: inputOf(text.input), language: inputOf(language), fuzz: inputOf(fuzz.input),
              negation: inputOf(negation.input), variants: inputOf(variants.input) },
    question: () => ({
      encoders: encoders.chosen(), fuzz_terms: termsOf(fuzz.input.value), negation_terms: termsOf(negation.input.value),
      variants: (variants.input as HTMLInputElement).valueAsNumber, language: language.value,
      ...(own ? { text: text.text() } : { corpus: corpus.name(), limit: corpus.limit() || 0 }),
    }),
  };
}
