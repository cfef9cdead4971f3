// A probe's tab for one item: a menu, texts, and rows to keep. The program describes it.
import { h, replace } from "../dom.js";
import { select } from "../items/controls.js";
import { visible } from "../text.js";
import type { ItemTab } from "../types.js";
import type { View } from "../views.js";
import { ask, type ItemAnswer } from "./ask.js";
import { AddressedInputs, inputOf, type Input } from "./addressed_inputs.js";
import { itemAnswer } from "./item_answer.js";
import { KeptRows, oneLine } from "./kept_rows.js";
import { Asker, benchView, form, heading, mainButton, textField, type Built } from "./parts.js";

interface Menu { element: HTMLElement; inputs: Record<string, Input>; name(): string }

/** A menu whose choices may bring other texts. Null without choices. */
function menuOf({ menu }: ItemTab, chosen: (texts: string[]) => void): Menu | null {
  if (menu.choices.length === 0) return null;
  let choice = menu.choices[0]!;
  const says = h("p", { class: "note" }, choice.says);
  const choose = (name: string) => {
    choice = menu.choices.find((one) => one.name === name) ?? menu.choices[0]!;
    choices.querySelector("select")!.value = choice.name;
    replace(says, choice.says);
  };
  const choices = select(menu.label, menu.choices.map(({ name }) => ({ value: name, text: visible(name) })), choice.name, (name) => {
    choose(name);
    chosen(choice.texts);
  });
  return { element: h("div", { class: "form-row" }, choices, says), name: () => choice.name,
           inputs: { [menu.key]: { value: () => choice.name, take: choose } } };
}

function build(tab: ItemTab): Built {
  const answers = h("div", { class: tab.no_plane === "" ? "" : "bench-grid" });
  const asker = new Asker(answers);
  let touched = false;
  const touch = () => { touched = true; };
  const fields = tab.texts.map(({ label, first }) => textField(label, first, { oninput: touch }));
  const texts = () => fields.map((field) => field.input.value);
  const menu = menuOf(tab, (own) => {
    if (!touched) own.forEach((text, i) => { fields[i]!.input.value = text; });
    measure();
  });
  const measure = () => {
    inputs.write();
    const asked = Object.fromEntries(tab.texts.map(({ key }, i) => [key, fields[i]!.input.value]));
    const question = menu ? { [tab.menu.key]: menu.name(), ...asked } : asked;
    void asker.run(() => ask<ItemAnswer>("POST", `/api/${tab.path}`, question), (answer) =>
      replace(answers, itemAnswer(tab, answer, asked)));
  };
  const ofMenu = tab.menu.is_field && menu ? [tab.menu.key] : [];
  const kept = new KeptRows(tab.probe, [...ofMenu, ...tab.texts.map(({ field }) => field)]);
  const keep = h("button", { class: "quiet", type: "button", onclick: () => {
    const isThere = (text: string, i: number) => tab.texts[i]!.optional || oneLine(text) !== "";
    if (texts().every(isThere)) kept.add([...ofMenu.map(() => menu!.name()), ...texts()]);
    else asker.fail(tab.texts.some(({ optional }) => optional) ? "Fill in the first sentence." : "Fill in all sentences first.");
  } }, "Add to list");
  const inputs = new AddressedInputs(tab.probe, {
    ...menu?.inputs, ...Object.fromEntries(tab.texts.map(({ key }, i) => [key, inputOf(fields[i]!.input, touch)])),
  });
  const [first, ...edits] = fields.map((field) => field.element);
  const element = h("div", { class: "bench" }, heading(tab.title, tab.asks),
    form(measure, menu?.element, first, tab.texts.some(({ optional }) => optional) ? h("div", { class: "edit-fields" }, edits) : edits,
         h("div", { class: "form-foot" }, mainButton("Compare"), keep, asker.status)),
    answers, kept.element);
  return { element, inputs, measure };
}

export const itemView = (tab: ItemTab): View => benchView(tab.probe, tab.title, () => build(tab));
