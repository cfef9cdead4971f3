// Whether vectors behave like sets under an operator: the plane of A and B, and the criteria that hold.
import { data, h, replace } from "../dom.js";
import { select } from "../items/controls.js";
import type { View } from "../views.js";
import { ask, type SetsAnswer } from "./ask.js";
import { AddressedInputs, inputOf } from "./inputs.js";
import { Asker, benchView, form, heading, mainButton, textField, verdict, type Built } from "./parts.js";
import { planeFigure } from "./plane.js";
import { similarityCell } from "./similarity_cell.js";

type OfEncoder = SetsAnswer["encoders"][number];

interface Operator { value: string; text: string; says: string; first: [string, string, string] }

const OPERATORS: Operator[] = [
  { value: "union", text: "union", says: "The target says what A and B say together.",
    first: ["The museum opens at nine.", "Children enter free of charge.",
            "The museum opens at nine, and children enter free of charge."] },
  { value: "overlap", text: "overlap", says: "The target says what A and B have in common.",
    first: ["The museum opens at nine, and children enter free of charge.", "Children enter free of charge and get a map.",
            "Children enter free of charge."] },
  { value: "difference", text: "difference", says: "The target says what A says and B doesn't.",
    first: ["The museum opens at nine, and children enter free of charge.", "Children enter free of charge.",
            "The museum opens at nine."] },
];

const HOLDS: [string, string, string] = ["holds", "does not hold", "undefined"];

function encoderCard(own: OfEncoder): HTMLElement {
  const pair = (name: string, value: number | null) => h("li", null, h("span", null, name), similarityCell(value, "span"));
  const { ab, at, bt } = own.similarities;
  return h("section", { class: "card sets-card" }, h("h2", null, data(own.name, 100)),
           own.plane ? planeFigure(own.plane, own.name)
                     : h("p", { class: "note" }, "No plane: the vectors of A and B lie in one line, or a sentence has none."),
           h("div", { class: "stack sets-facts" },
             h("ul", { class: "pairs", "aria-label": "Cosine similarities" },
               pair("A and B", ab), pair("A and T", at), pair("B and T", bt)),
             h("ul", { class: "criteria", "aria-label": "Criteria" }, own.criteria.map((one) =>
               h("li", null, h("p", { class: "criterion" }, h("strong", null, one.name), verdict(one.holds, HOLDS)),
                 h("p", { class: "note" }, one.says))))));
}

function build(): Built {
  const answers = h("div", { class: "bench-grid" });
  const asker = new Asker(answers);
  let operator = OPERATORS[0]!;
  let touched = false;
  const touch = { oninput: () => { touched = true; } };
  const fields = [textField("A", operator.first[0], touch), textField("B", operator.first[1], touch),
                  textField("Target", operator.first[2], touch)] as const;
  const says = h("p", { class: "note" }, operator.says);
  const choose = (value: string) => {
    operator = OPERATORS.find((one) => one.value === value) ?? operator;
    menu.querySelector("select")!.value = operator.value;
    replace(says, operator.says);
  };
  const measure = () => {
    inputs.write();
    const [a, b, target] = fields.map((field) => field.input.value);
    void asker.run(() => ask<SetsAnswer>("POST", "/api/sets", { a, b, target, operator: operator.value }),
                   (answer) => replace(answers, answer.encoders.map(encoderCard)));
  };
  const menu = select("Operator", OPERATORS, operator.value, (value) => {
    choose(value);
    if (!touched) fields.forEach((field, i) => { field.input.value = operator.first[i]!; });
    measure();
  });
  const inputs = new AddressedInputs("sets", {
    operator: { value: () => operator.value, take: choose },
    ...Object.fromEntries(["a", "b", "target"].map((name, i) => [name, inputOf(fields[i]!.input, () => { touched = true; })])),
  });
  const element = h("div", { class: "bench" },
    heading("Sets", "Do vectors behave like sets under overlap, difference and union?"),
    form(measure, h("div", { class: "form-row" }, menu, says), fields.map((field) => field.element),
         h("div", { class: "form-foot" }, mainButton("Compare"), asker.status)), answers);
  return { element, inputs, measure };
}

export const setsView = (): View => benchView("sets", "Sets", build);
