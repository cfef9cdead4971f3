// The matrix to take along: Markdown, LaTeX, CSV.
import { h } from "../dom.js";
import { intervalText, valueText } from "../numbers.js";
import { copyText, flash, saveFile } from "../save.js";
import type { Cell, Matrix, Report, Row } from "../types.js";
import { LEVELS, STATES } from "./level.js";
import { matrixPicture } from "./matrix_picture.js";
import { png, svgText } from "./picture.js";

function words(row: Row, cell: Cell): string {
  if (cell.state !== "value") return STATES[cell.state];
  const interval = intervalText(cell.low, cell.high, row.share);
  return `${valueText(cell.value, row.share)}${interval && ` [${interval}]`} ${LEVELS[cell.level]}`;
}

function lines(report: Report, matrix: Matrix, subjects: number[]): string[][] {
  return [
    ["question", "counting words", ...subjects.map((i) => report.subjects[i]!.name)],
    ...matrix.rows.map((row) => [row.name, valueText(row.counting, row.share), ...subjects.map((i) => words(row, row.cells[i]!))]),
  ];
}

export const escaped = (text: string) => text.replace(/[\\|<>&]/g, (c) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;" })[c] ?? `\\${c}`);

export function markdown(report: Report, matrix: Matrix, subjects: number[]): string {
  const [head, ...rows] = lines(report, matrix, subjects).map((line) => `| ${line.map(escaped).join(" | ")} |`);
  const { result, details, advice, limits } = matrix.answer;
  const said = [result, details, advice, limits].filter(Boolean).map(escaped).join(" ");
  return [said, "", head, `| --- |${" ---: |".repeat(subjects.length + 1)}`, ...rows].join("\n") + "\n";
}

const TEX: Record<string, string> = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "<": "\\textless{}", ">": "\\textgreater{}", "−": "$-$", "–": "--" };
const tex = (text: string) => text.replace(/[\\~^<>−–]|[&%$#_{}]/g, (c) => TEX[c] ?? `\\${c}`);

export function latex(report: Report, matrix: Matrix, subjects: number[]): string {
  const [head, ...rows] = lines(report, matrix, subjects).map((line) => line.map(tex).join(" & ") + " \\\\");
  return ["\\begin{tabular}{l" + "r".repeat(subjects.length + 1) + "}", "\\hline", head, "\\hline", ...rows, "\\hline", "\\end{tabular}"].join("\n") + "\n";
}

const quoted = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);

export function csv(report: Report, matrix: Matrix, subjects: number[]): string {
  const head = ["section", "group", "question", "dataset", "language", "subject", "value", "low", "high", "n", "level", "counting_words", "chance"];
  const rows = matrix.rows.flatMap((row) => subjects.map((i) => {
    const cell = row.cells[i]!;
    const numbers = cell.state === "value" ? [cell.value, cell.low, cell.high, cell.n, cell.level] : ["", "", "", "", cell.state];
    return [row.section, row.group, row.title, row.dataset, row.language, report.subjects[i]!.name, ...numbers, row.counting, row.chance];
  }));
  return [head, ...rows].map((line) => line.map((one) => quoted(String(one ?? ""))).join(",")).join("\n") + "\n";
}

export function matrixTools(report: Report, matrix: Matrix, subjects: number[]): HTMLElement {
  const copy = (name: string, text: () => string) =>
    h("button", { class: "quiet", type: "button", onclick: async (event: Event) => {
      const button = event.currentTarget as HTMLElement;
      if (await copyText(text())) flash(button, "Copied");
    } }, name);
  const save = (name: string, act: () => Promise<void>) =>
    h("button", { class: "quiet", type: "button", "aria-label": `Save the matrix as ${name}`, onclick: (event: Event) => {
      const button = event.currentTarget as HTMLElement;
      void act().then(() => flash(button, "Saved"), () => flash(button, "Not saved"));
    } }, name);
  return h("span", { class: "tools" }, h("span", { class: "tools-word" }, "Copy"),
           copy("Markdown", () => markdown(report, matrix, subjects)), copy("LaTeX", () => latex(report, matrix, subjects)),
           h("span", { class: "tools-word" }, "Save"), save("CSV", async () => saveFile("verdicts.csv", csv(report, matrix, subjects), "text/csv")),
           save("PNG", async () => saveFile("verdicts.png", await png(matrixPicture(report, matrix, subjects)))),
           save("SVG", async () => saveFile("verdicts.svg", svgText(matrixPicture(report, matrix, subjects)), "image/svg+xml")));
}
