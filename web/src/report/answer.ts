// The first lines of a report: which encoder, how sure, and what each one detects and ignores.
import { data, h } from "../dom.js";
import { shortName } from "../text.js";
import type { Matrix, Report, Row } from "../types.js";
import { shownItem } from "./shown_item.js";

const MOST_OPEN = 2; // summaries that are not folded away

/** The row on which the first subject does worst, with an item that it gets wrong. */
function worstRow(matrix: Matrix): Row | null {
  const [subject] = matrix.order;
  const position = (row: Row) => {
    const cell = row.cells[subject!];
    return cell?.state === "value" && row.share ? (cell.value - row.chance) / (1 - row.chance) : Infinity;
  };
  const failed = matrix.rows.filter((row) => row.example?.subject === subject && row.example?.passes === false);
  return failed.reduce<Row | null>((worst, row) => (worst && position(worst) <= position(row) ? worst : row), null);
}

export function answer(report: Report, matrix: Matrix): HTMLElement | null {
  const { result, advice, limits } = matrix.answer;
  if (!result) return null;
  const row = worstRow(matrix);
  const subject = row && shortName(report.subjects[matrix.order[0]!]!.name);
  return h("div", { class: "answer" },
           h("p", { class: result.length > 160 ? "answer-result long" : "answer-result" }, data(result)),
           advice && h("p", { class: "answer-advice" }, data(advice)), limits && h("p", { class: "note" }, data(limits)),
           row && h("div", { class: "answer-pair" }, h("p", { class: "note" }, `A pair that ${subject} gets wrong, with cosines: ${row.asks}`),
             shownItem(row, row.example!)));
}

/** A paragraph per subject; for one subject alone the answer says it already. */
export function summaries(report: Report, matrix: Matrix): HTMLElement | null {
  if (report.subjects.length < 2) return null;
  const list = h("ul", { class: "summaries" }, matrix.answer.summaries.map((one) => h("li", null, data(one.text))));
  return h("section", { class: "verdicts", id: "verdicts" }, h("h2", null, "Summary"),
           report.subjects.length > MOST_OPEN + 1 ? h("details", null, h("summary", null, "Each encoder in a few words"), list) : list);
}
