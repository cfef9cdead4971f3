// The inputs of a view in its address: #sentences?sentences=... What is as at the start is left out. Earlier questions are
// links to their addresses.
import { data, h, replace } from "../dom.js";
import { readdress } from "../views.js";

const LONGEST = 8000;  // characters of an address (longer inputs stay out of it)
const MOST_EARLIER = 20; // questions
const LONGEST_NAME = 120; // characters of one

export interface Input { value(): string; take(value: string): void }

export const inputOf = (input: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, changed = () => {}): Input =>
  ({ value: () => input.value, take: (value) => { input.value = value; changed(); } });

export class AddressedInputs {
  readonly history = h("details", { class: "history", hidden: true });
  private readonly initial: Map<string, string>;
  private earlier: { query: string; name: string }[] = []; // the last one first

  constructor(private readonly view: string, private readonly inputs: Record<string, Input>) {
    this.initial = new Map(Object.entries(inputs).map(([name, input]) => [name, input.value()]));
  }

  write(): void {
    const query = new URLSearchParams();
    for (const [name, input] of Object.entries(this.inputs)) if (input.value() !== this.initial.get(name)) query.set(name, input.value());
    const text = query.toString();
    if (text.length <= LONGEST) this.remember(text);
    readdress(text === "" || text.length > LONGEST ? `#${this.view}` : `#${this.view}?${text}`);
  }

  private remember(query: string): void {
    const name = Object.values(this.inputs).map((input) => input.value().trim()).filter(Boolean).join(" · ").replace(/\s+/g, " ");
    this.earlier = [{ query, name }, ...this.earlier.filter((one) => one.query !== query)].slice(0, MOST_EARLIER + 1);
    const [, ...others] = this.earlier;
    this.history.hidden = others.length === 0;
    replace(this.history, h("summary", null, "Earlier questions"),
            h("ul", null, others.map((one) => h("li", null, h("a", { href: `#${this.view}?${one.query}` }, data(one.name.slice(0, LONGEST_NAME)))))));
  }

  /** Takes the inputs of what follows the view's name in an address; whether there are any. */
  read(rest: string): boolean {
    if (!rest.startsWith("?")) return false;
    const asked = new URLSearchParams(rest.slice(1));
    for (const [name, input] of Object.entries(this.inputs)) input.take(asked.get(name) ?? this.initial.get(name)!);
    return true;
  }
}
