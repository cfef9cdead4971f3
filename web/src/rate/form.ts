// The choices of an item: radio buttons that look like keys, and a button that sends.
import { data, h } from "../dom.js";
import type { Choice, Turn } from "./types.js";

export class Form {
  readonly element: HTMLFormElement;
  private readonly inputs: HTMLInputElement[];
  private readonly next = h("button", { class: "main-button rate-next", type: "submit", disabled: true }, "Next");

  constructor(private readonly turn: Turn, private readonly act: (value: number) => void) {
    this.inputs = turn.choices.map(({ value }) => h("input", { type: "radio", name: "value", value, onchange: () => this.chosen() }));
    this.element = h("form", { class: "rate-form", onsubmit: (event: Event) => { event.preventDefault(); this.send(); } },
      h("fieldset", { class: turn.scale && turn.choices.length > 2 ? "rate-choices rate-scale" : "rate-choices" },
        h("legend", { class: "unseen" }, turn.question), turn.choices.map((choice, i) => this.button(choice, this.inputs[i]!))),
      h("div", { class: "rate-foot" }, this.next));
  }

  /** Whether the key is a choice's. */
  choose(key: string): boolean {
    const input = this.inputs[this.turn.choices.findIndex((choice) => choice.key === key)];
    if (!input || input.disabled) return false;
    input.checked = true;
    input.focus();
    this.chosen();
    return true;
  }

  send(): void {
    const chosen = this.inputs.findIndex((input) => input.checked);
    if (chosen >= 0) this.act(this.turn.choices[chosen]!.value);
  }

  lock(locked: boolean): void {
    for (const input of this.inputs) input.disabled = locked;
    this.next.disabled = locked;
  }

  private chosen(): void {
    this.next.disabled = false;
  }

  private button({ key, label }: Choice, input: HTMLInputElement): HTMLElement {
    return h("label", { class: "rate-choice" }, input, h("span", { class: "rate-key" }, key),
             label !== "" && h("span", { class: "rate-label" }, data(label)));
  }
}
