// How good a value is, shown by colour, sign and word at once.
import { h, svg } from "../dom.js";
import { percent } from "../numbers.js";
import type { CellState, Level, Matrix, Row, Value } from "../types.js";

export const LEVELS: Record<Level, string> = {
  good: "good", better: "better than chance", "no-better": "no better than counting words", chance: "at chance",
  unclear: "can't tell", worse: "worse than chance", undecided: "undecided: ties",
};

export const STATES: Record<Exclude<CellState, "value">, string> = {
  undefined: "undefined", unsupported: "not supported", unmeasured: "not tested",
};

const circle = (fill: string) => svg("circle", { cx: 6, cy: 6, r: 4, fill, stroke: "currentColor", "stroke-width": 1.5 });
const line = (d: string) => svg("path", { d, fill: "none", stroke: "currentColor", "stroke-width": 1.5, "stroke-linecap": "round" });

/** Full, half, two bars, empty, question mark, pointing down, a wave: distinct without colour. */
export function glyph(level: Level): SVGElement {
  const shapes: Record<Level, () => SVGElement[]> = {
    good: () => [circle("currentColor")],
    better: () => [circle("none"), svg("path", { d: "M6 2a4 4 0 0 0 0 8z", fill: "currentColor" })],
    "no-better": () => [line("M2 4.5h8M2 8h8")],
    chance: () => [circle("none")],
    unclear: () => [line("M3.6 4.2a2.4 2.4 0 1 1 3.4 2.2c-.8.4-1 .8-1 1.6"), svg("circle", { cx: 6, cy: 10.4, r: 0.9, fill: "currentColor" })],
    worse: () => [svg("path", { d: "M1.5 2.5h9L6 10.5z", fill: "currentColor" })],
    undecided: () => [line("M1.5 6.5c1.5-2.5 3-2.5 4.5 0s3 2.500 4.500 0")],
  };
  return svg("svg", { class: "glyph", viewBox: "0 0 12 12", width: 12, height: 12, "aria-hidden": "true" }, shapes[level]());
}

export const levelWord = (level: Level) => h("span", { class: `level level-${level}` }, glyph(level), LEVELS[level]);

/** The levels of the cells of some subjects, in the order of LEVELS. */
export function usedLevels(matrix: Matrix, subjects: number[]): Level[] {
  const cells = matrix.rows.flatMap((row) => subjects.map((i) => row.cells[i]!));
  const used = new Set(cells.flatMap((cell) => (cell.state === "value" ? [cell.level] : [])));
  return (Object.keys(LEVELS) as Level[]).filter((level) => used.has(level));
}

/** What a level means for this value, in a sentence. */
export function levelSentence(row: Row, value: Value): string {
  switch (value.level) {
    case "undecided": return `${percent(value.ties ?? 0)}% of the comparisons are ties, so the value says little.`;
    case "unclear": return `${value.low === null ? "There are too few items." : "The interval is too wide."}${value.needed ? ` About ${value.needed.toLocaleString("en")} items would tell.` : ""}`;
    case "no-better": return "Counting words does as well, so this shows no understanding.";
    case "chance": return "Vectors without any information would do as well.";
    case "worse": return "Vectors without any information would do better: the encoder prefers the wrong text.";
    case "better": return "Better than chance and than counting words.";
    case "good": return row.share ? "Right on most items, and better than counting words." : "Close to human ratings, and better than counting words.";
  }
}

/** A place on the scale of the row's values: 0 is its lower end, 1 its upper end. */
export function position(row: Row, of: number): number {
  const [from, to] = row.share ? [0, 1] : [-1 / 3, 1];
  return Math.min(1, Math.max(0, (of - from) / (to - from)));
}

/** The value as a point with its interval; a tick at chance, another at counting words. */
export function bar(row: Row, value: Value): HTMLElement {
  const place = (of: number) => 100 * position(row, of);
  const element = h("span", { class: "bar", "aria-hidden": "true" },
                    h("span", { class: "bar-chance", style: { left: `${place(row.chance)}%` } }));
  if (row.counting !== null) element.append(h("span", { class: "bar-counting", style: { left: `${place(row.counting)}%` } }));
  if (value.low !== null && value.high !== null) {
    const [a, b] = [place(value.low), place(value.high)];
    element.append(h("span", { class: "bar-interval", style: { left: `${a}%`, width: `${b - a}%` } }));
  }
  element.append(h("span", { class: "bar-point", style: { left: `${place(value.value)}%` } }));
  return element;
}
