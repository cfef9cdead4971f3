// The inputs of a view in its address: #sentences?sentences=... What is as at the start is left out.
import { readdress } from "../views.js";
import { EarlierQuestions } from "./earlier_questions.js";

const LONGEST = 8000;  // characters of an address (longer inputs stay out of it)

export interface Input { value(): string; take(value: string): void }

export const inputOf = (input: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, changed = () => {}): Input =>
  ({ value: () => input.value, take: (value) => { input.value = value; changed(); } });

export class AddressedInputs {
  readonly earlier: EarlierQuestions;
  private readonly initial: Map<string, string>;

  constructor(private readonly view: string, private readonly inputs: Record<string, Input>) {
    this.earlier = new EarlierQuestions(view);
    this.initial = new Map(Object.entries(inputs).map(([name, input]) => [name, input.value()]));
  }

  write(): void {
    const query = new URLSearchParams();
    for (const [name, input] of Object.entries(this.inputs)) if (input.value() !== this.initial.get(name)) query.set(name, input.value());
    const text = query.toString();
    if (text.length <= LONGEST) this.earlier.add(text, this.name());
    readdress(text === "" || text.length > LONGEST ? `#${this.view}` : `#${this.view}?${text}`);
  }

  private name(): string {
    return Object.values(this.inputs).map((input) => input.value().trim()).filter(Boolean).join(" · ").replace(/\s+/g, " ");
  }

  /** Takes the inputs of what follows the view's name in an address; whether there are any. */
  read(rest: string): boolean {
    if (!rest.startsWith("?")) return false;
    const asked = new URLSearchParams(rest.slice(1));
    for (const [name, input] of Object.entries(this.inputs)) input.take(asked.get(name) ?? this.initial.get(name)!);
    return true;
  }
}
