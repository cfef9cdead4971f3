// The first lines of a report: which encoder, how sure, and what each one detects and ignores.
import { data, h } from "../dom.js";
import { valueText } from "../numbers.js";
import { shortName } from "../text.js";
import type { Level, Matrix, Report, Row, ShownItem } from "../types.js";
import { glyph, LEVELS } from "./level.js";
import { shownItem } from "./shown_item.js";

const MOST_OPEN = 2; // summaries that are not folded away
const GLANCE: Level[] = ["good", "better", "no-better", "unclear", "undecided", "chance", "worse"];

interface Failed { row: Row; shown: ShownItem; position: number }

/** The row on which a subject does worst, with an item that it gets wrong. */
export function worstRow(matrix: Matrix, subject: number): Failed | null {
  const failed = matrix.rows.flatMap((row): Failed[] => {
    const cell = row.cells[subject];
    const shown = cell?.state === "value" ? cell.worst[0] : undefined;
    if (cell?.state !== "value" || cell.level === "unclear" || shown?.passes !== false) return [];
    return [{ row, shown, position: row.share ? (cell.value - row.chance) / (1 - row.chance) : Infinity }];
  });
  const pairs = failed.filter(({ shown }) => shown.other); // else only the right text could be shown
  return (pairs.length > 0 ? pairs : failed).reduce<Failed | null>((worst, one) => (worst && worst.position <= one.position ? worst : one), null);
}

/** A line per level, with the kinds of test whose weakest question has it. */
function glance(matrix: Matrix, subject: number): HTMLElement {
  const groups = matrix.groups.filter((one) => one.subject === subject).flatMap((group) => {
    const row = matrix.rows[group.weakest]!, cell = row.cells[subject]!;
    return cell.state === "value" ? [{ group, row, cell }] : [];
  });
  const highest = (of: string) => Math.max(...matrix.rows.flatMap((row) => {
    const cell = row.cells[subject]!;
    return row.group === of && cell.state === "value" ? [row.share ? cell.value : NaN] : [];
  }));
  const named = ({ group, row, cell }: (typeof groups)[number]) => {
    const most = highest(row.group);
    const range = Number.isNaN(most) ? ` in the weakest of ${group.rows}` : ` to ${valueText(most, true)} in ${group.rows}`;
    return h("li", null, row.group, " ", h("strong", null, valueText(cell.value, row.share)),
             group.rows > 1 && h("span", { class: "note" }, `${range} questions; passes ${group.passed}`));
  };
  const lines = GLANCE.map((level) => [level, groups.filter(({ cell }) => cell.level === level)] as const).filter(([, some]) => some.length > 0);
  return h("dl", { class: "glance" }, lines.map(([level, some]) =>
    h("div", { class: `side-${level}` }, h("dt", null, glyph(level), LEVELS[level]), h("dd", null, h("ul", null, some.map(named))))));
}

export function answer(report: Report, matrix: Matrix): HTMLElement | null {
  const { result, details, advice, limits } = matrix.answer;
  const found = thresholds(report, matrix);
  const tests = (report.audit_tests ?? []).map((line) => h("p", { class: "answer-advice" }, data(line)));
  if (!result) return found || tests.length > 0 ? h("div", { class: "answer" }, tests, found) : null;
  const first = matrix.order[0]!;
  const worst = worstRow(matrix, first);
  const example = worst?.row.example;
  const shown = example?.subject === first && example.passes === false ? example : worst?.shown;
  const subject = shortName(report.subjects[first]!.name);
  return h("div", { class: "answer" },
           h("div", { class: "answer-text" },
             h("p", { class: result.length > 200 ? "answer-result long" : "answer-result" }, data(result)),
             details && glance(matrix, first),
             advice && h("p", { class: "answer-advice" }, data(advice)), limits && h("p", { class: "note" }, data(limits)),
             tests, found),
           worst && shown && h("div", { class: "answer-pair" }, h("p", { class: "pair-title" }, `A pair that ${subject} gets wrong`),
             h("p", { class: "note" }, worst.row.asks, " Numbers are cosines."), shownItem(worst.row, shown)));
}

/** Above which similarity each encoder may count two texts as the same. */
function thresholds(report: Report, matrix: Matrix): HTMLElement | null {
  const found = matrix.order.flatMap((subject) => (report.thresholds ?? []).filter((one) => one.subject === subject));
  if (found.length === 0) return null;
  return h("ul", { class: "thresholds" }, found.map(({ subject, text }) =>
    h("li", null, h("strong", null, data(shortName(report.subjects[subject]!.name))), ": ", data(text))));
}

/** A paragraph per subject; for one subject alone the answer says it already. */
export function summaries(report: Report, matrix: Matrix): HTMLElement | null {
  if (report.subjects.length < 2 && !matrix.answer.details) return null;
  const list = h("ul", { class: "summaries" }, matrix.answer.summaries.map((one) => h("li", null, data(one.text))));
  return h("section", { class: "verdicts", id: "verdicts" }, h("h2", null, "Summary"),
           report.subjects.length > MOST_OPEN + 1 ? h("details", null, h("summary", null, "Each encoder in a few words"), list) : list);
}
