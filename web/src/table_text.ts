// A table as Markdown, LaTeX and CSV. Texts are escaped for their target: a cell can't be markup, a
// command, or a formula in a spreadsheet.
import { visible } from "./text.js";
import type { Named, Num, Table, TableCell } from "./types.js";

export const isNumber = (cell: TableCell | undefined): cell is Num => typeof cell === "object" && "text" in cell;
export const isNamed = (cell: TableCell | undefined): cell is Named => typeof cell === "object" && "name" in cell;
const textOf = (cell: TableCell) => (isNumber(cell) ? cell.text : isNamed(cell) ? cell.label : cell);
const printed = (cell: TableCell) => visible(textOf(cell)).replace(/\s+/g, " ").trim();
const isNumeric = (table: Table, column: number) => table.rows.some((row) => isNumber(row[column]));

const markdown = (text: string) => text.replace(/[\\`*_{}[\]<>#|~$&]/g, "\\$&");

export function toMarkdown(table: Table): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const rule = table.header.map((_, i) => (isNumeric(table, i) ? "---:" : "---"));
  return [line(table.header.map((cell) => markdown(printed(cell)))), line(rule),
          ...table.rows.map((row) => line(row.map((cell) => markdown(printed(cell)))))].join("\n") + "\n";
}

const LATEX: Record<string, string> = {
  "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "<": "\\textless{}",
  ">": "\\textgreater{}", "|": "\\textbar{}", "\"": "\\textquotedbl{}", "−": "$-$",
};
const latex = (text: string) =>
  text.replace(/[\\~^<>|"−]|[&%$#_{}]/g, (found) => LATEX[found] ?? "\\" + found);

export function toLatex(table: Table): string {
  const columns = table.header.map((_, i) => (isNumeric(table, i) ? "r" : "l")).join("");
  const line = (row: readonly TableCell[]) => row.map((cell) => latex(printed(cell))).join(" & ") + " \\\\";
  return [`% ${printed(table.title)}`, `\\begin{tabular}{${columns}}`, "\\toprule", line(table.header), "\\midrule",
          ...table.rows.map(line), "\\bottomrule", "\\end{tabular}"].join("\n") + "\n";
}

/** What a spreadsheet would take for a formula begins with an apostrophe. */
export const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? "'" + text : text);

const quoted = (text: string) => (/[",\n\r']/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text);
const csvText = (text: string) => quoted(harmless(visible(text)));
const csvNumber = (value: number | null | undefined) =>
  value === null || value === undefined || !Number.isFinite(value) ? "" : String(value);

const PARTS = ["low", "high", "n"] as const;

/** Numbers in full, results by their identifiers; where a column has intervals and counts, they get columns of their own. */
export function toCsv(table: Table): string {
  const parts = table.header.map((_, i) =>
    PARTS.filter((part) => table.rows.some((row) => isNumber(row[i]) && row[i][part] !== undefined)));
  const head = table.header.flatMap((name, i) => [name, ...parts[i]!.map((part) => `${name} ${part}`)]);
  const cells = (cell: TableCell, i: number) => {
    if (!isNumber(cell)) return [csvText(isNamed(cell) ? cell.name : cell), ...parts[i]!.map(() => "")];
    return [csvNumber(cell.v), ...parts[i]!.map((part) => csvNumber(cell[part]))];
  };
  return [head.map(csvText), ...table.rows.map((row) => row.flatMap(cells))]
    .map((row) => row.join(",")).join("\r\n") + "\r\n";
}
