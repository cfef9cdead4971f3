// The matrix: a row is a question, a column a subject, the best first.
import { data, h, replace, scrolled, type Child } from "../dom.js";
import { intervalText, valueText } from "../numbers.js";
import { headParts, shortName } from "../text.js";
import type { Cell, Matrix, Report, Row, Subject } from "../types.js";
import { answer, summaries } from "./first_sentences.js";
import { showCard } from "./card.js";
import { costs } from "./costs.js";
import { showEvidence } from "./evidence.js";
import { bar, bestStar, glyph, LEVELS, STATES, usedLevels } from "./level.js";
import { matrixTools } from "./matrix_files.js";
import { shownItem } from "./shown_item.js";
import { step } from "../views.js";
import { languageSwitch, looksAs, readState, shownSubjects, type State, writeState } from "./state.js";

const FEW = 4; // subjects whose columns are wide

const isBest = (cell: Cell) => cell.state === "value" && cell.best;

/** The specification of a subject with another name. */
const specOf = (subject: Subject) => (subject.spec === subject.name || subject.spec.startsWith("http") ? "" : shortSpec(subject.spec));
const shortSpec = (spec: string) => shortName(spec.replace(/^.*\/(?=[^?]*)/s, "").replace(/&/g, " ").replace("?", " "));

/** The matrix with its controls, for the state in the address. */
export class MatrixView {
  readonly element = h("div", { class: "matrix-view" });
  private state: State;

  constructor(private readonly report: Report) {
    this.state = readState(report, "");
    this.show();
  }

  /** Takes the state from the address. The table is drawn again only if it changes, so that the focus stays. */
  follow(query: string): void {
    const before = this.state;
    this.state = readState(this.report, query);
    if (!looksAs(this.report, before, this.state)) this.show();
    if (this.state.cell) this.open(...this.state.cell);
  }

  /** Puts the state into an address without one. */
  restore(): void {
    this.state.cell = null;
    writeState(this.report, this.state);
  }

  private get matrix(): Matrix {
    return this.report.matrices[this.state.matrix]!;
  }

  private change(changes: Partial<State>): void {
    this.state = { ...this.state, ...changes };
    writeState(this.report, this.state);
    this.show();
  }

  private open(row: number, subject: number): void {
    this.state.cell = [row, subject];
    writeState(this.report, this.state);
    const address = location.hash;
    showEvidence(this.report, this.matrix, row, subject, () => {
      this.state.cell = null;
      if (location.hash === address) writeState(this.report, this.state); // else the reader went elsewhere before this event came
    });
  }

  private show(): void {
    if (this.report.matrices.length === 0) return;
    const subjects = shownSubjects(this.matrix, this.state);
    replace(this.element, answer(this.report, this.matrix),
            h("section", { class: "matrix-section", "aria-label": "Verdicts" },
              h("p", { class: "note" }, "A value is the share of items for which the right text is closer, from 0% to 100%",
                this.matrix.rows.some((row) => !row.share) && "; for human ratings, a rank correlation", ". A tie counts half. Select a cell to see the evidence."),
              this.controls(), this.legend(subjects),
              scrolled("Questions and encoders", this.table(subjects)),
              h("p", { class: "note" }, matrixTools(this.report, this.matrix, subjects))),
            summaries(this.report, this.matrix));
  }

  private controls(): HTMLElement {
    const baselines = this.matrix.baselines.flatMap((is, i) => (is ? [i] : []));
    const hidesBaselines = baselines.every((one) => this.state.hidden.has(one));
    const toggle = (subject: number) => {
      const hidden = new Set(this.state.hidden);
      if (!hidden.delete(subject)) hidden.add(subject);
      this.change({ hidden });
    };
    return h("div", { class: "matrix-head" },
             languageSwitch(this.report, this.state.matrix, (matrix) => this.change({ matrix, sort: null, cell: null })),
             baselines.length > 0 && baselines.length < this.report.subjects.length && h("label", { class: "check" },
               h("input", { type: "checkbox", checked: hidesBaselines, onchange: () => this.change({
                 hidden: new Set(hidesBaselines ? [...this.state.hidden].filter((one) => !baselines.includes(one)) : [...this.state.hidden, ...baselines]),
               }) }), " Hide baselines"),
             this.report.subjects.length > 2 && h("details", { class: "chooser" }, h("summary", null, "Encoders"),
               this.matrix.order.map((i) => h("label", { class: "check" },
                 h("input", { type: "checkbox", checked: !this.state.hidden.has(i), onchange: () => toggle(i) }), " ",
                 data(shortName(this.report.subjects[i]!.name))))),
             this.state.sort !== null && h("button", { class: "quiet", type: "button", onclick: () => this.change({ sort: null }) }, "Best first"));
  }

