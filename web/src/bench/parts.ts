// Parts of the bench's views: fields, a status line, a heading.
import { data, h, replace, type Child } from "../dom.js";
import { field } from "../items/controls.js";
import type { View } from "../views.js";
import type { AddressedInputs } from "./addressed_inputs.js";

export interface TextField { element: HTMLElement; input: HTMLInputElement | HTMLTextAreaElement }

export function textField(name: Child, value: string, attributes: Record<string, unknown> = {}): TextField {
  const input = h("input", { type: "text", value, spellcheck: "false", autocomplete: "off", ...attributes });
  return { element: field(name, input), input };
}

export function textArea(name: Child, value: string, attributes: Record<string, unknown> = {}): TextField {
  const input = h("textarea", { spellcheck: "false", ...attributes });
  input.value = value;
  return { element: field(name, input), input };
}

/** A slider whose number stands beside its name. */
export function slider(name: string, range: { low: number; high: number; step: number; value: number },
                       shown: (value: number) => string, act: (value: number) => void): { element: HTMLElement; input: HTMLInputElement } {
  const said = h("output", { class: "slider-value" }, shown(range.value));
  const input = h("input", { type: "range", min: range.low, max: range.high, step: range.step, value: range.value });
  const element = h("label", { class: "field slider" }, h("span", { class: "field-name" }, name, " ", said), input);
  input.addEventListener("input", () => {
    said.textContent = shown(input.valueAsNumber);
    act(input.valueAsNumber);
  });
  return { element, input };
}

export const heading = (title: string, asks: string) =>
  h("div", { class: "bench-head" }, h("h1", null, title), h("p", { class: "asks" }, asks));

export const mainButton = (words: string, attributes: Record<string, unknown> = {}) =>
  h("button", { class: "main-button", type: "submit", ...attributes }, words);

/** A form that asks when it is sent, also by Enter. */
export function form(act: () => void, ...children: Child[]): HTMLFormElement {
  return h("form", { class: "card bench-form", onsubmit: (event: Event) => { event.preventDefault(); act(); } }, ...children);
}

/** Asks, and says how it stands; of several questions the last one's answer counts. */
export class Asker {
  readonly status = h("p", { class: "ask-status", role: "status" });
  private asked = 0;

  /** `results`: where answers are shown; an error clears those of an earlier question. */
  constructor(private readonly results: HTMLElement) {}

  async run<Answer>(question: () => Promise<Answer>, take: (answer: Answer) => void, busy = "Measuring …"): Promise<void> {
    const own = ++this.asked;
    const slow = setTimeout(() => { if (own === this.asked) this.say(busy); }, 300);
    try {
      const answer = await question();
      if (own !== this.asked) return;
      this.say("");
      take(answer);
    } catch (error) {
      if (own === this.asked) this.fail((error as Error).message);
    } finally {
      clearTimeout(slow);
    }
  }

  say(words: string): void {
    this.status.classList.remove("failed");
    replace(this.status, words);
  }

  fail(words: string): void {
    this.status.classList.add("failed");
    replace(this.results);
    replace(this.status, data(words));
  }
}

export interface Built { element: HTMLElement; inputs: AddressedInputs; measure(): void }

/** A view that asks when it is first shown, and again for other inputs in the address. */
export function benchView(id: string, title: string, make: () => Built): View {
  let built: Built;
  let asked = false;
  return {
    id, title,
    build: () => {
      built = make();
      built.element.querySelector("form")!.after(built.inputs.earlier.list);
      return built.element;
    },
    shown: (rest) => {
      const given = built.inputs.read(rest);
      if (given || !asked) built.measure();
      else built.inputs.write();
      asked = true;
    },
  };
}

/** Calls at most once in a while, with the last call's turn at the end. */
export function seldom(act: () => void, milliseconds: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
}

const SIGNS = new Map<boolean | null, [string, string]>(
  [[true, ["✓", "right"]], [false, ["✗", "wrong"]], [null, ["–", "none"]]]);

/** A sign and a word, so that neither colour nor shape alone carries it. */
export function verdict(holds: boolean | null, words: [string, string, string]): HTMLElement {
  const [sign, kind] = SIGNS.get(holds)!;
  const word = holds === null ? words[2] : holds ? words[0] : words[1];
  return h("span", { class: `bench-verdict sign-${kind}` }, h("span", { "aria-hidden": "true" }, sign), " ", word);
}
