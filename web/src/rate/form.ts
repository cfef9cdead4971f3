// The choices of an item: radio buttons that look like keys, a remark, and a button that sends.
import { data, h } from "../dom.js";
import type { Choice, Judgement, Turn } from "./types.js";

const CANNOT_JUDGE: Choice = { value: -1, key: "C", label: "I can't judge this" };
const LONGEST_REMARK = 500;
const LONGEST_WORD = 10; // letters of a label that fit a column on a phone
const MOST_LABELLED = 5; // columns with a label each on a phone

/** Whether only the first and the last step have a label: they stand below a row of keys. */
const hasEnds = ({ scale, choices }: Turn) => scale && choices.length > 2 && choices.slice(1, -1).every(({ label }) => label === "");

function layout(turn: Turn): string {
  if (!turn.scale || turn.choices.length < 3) return "rate-choices";
  if (hasEnds(turn)) return "rate-choices rate-scale rate-keys";
  const fits = turn.choices.length <= MOST_LABELLED && turn.choices.every(({ label }) => label.split(/\s/).every((word) => word.length <= LONGEST_WORD));
  return fits ? "rate-choices rate-scale rate-keys" : "rate-choices rate-scale";
}

export class Form {
  readonly element: HTMLFormElement;
  private readonly choices: Choice[];
  private readonly inputs: HTMLInputElement[];
  private readonly remark = h("textarea", { rows: 2, maxlength: LONGEST_REMARK, "aria-label": "Remark" });
  private readonly next: HTMLButtonElement;

  /** `given`: an earlier answer, which is to be changed. */
  constructor(turn: Turn, private readonly act: (judgement: Judgement) => void, given?: Judgement) {
    this.choices = [...turn.choices, CANNOT_JUDGE];
    this.inputs = this.choices.map(({ value }) => h("input", { type: "radio", name: "value", value, onchange: () => this.chosen() }));
    this.next = h("button", { class: "main-button rate-next", type: "submit", disabled: true }, given ? "Save the change" : "Next");
    const ends = hasEnds(turn);
    const last = this.choices.length - 1;
    this.element = h("form", { class: "rate-form", onsubmit: (event: Event) => { event.preventDefault(); this.send(); } },
      h("fieldset", { class: "rate-set" }, h("legend", { class: "unseen" }, turn.question),
        h("div", { class: layout(turn) }, turn.choices.map((choice, i) => this.button(choice, i, ends ? "unseen" : "rate-label"))),
        ends && h("p", { class: "rate-ends", "aria-hidden": "true" },
          h("span", null, data(turn.choices[0]!.label)), h("span", null, data(turn.choices.at(-1)!.label))),
        h("div", { class: "rate-cannot" }, this.button(CANNOT_JUDGE, last, "rate-label"))),
      h("details", { class: "rate-remark", open: !!given?.remark }, h("summary", null, "Add a remark"), this.remark),
      h("div", { class: "rate-foot" }, this.next));
    if (given) this.fill(given);
  }

  /** Whether the key belongs to a choice. */
  choose(key: string): boolean {
    const input = this.inputs[this.choices.findIndex((choice) => choice.key === key.toUpperCase())];
    if (!input || input.disabled) return false;
    input.checked = true;
    input.focus();
    this.chosen();
    return true;
  }

  send(): void {
    const chosen = this.inputs.findIndex((input) => input.checked);
    if (chosen < 0) return;
    const value = this.choices[chosen] === CANNOT_JUDGE ? null : this.choices[chosen]!.value;
    this.act({ value, remark: this.remark.value.trim() });
  }

  lock(locked: boolean): void {
    for (const input of this.inputs) input.disabled = locked;
    this.remark.disabled = locked;
    this.next.disabled = locked;
  }

  private fill({ value, remark }: Judgement): void {
    const place = this.choices.findIndex((choice) => choice.value === (value ?? CANNOT_JUDGE.value));
    if (this.inputs[place]) this.inputs[place].checked = true;
    this.remark.value = remark;
    this.chosen();
  }

  private chosen(): void {
    this.next.disabled = false;
  }

  private button({ key, label }: Choice, place: number, labelClass: string): HTMLElement {
    return h("label", { class: "rate-choice" }, this.inputs[place]!, h("span", { class: "rate-key" }, key),
             label !== "" && h("span", { class: labelClass }, data(label)));
  }
}