  private table(subjects: number[]): HTMLElement {
    const { rows } = this.matrix;
    const head = h("tr", null, h("th", { scope: "col", class: "corner" }, "Question"),
      subjects.map((i) => {
        const subject = this.report.subjects[i]!;
        const [name, options] = headParts(subject.name, this.report.subjects.map((one) => one.name));
        return h("th", { scope: "col" }, h("span", { class: "subject-name", title: subject.name }, data(name)),
                 h("span", { class: "subject-options" }, data(options || specOf(subject))),
                 h("span", { class: "costs" }, this.matrix.baselines[i] ? "baseline" : costs(subject)),
                 h("button", { class: "quiet", type: "button", "aria-haspopup": "dialog", onclick: () => {
                   step();
                   showCard(this.report, this.matrix, i);
                 } },
                   "Card", h("span", { class: "unseen" }, " of ", shortName(subject.name))));
      }));
    const body: HTMLElement[] = [];
    rows.forEach((row, i) => {
      if (row.section !== rows[i - 1]?.section) body.push(this.heading(row.section, subjects));
      body.push(this.row(row, i, subjects));
    });
    return h("table", { class: `matrix columns-${Math.min(subjects.length, 8)}${subjects.length > FEW ? " many" : ""}` },
             h("thead", null, head), h("tbody", null, body));
  }

  private heading(title: string, subjects: number[]): HTMLElement {
    return h("tr", { class: "matrix-heading" }, h("th", { colspan: subjects.length + 1, scope: "rowgroup" }, h("span", { class: "heading-text" }, title)));
  }

  private row(row: Row, number: number, subjects: number[]): HTMLElement {
    const same = this.matrix.rows[number - 1]?.group === row.group;
    return h("tr", { class: row.beats_counting ? "" : "separates-nothing" },
             h("th", { scope: "row" },
               h("span", { class: "capability" }, same ? "" : row.group),
               h("span", { class: "capability-asks" }, data(row.asks, 300), row.names_dataset && [" ", h("span", { class: "tag" }, data(row.dataset, 60))]),
               h("span", { class: "row-tools" },
                 this.example(row),
                 h("button", { class: "quiet", type: "button", onclick: () => this.change({ sort: this.state.sort === number ? null : number }) },
                   this.state.sort === number ? "Best first" : "Sort", h("span", { class: "unseen" }, " the encoders: ", row.asks)))),
             subjects.map((i) => this.cell(row, number, i)));
  }

  /** The pair that shows the row best. */
  private example(row: Row): Child {
    if (!row.example) return null;
    const holder = h("div", { class: "row-example" });
    const subject = row.example.subject === undefined ? "" : shortName(this.report.subjects[row.example.subject]!.name);
    return h("details", { ontoggle: () => replace(holder, h("p", { class: "note" }, "Cosines of ", subject), shownItem(row, row.example!)) },
             h("summary", null, "Example"), holder);
  }

  private cell(row: Row, number: number, subject: number): HTMLElement {
    const cell: Cell = row.cells[subject]!;
    const name = h("span", { class: "unseen" }, shortName(this.report.subjects[subject]!.name), ", ", row.asks, " ");
    const open = () => {
      step();
      this.open(number, subject);
    };
    if (cell.state !== "value") {
      return h("td", { class: "cell-holder" }, h("button", { type: "button", class: "cell empty", "aria-haspopup": "dialog", onclick: open },
               name, h("span", { class: "cell-none" }, STATES[cell.state])));
    }
    return h("td", { class: "cell-holder" },
             h("button", { type: "button", class: `cell side-${cell.level}`, "aria-haspopup": "dialog", onclick: open }, name,
               h("span", { class: "cell-top" },
                 h("span", { class: "cell-value" }, valueText(cell.value, row.share)), " ",
                 cell.best && h("span", { class: "best", title: "best, or not distinguishable from the best" }, bestStar(cell.level)),
                 h("span", { class: "cell-level" }, glyph(cell.level), h("span", { class: "cell-word" }, LEVELS[cell.level]))),
               h("span", { class: "cell-interval" }, intervalText(cell.low, cell.high, row.share)),
               bar(row, cell)));
  }

  private legend(subjects: number[]): HTMLElement {
    return h("ul", { class: "legend", "aria-label": "What the signs mean" },
             usedLevels(this.matrix, subjects).map((level) => h("li", { class: `level-${level}` }, glyph(level), LEVELS[level])),
             this.matrix.rows.some((row) => subjects.some((i) => isBest(row.cells[i]!))) &&
               h("li", null, h("span", { class: "best", "aria-hidden": "true" }, "★"), "best encoder, or not distinguishable from it (☆ if it fails)"),
             h("li", { class: "legend-bar" }, h("span", { class: "bar", "aria-hidden": "true" },
               h("span", { class: "bar-chance", style: { left: "34%" } }), h("span", { class: "bar-counting", style: { left: "46%" } }),
               h("span", { class: "bar-interval", style: { left: "56%", width: "32%" } }),
               h("span", { class: "bar-point", style: { left: "72%" } })), "chance, counting words, value with its 95% interval"));
  }
}
