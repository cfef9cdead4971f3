// Who passes a triplet, and rows of one's own to keep.
import { markedSentence } from "../differences.js";
import { data, h, replace, scrolled } from "../dom.js";
import { select } from "../items/controls.js";
import { counted, fixed } from "../numbers.js";
import { saveFile } from "../save.js";
import { visible } from "../text.js";
import type { View } from "../views.js";
import { ask, type TripletAnswer } from "./ask.js";
import { AddressedInputs, inputOf } from "./inputs.js";
import { Asker, benchView, form, heading, mainButton, textField, verdict, type Built } from "./parts.js";
import { similarityCell } from "./similarity_cell.js";

// The tests of the probe `triplets`, and when they are passed.
const TESTS: [string, string][] = [
  ["plain", "S is closer to S+ than to S*"],
  ["negation-detection", "S is closer to S+ than to its negation S*"],
  ["negation-variants", "the two wordings S+ and S* of a negation are closer to each other than to S"],
  ["clause-relatedness", "S is closer to S+ than to S*, whose clauses are related in another way"],
  ["argument-sensitivity", "S is closer to its paraphrase S+ than S+ is to S*, whose arguments changed places"],
  ["fixed-point-reorder", "S is closer to S+ than to S*, which has its words in another order"],
];

interface Kept { s: string; plus: string; star: string }
const PARTS: (keyof Kept)[] = ["s", "plus", "star"];

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
const tsv = (rows: Kept[]) =>
  ["S\tS+\tS*", ...rows.map((row) => PARTS.map((part) => oneLine(row[part])).join("\t"))].join("\n") + "\n";

/** The rows that somebody keeps: in this page's memory, until they are saved. */
class KeptRows {
  readonly element = h("section", { class: "card", hidden: true });
  private rows: Kept[] = [];
  private saved = true;

  constructor() {
    window.addEventListener("beforeunload", (event) => { if (!this.saved) event.preventDefault(); });
  }

  add(row: Kept): void {
    this.rows.push(row);
    this.changed();
  }

  private changed(): void {
    this.saved = this.rows.length === 0;
    this.draw();
  }

  private draw(): void {
    this.element.hidden = this.rows.length === 0;
    const cell = (row: Kept, part: keyof Kept) => h("td", null, data(row[part], 300));
    const remove = (i: number) => h("button", {
      class: "quiet", type: "button", "aria-label": `Remove row ${i + 1}`,
      onclick: () => { this.rows.splice(i, 1); this.changed(); },
    }, "Remove");
    replace(this.element,
            h("header", { class: "card-head" }, h("h2", null, counted(this.rows.length, "triplet")),
              h("button", { class: "quiet save-rows", type: "button", onclick: () => this.save() }, "Save as TSV")),
            h("p", { class: "note" }, "Only in this tab until you download it. ", h("code", null, "sonde run --probe triplets --data triplets.tsv"), " measures the file."),
            scrolled("Kept rows",
              h("table", { class: "results kept-rows" },
                h("thead", null, h("tr", null, ["S", "S+", "S*"].map((name) => h("th", { scope: "col" }, name)), h("th", { scope: "col" }, h("span", { class: "unseen" }, "Remove")))),
                h("tbody", null, this.rows.map((row, i) =>
                  h("tr", null, PARTS.map((part) => cell(row, part)), h("td", null, remove(i))))))));
  }

  private save(): void {
    saveFile("triplets.tsv", tsv(this.rows), "text/tab-separated-values");
    this.saved = true;
  }
}

const PASSES: [string, string, string] = ["passes", "fails", "undefined"];

function answerTable(answer: TripletAnswer, asked: Kept): HTMLElement {
  const row = ({ name, similarities, margin, passes }: TripletAnswer["encoders"][number]) =>
    h("tr", null, h("th", { scope: "row" }, data(name, 100)),
      h("td", { class: "verdict-cell" }, verdict(passes, PASSES)), h("td", { class: "number" }, fixed(margin, 3)),
      [similarities.s_plus, similarities.s_star, similarities.plus_star].map((value) => similarityCell(value)));
  return h("section", { class: "card" },
           h("h2", { class: "unseen" }, "Who passes"),
           h("ul", { class: "edited" }, ([["S+", asked.plus], ["S*", asked.star]] as const).map(([name, text]) =>
             h("li", null, h("span", { class: "role" }, name), markedSentence(text, asked.s)))),
           scrolled("Similarities",
             h("table", { class: "heat-table roomy-heat" },
               h("thead", null, h("tr", null,
                 ["encoder", "verdict", "margin", "S and S+", "S and S*", "S+ and S*"].map((name) => h("th", { scope: "col" }, name)))),
               h("tbody", null, answer.encoders.map(row)))));
}

function build(): Built {
  const answers = h("div");
  const asker = new Asker(answers);
  const kept = new KeptRows();
  let test = TESTS[0]![0];
  const says = h("p", { class: "note" });
  const explain = () => replace(says, `Passes if ${TESTS.find(([name]) => name === test)![1]}.`);
  const fields = {
    s: textField("Sentence (S)", "A nurse is waking the patient."),
    plus: textField("Same meaning (S+)", "The patient is being woken by a nurse."),
    star: textField("Changed meaning (S*)", "The patient is waking a nurse."),
  };
  const row = (): Kept => ({ s: fields.s.input.value, plus: fields.plus.input.value, star: fields.star.input.value });
  const measure = () => {
    inputs.write();
    const asked = row();
    void asker.run(() => ask<TripletAnswer>("POST", "/api/triplet", { test, ...asked }), (answer) => replace(answers, answerTable(answer, asked)));
  };
  const menu = select("Test", TESTS.map(([value]) => ({ value, text: visible(value) })), test, (value) => {
    test = value;
    explain();
    measure();
  });
  const keep = h("button", { class: "quiet", type: "button", onclick: () => {
    if (PARTS.every((part) => oneLine(row()[part]) !== "")) kept.add(row());
    else asker.fail("Fill in S, S+ and S* first.");
  } }, "Add to list");
  const inputs = new AddressedInputs("triplets", {
    test: { value: () => test, take: (value) => {
      test = TESTS.some(([name]) => name === value) ? value : TESTS[0]![0];
      menu.querySelector("select")!.value = test;
      explain();
    } },
    s: inputOf(fields.s.input), plus: inputOf(fields.plus.input), star: inputOf(fields.star.input),
  });
  explain();
  const element = h("div", { class: "bench" },
           heading("Triplets", "Is the sentence with the same meaning closer than the one with a changed meaning?"),
           form(measure, fields.s.element, fields.plus.element, fields.star.element,
                h("div", { class: "form-row" }, menu, says),
                h("div", { class: "form-foot" }, mainButton("Compare"), keep, asker.status)),
           answers, kept.element);
  return { element, inputs, measure };
}

export const tripletsView = (): View => benchView("triplets", "Triplets", build);
