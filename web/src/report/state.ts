// The reader's choices, stored in the address: #report?lang=nl&sort=3&hide=1.4&cell=2.0
import { h } from "../dom.js";
import { readdress } from "../views.js";
import type { Matrix, Report } from "../types.js";

export interface State {
  matrix: number;  // one of the report's matrices
  sort: number | null; // a row that orders the subjects
  hidden: Set<number>; // subjects
  cell: [number, number] | null; // row and subject whose evidence is open
}

const valid = (value: number | undefined, length: number) => value !== undefined && Number.isInteger(value) && value >= 0 && value < length;

/** The place of the matrix of a language: the first one if there is none. */
export const matrixOf = (report: Report, language: string | null) =>
  Math.max(0, report.matrices.findIndex((one) => one.language === language));

export const isSubject = (report: Report, subject: number) => valid(subject, report.subjects.length);

/** Buttons for the languages; null if there is one. */
export function languageSwitch(report: Report, chosen: number, choose: (matrix: number) => void): HTMLElement | null {
  if (report.matrices.length < 2) return null;
  return h("div", { class: "switch", role: "group", "aria-label": "Language of the data sets" },
           report.matrices.map((one, i) => h("button", { type: "button", "aria-pressed": String(i === chosen), onclick: () => choose(i) },
                                             one.language || "all")));
}

const numbers = (text: string | null) => (text ? text.split(/[,.]/).map(Number) : []);
export function readState(report: Report, query: string): State {
  const asked = new URLSearchParams(query);
  const matrix = matrixOf(report, asked.get("lang"));
  const rows = report.matrices[matrix]?.rows.length ?? 0;
  const [sort] = numbers(asked.get("sort"));
  const [row, subject] = numbers(asked.get("cell"));
  const opens = valid(row, rows) && isSubject(report, subject!);
  return {
    matrix,
    sort: valid(sort, rows) ? sort! : null,
    hidden: new Set(numbers(asked.get("hide")).filter((one) => isSubject(report, one))),
    cell: opens ? [row!, subject!] : null,
  };
}

export function writeState(report: Report, state: State): void {
  const query = new URLSearchParams();
  if (state.matrix > 0) query.set("lang", report.matrices[state.matrix]!.language);
  if (state.sort !== null) query.set("sort", String(state.sort));
  if (state.hidden.size > 0) query.set("hide", [...state.hidden].sort((a, b) => a - b).join("."));
  if (state.cell) query.set("cell", state.cell.join("."));
  const text = query.toString();
  readdress(text ? `#report?${text}` : "#report");
}

/** The subjects shown, in order: best first, or by the row chosen. */
export function shownSubjects(matrix: Matrix, state: State): number[] {
  const value = (subject: number) => {
    const cell = state.sort === null ? undefined : matrix.rows[state.sort]?.cells[subject];
    return cell?.state === "value" ? cell.value : -Infinity;
  };
  const shown = matrix.order.filter((subject) => !state.hidden.has(subject));
  return state.sort === null ? shown : [...shown].sort((a, b) => value(b) - value(a));
}
