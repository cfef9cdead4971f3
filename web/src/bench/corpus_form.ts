// The form for sentences of a text or a corpus: encoders, words that make the variants, and sentences.
import { data, h, replace } from "../dom.js";
import { select } from "../items/controls.js";
import { count } from "../numbers.js";
import { shortName } from "../text.js";
import type { CorpusTab, Serve } from "../types.js";
import { ask, type Corpus } from "./ask.js";
import { inputOf, type Input } from "./addressed_inputs.js";
import { textArea, textField } from "./parts.js";

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
function textSource(text: string, failed: (why: string) => void) {
  const area = textArea("Text", text, { rows: 8, class: "tall" });
  const file = h("input", { type: "file", accept: ".txt,text/plain", onchange: async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    if (chosen.size > 8_000_000) failed("The file has more than 8 MB; `sonde run` measures larger ones.");
    else area.input.value = await chosen.text();
  } });
  return { text: () => area.input.value, input: area.input,
           element: h("div", { class: "stack tight" }, area.element, h("label", { class: "field" }, h("span", { class: "field-name" }, "or upload a .txt file"), file)) };
}

/** sonde's own corpora for a probe, asked for once. */
function corpusSource(probe: string, failed: (why: string) => void, chosen: (corpus: Corpus) => void) {
  const holder = h("div");
  const limit = textField("Sentences at most", "120", { type: "number", min: 1, max: 1_000_000 });
  let corpora: Corpus[] = [], name = "";
  const choose = (value: string) => {
    name = value;
    chosen(corpora.find((corpus) => corpus.name === value)!);
  };
  ask<Corpus[]>("GET", "/api/corpora").then((answer) => {
    corpora = answer.filter((corpus) => corpus.probe === probe);
    name = corpora[0]?.name ?? "";
    const options = corpora.map((corpus) => ({ value: corpus.name, text: `${shortName(corpus.name)}: ${count(corpus.items)} sentences` }));
    replace(holder, select("Corpus", options, name, choose));
  }, (error: Error) => failed(error.message));
  return { name: () => name, limit: () => (limit.input as HTMLInputElement).valueAsNumber, choose: () => name && choose(name),
           element: h("div", { class: "form-row" }, holder, limit.element) };
}

interface CorpusForm { parts: HTMLElement[]; inputs: Record<string, Input>; question(): Record<string, unknown> }

export function corpusForm(serve: Serve, tab: CorpusTab, failed: (why: string) => void): CorpusForm {
  const encoders = encoderBoxes(serve);
  const terms = tab.groups.map(({ name, option, label }, i) => ({ name, option, ...textField(label, tab.languages[0]!.terms[i]!) }));
  const variants = textField("Variants per sentence", "3", { type: "number", min: 1, max: 20 });
  const language = h("select", { onchange: () => speak(language.value) },
                     tab.languages.map(({ code, name }) => h("option", { value: code }, name)));
  const speak = (code: string) => {
    const own = tab.languages.find((one) => one.code === code);
    if (!own) return;
    language.value = code;
    terms.forEach(({ input }, i) => { input.value = own.terms[i]!; });
  };
  const text = textSource(tab.text, failed);
  const corpus = corpusSource(tab.probe, failed, (chosen) => speak(chosen.language));
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
              terms.map(({ element }) => element), variants.element)],
    // A corpus of sonde's is chosen by hand: its list comes from the server.
    inputs: { encoders: encoders.input, text: inputOf(text.input), language: inputOf(language),
              ...Object.fromEntries(terms.map(({ name, input }) => [name, inputOf(input)])), variants: inputOf(variants.input) },
    question: () => ({
      encoders: encoders.chosen(), ...Object.fromEntries(terms.map(({ option, input }) => [option, termsOf(input.value)])),
      variants: (variants.input as HTMLInputElement).valueAsNumber, language: language.value,
      ...(own ? { text: text.text() } : { corpus: corpus.name(), limit: corpus.limit() || 0 }),
    }),
  };
}
