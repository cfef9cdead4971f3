// The first lines of a report: which encoder, how sure, and what each one detects and ignores.
import { data, h } from "../dom.js";
import { shortName } from "../text.js";
import type { Matrix, Report, Row } from "../types.js";
import { shownItem } from "./shown_item.js";

const MOST_OPEN = 2; // summaries that are not folded away

/** The row on which a subject does worst, with an item that it gets wrong. */
export function worstRow(matrix: Matrix, subject: number): Row | null {
  const position = (row: Row) => {
    const cell = row.cells[subject];
    return cell?.state === "value" && row.share ? (cell.value - row.chance) / (1 - row.chance) : Infinity;
  };
  const fails = (row: Row) => {
    const cell = row.cells[subject];
    return cell?.state === "value" && cell.worst[0]?.passes === false;
  };
  const failed = matrix.rows.filter(fails);
  return failed.reduce<Row | null>((worst, row) => (worst && position(worst) <= position(row) ? worst : row), null);
}

export function answer(report: Report, matrix: Matrix): HTMLElement | null {
  const { result, advice, limits } = matrix.answer;
  if (!result) return null;
  const first = matrix.order[0]!;
  const row = worstRow(matrix, first);
  const cell = row?.cells[first];
  const shown = row?.example?.subject === first && row.example.passes === false ? row.example : cell?.state === "value" ? cell.worst[0] : null;
  const subject = shortName(report.subjects[first]!.name);
  return h("div", { class: "answer" },
           h("p", { class: result.length > 160 ? "answer-result long" : "answer-result" }, data(result)),
           advice && h("p", { class: "answer-advice" }, data(advice)), limits && h("p", { class: "note" }, data(limits)),
           row && shown && h("div", { class: "answer-pair" }, h("p", { class: "note" }, `A pair that ${subject} gets wrong, with cosines: ${row.asks}`),
             shownItem(row, shown)));
}

/** A paragraph per subject; for one subject alone the answer says it already. */
export function summaries(report: Report, matrix: Matrix): HTMLElement | null {
  if (report.subjects.length < 2) return null;
  const list = h("ul", { class: "summaries" }, matrix.answer.summaries.map((one) => h("li", null, data(one.text))));
  return h("section", { class: "verdicts", id: "verdicts" }, h("h2", null, "Summary"),
           report.subjects.length > MOST_OPEN + 1 ? h("details", null, h("summary", null, "Each encoder in a few words"), list) : list);
}
