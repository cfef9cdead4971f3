// The earlier questions of a view, as links to their addresses.
import { data, h, replace } from "../dom.js";

const MOST = 20;           // questions
const LONGEST_NAME = 120;  // characters

export class EarlierQuestions {
  readonly list = h("details", { class: "history", hidden: true });
  private asked: { query: string; name: string }[] = []; // the last one first

  constructor(private readonly view: string) {}

  /** Adds a question. query: the part of its address behind the view's name and "?". */
  add(query: string, name: string): void {
    this.asked = [{ query, name }, ...this.asked.filter((one) => one.query !== query)].slice(0, MOST + 1);
    const [, ...others] = this.asked;
    this.list.hidden = others.length === 0;
    replace(this.list, h("summary", null, "Earlier questions"),
            h("ul", null, others.map((one) => h("li", null, h("a", { href: `#${this.view}?${one.query}` }, data(one.name.slice(0, LONGEST_NAME)))))));
  }
}
