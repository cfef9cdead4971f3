// Two encoders side by side: the difference on every row, with its interval and p.
import { data, h, replace, scrolled, type Child } from "../dom.js";
import { differenceText, intervalText, pText, valueText } from "../numbers.js";
import { rowItems } from "../items/address.js";
import { headParts, nameParts, shortName } from "../text.js";
import type { Difference, Matrix, Report, Row } from "../types.js";
import { readdress, step, type View } from "../views.js";
import { showEvidence } from "./evidence.js";
import { levelWord } from "./level.js";
import { isSubject, languageSwitch, matrixOf } from "./state.js";

const SIGNIFICANT = 0.05;

interface Choice { matrix: number; first: number; second: number }

function readChoice(report: Report, query: string): Choice {
  const asked = new URLSearchParams(query);
  const matrix = matrixOf(report, asked.get("lang"));
  const [a, b] = report.matrices[matrix]?.order ?? [0, 1];
  const subject = (name: string, otherwise: number) => {
    const value = Number(asked.get(name) ?? NaN);
    return isSubject(report, value) ? value : otherwise;
  };
  return { matrix, first: subject("a", a ?? 0), second: subject("b", b ?? 1) };
}

/** The difference as first less second, whichever way it was tested. */
function differenceOf(matrix: Matrix, row: number, first: number, second: number): Difference | null {
  const found = matrix.differences.find((one) => one.row === row &&
    ((one.first === first && one.second === second) || (one.first === second && one.second === first)));
  if (!found || found.first === first) return found ?? null;
  const minus = (value: number | null) => (value === null ? null : -value);
  return { ...found, first, second, value: minus(found.value), low: minus(found.high), high: minus(found.low) };
}

class CompareView {
  readonly element = h("div", { class: "compare" });
  private choice: Choice;

  constructor(private readonly report: Report) {
    this.choice = readChoice(report, "");
    this.show();
  }

  follow(query: string): void {
    this.choice = readChoice(this.report, query);
    this.show();
  }

  private change(changes: Partial<Choice>): void {
    this.choice = { ...this.choice, ...changes };
    const language = this.report.matrices[this.choice.matrix]!.language;
    const query = new URLSearchParams({ a: String(this.choice.first), b: String(this.choice.second) });
    if (this.choice.matrix > 0) query.set("lang", language);
    readdress(`#compare?${query}`);
    this.show();
  }

  private name(subject: number): string {
    return shortName(this.report.subjects[subject]!.name);
  }

  private parts(subject: number): [string, string] {
    return nameParts(this.report.subjects[subject]!.name, this.report.subjects.map((one) => one.name));
  }

  /** The same as in the matrix: the model, and the options of an unnamed one in small grey. */
  private column(subject: number): Child {
    const [name, options] = headParts(this.report.subjects[subject]!.name, this.report.subjects.map((one) => one.name));
    return [data(name), options && h("span", { class: "subject-options" }, data(options))];
  }

  private show(): void {
    const { matrix, first, second } = this.choice;
    replace(this.element, h("h1", null, "Compare two encoders"), this.controls(),
            first === second ? h("p", { class: "state" }, "Choose two different encoders.") : this.table(this.report.matrices[matrix]!, first, second));
  }

  private controls(): HTMLElement {
    const choose = (label: string, key: "first" | "second") =>
      h("label", { class: "field" }, h("span", { class: "field-name" }, label),
        h("select", { onchange: (event: Event) => this.change({ [key]: Number((event.target as HTMLSelectElement).value) }) },
          this.report.subjects.map((_, i) => h("option", { value: i, selected: i === this.choice[key] }, this.name(i)))));
    return h("div", { class: "compare-controls" }, choose("First", "first"), choose("Second", "second"),
             languageSwitch(this.report, this.choice.matrix, (matrix) => this.change({ matrix })));
  }

  private table(matrix: Matrix, first: number, second: number): HTMLElement {
    const rows = matrix.rows.map((row, i) => this.row(matrix, row, i, first, second));
    return h("div", null,
             scrolled("Differences",
               h("table", { class: "results" },
                 h("thead", null, h("tr", null, ["Question", this.column(first), this.column(second), "Difference", "95% interval", "p (Holm)", "Better", "Items"]
                   .map((name) => h("th", { scope: "col" }, name)))),
                 h("tbody", null, rows))),
             h("p", { class: "note" }, "A difference is the first less the second. p is corrected (Holm) for all pairs of encoders and all questions of this report; ",
               "intervals are not. Select a value to see its evidence."));
  }

  private row(matrix: Matrix, row: Row, number: number, first: number, second: number): HTMLElement {
    const difference = differenceOf(matrix, number, first, second);
    const value = (subject: number) => {
      const cell = row.cells[subject]!;
      if (cell.state !== "value") return h("td", null, "–");
      return h("td", null, h("button", { class: "quiet", type: "button", "aria-haspopup": "dialog",
                                         onclick: () => {
                                           step();
                                           showEvidence(this.report, matrix, number, subject, () => {});
                                         } },
                             valueText(cell.value, row.share)), " ", levelWord(cell.level));
    };
    const better = !difference || difference.p === null || difference.p >= SIGNIFICANT || !difference.value ? "can't tell"
      : h("strong", null, data(this.parts(difference.value > 0 ? first : second)[0]));
    return h("tr", null,
             h("th", { scope: "row" }, data(row.asks), row.names_dataset && [" ", h("span", { class: "tag" }, data(row.dataset, 60))]),
             value(first), value(second),
             h("td", { class: "number" }, difference ? differenceText(difference.value, row.share) : "–"),
             h("td", { class: "number" }, difference ? intervalText(difference.low, difference.high, row.share) : ""),
             h("td", { class: "number" }, pText(difference?.p ?? null).replace(/^p (= )?/, "")),
             h("td", { class: "better" }, better),
             h("td", null, difference && h("a", { href: rowItems(row, { first, second }), class: "item-link" }, "that differ most")));
  }
}

export function compareView(report: Report): View {
  let view: CompareView | null = null;
  return {
    id: "compare",
    title: "Compare",
    build: () => (view = new CompareView(report)).element,
    shown: (rest) => { if (rest.startsWith("?")) view?.follow(rest.slice(1)); },
  };
}
