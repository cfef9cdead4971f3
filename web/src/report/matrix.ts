// The matrix of subjects and capabilities. With few subjects a row is a capability and says what it asks;
// with many a row is a subject, so that they can be compared down a column.
import { data, h, replace, type Child } from "../dom.js";
import { intervalText, valueText } from "../numbers.js";
import { shortName } from "../text.js";
import type { Cell, Evidence, Level, Report } from "../types.js";
import { showEvidence } from "./evidence.js";
import { bar, glyph, LEVELS, STATES } from "./level.js";

const MOST_COLUMNS = 4; // subjects that stand side by side

/** Whose cell it is, for who hears the page. */
const owner = (report: Report, cell: Cell) =>
  h("span", { class: "unseen" }, shortName(report.subjects[cell.subject]!.name), ", ", report.capabilities[cell.capability]!.title, ": ");

/** How strong the colour is: its side is the level's. */
const strength = (evidence: Evidence) => Math.min(1, Math.abs(evidence.position ?? 0)).toFixed(3);

function valueParts(evidence: Evidence): Child[] {
  return [
    h("span", { class: "cell-top" },
      h("span", { class: "cell-value" }, valueText(evidence.value, evidence.share)), " ",
      h("span", { class: "cell-interval" }, intervalText(evidence.low, evidence.high, evidence.share)), " ",
      h("span", { class: "cell-level" }, glyph(evidence.level), h("span", { class: "cell-word" }, LEVELS[evidence.level]))),
    bar(evidence),
  ];
}

function cellElement(report: Report, cell: Cell | undefined): HTMLElement {
  if (!cell) return h("td", { class: "cell-holder" }, h("span", { class: "cell empty" }, STATES.unmeasured));
  const first = cell.evidence[0];
  const has = cell.state === "value" && first;
  const style = has ? { "--strength": strength(first) } : {};
  return h("td", { class: "cell-holder" },
           h("button", {
             type: "button", style, "aria-haspopup": "dialog",
             class: has ? `cell side-${first.level}` : "cell empty",
             onclick: () => showEvidence(report, cell),
           }, owner(report, cell), has ? valueParts(first) : h("span", { class: "cell-none" }, cell.state === "value" ? "–" : STATES[cell.state])));
}

function legend(report: Report): HTMLElement {
  const used = new Set(report.cells.flatMap((cell) => (cell.state === "value" ? [cell.evidence[0]?.level] : [])));
  const levels = (["good", "partly", "chance", "below", "none"] as Level[]).filter((level) => used.has(level));
  return h("ul", { class: "legend", "aria-label": "What the signs mean" },
           levels.map((level) => h("li", { class: `level-${level}` }, glyph(level), LEVELS[level])),
           h("li", { class: "legend-bar" }, h("span", { class: "bar", "aria-hidden": "true" },
             h("span", { class: "bar-chance", style: { left: "34%" } }),
             h("span", { class: "bar-interval", style: { left: "52%", width: "34%" } }),
             h("span", { class: "bar-point", style: { left: "70%" } })), "chance, value and its 95 % interval"));
}

/** The capabilities that the run asks for of any subject. */
function asked(report: Report): number[] {
  const found = new Set(report.cells.filter((cell) => cell.state !== "unmeasured").map((cell) => cell.capability));
  return report.capabilities.flatMap((_, i) => (found.has(i) ? [i] : []));
}

function notAsked(report: Report): Child {
  const found = new Set(asked(report));
  const titles = report.capabilities.filter((_, i) => !found.has(i)).map((one) => one.title);
  return titles.length > 0 && [" No data set of the run asks for ", data(titles.join(", "), 600), "."];
}

function table(report: Report, turned: boolean): HTMLElement {
  const cells = new Map(report.cells.map((cell) => [`${cell.subject},${cell.capability}`, cell]));
  const at = (subject: number, capability: number) => cellElement(report, cells.get(`${subject},${capability}`));
  const subjectName = (i: number) => data(shortName(report.subjects[i]!.name));
  const title = (i: number) => h("span", { class: "capability" }, shortName(report.capabilities[i]!.title));
  const asks = (i: number) => h("span", { class: "capability-asks" }, data(report.capabilities[i]!.asks, 300));
  const subjects = report.subjects.map((_, i) => i);
  const capabilities = asked(report);
  const [columns, rows] = turned ? [capabilities, subjects] : [subjects, capabilities];
  const head = h("tr", null, h("th", { scope: "col", class: "corner" }, turned ? "Subject" : "Capability"),
                 columns.map((i) => h("th", { scope: "col" }, turned ? title(i) : subjectName(i))));
  const body = rows.map((row) =>
    h("tr", null, h("th", { scope: "row" }, turned ? subjectName(row) : [title(row), asks(row)]),
      columns.map((column) => (turned ? at(row, column) : at(column, row)))));
  return h("table", { class: turned ? "matrix compact" : `matrix roomy columns-${columns.length}` },
           h("thead", null, head), h("tbody", null, body));
}

export function matrix(report: Report): HTMLElement {
  let turned = report.subjects.length > MOST_COLUMNS;
  const holder = h("div", { class: "matrix-scroll", tabindex: 0, role: "region",
                            "aria-label": "Subjects and capabilities" });
  const swap = h("button", { class: "quiet", type: "button", onclick: () => { turned = !turned; show(); } }, "Swap rows and columns");
  const section = h("section", { class: "matrix-section", "aria-label": "What each subject understands" },
                    h("div", { class: "matrix-head" }, legend(report), swap), holder,
                    h("p", { class: "note" }, "Choose a cell to see all that it rests on.", notAsked(report)));
  const show = () => {
    replace(holder, table(report, turned));
    section.classList.toggle("turned", turned);
  };
  show();
  return section;
}
