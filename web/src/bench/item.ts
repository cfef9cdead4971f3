// A probe's tab for one item: a menu, texts, and rows to keep. The program describes it.
import { markedSentence } from "../differences.js";
import { h, replace } from "../dom.js";
import { select } from "../items/controls.js";
import { visible } from "../text.js";
import type { ItemTab } from "../types.js";
import type { View } from "../views.js";
import { ask, type ItemAnswer } from "./ask.js";
import { AddressedInputs, inputOf } from "./inputs.js";
import { itemAnswer } from "./item_answer.js";
import { KeptRows, oneLine } from "./kept_rows.js";
import { Asker, benchView, form, heading, mainButton, textField, type Built } from "./parts.js";

// The texts after the first, with what differs from it marked.
const editedTexts = (tab: ItemTab, texts: string[]): HTMLElement =>
  h("ul", { class: "edited card" }, texts.slice(1).map((text, i) =>
    h("li", null, h("span", { class: "role" }, tab.texts[i + 1]!.field), markedSentence(text, texts[0]!))));

function build(tab: ItemTab): Built {
  const { menu } = tab;
  const answers = h("div", { class: tab.no_plane === "" ? "" : "bench-grid" });
  const asker = new Asker(answers);
  let chosen = menu.choices[0]!, touched = false;
  const touch = () => { touched = true; };
  const fields = tab.texts.map(({ label, first }) => textField(label, first, { oninput: touch }));
  const says = h("p", { class: "note" }, chosen.says);
  const choose = (name: string) => {
    chosen = menu.choices.find((one) => one.name === name) ?? menu.choices[0]!;
    choices.querySelector("select")!.value = chosen.name;
    replace(says, chosen.says);
  };
  const texts = () => fields.map((field) => field.input.value);
  const measure = () => {
    inputs.write();
    const asked = texts();
    const question = { [menu.key]: chosen.name, ...Object.fromEntries(tab.texts.map(({ key }, i) => [key, asked[i]])) };
    void asker.run(() => ask<ItemAnswer>("POST", `/api/${tab.path}`, question), (answer) =>
      replace(answers, tab.no_plane === "" ? editedTexts(tab, asked) : null, itemAnswer(tab, answer)));
  };
  const choices = select(menu.label, menu.choices.map(({ name }) => ({ value: name, text: visible(name) })), chosen.name, (name) => {
    choose(name);
    if (!touched) chosen.texts.forEach((text, i) => { fields[i]!.input.value = text; });
    measure();
  });
  const kept = new KeptRows(tab.probe, [...(menu.is_field ? [menu.key] : []), ...tab.texts.map(({ field }) => field)]);
  const keep = h("button", { class: "quiet", type: "button", onclick: () => {
    if (texts().every((text) => oneLine(text) !== "")) kept.add([...(menu.is_field ? [chosen.name] : []), ...texts()]);
    else asker.fail("Fill in all sentences first.");
  } }, "Add to list");
  const inputs = new AddressedInputs(tab.probe, {
    [menu.key]: { value: () => chosen.name, take: choose },
    ...Object.fromEntries(tab.texts.map(({ key }, i) => [key, inputOf(fields[i]!.input, touch)])),
  });
  const element = h("div", { class: "bench" }, heading(tab.title, tab.asks),
    form(measure, h("div", { class: "form-row" }, choices, says), fields.map((field) => field.element),
         h("div", { class: "form-foot" }, mainButton("Compare"), keep, asker.status)),
    answers, kept.element);
  return { element, inputs, measure };
}

export const itemView = (tab: ItemTab): View => benchView(tab.probe, tab.title, () => build(tab));
