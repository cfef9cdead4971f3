// The matrix as a picture: the questions on the left, a column per encoder.
import { svg } from "../dom.js";
import { intervalText, valueText } from "../numbers.js";
import { nameParts } from "../text.js";
import type { Cell, Level, Matrix, Report, Row } from "../types.js";
import { bestStar, LEVELS, STATES, usedLevels } from "./level.js";
import { axis, FILLS, INK, lines, picture, sign, words, wrapped } from "./picture.js";

const QUESTIONS = 330; // pixels of the column of questions
const COLUMN = 124;
const ROW = 58;
const EDGE = 16;
const HEADING = 30;
const HEAD = 52;

function cell(row: Row, of: Cell, x: number, y: number): SVGElement[] {
  const box = (fill: string, extra = {}) => svg("rect", { x: x + 3, y: y + 3, width: COLUMN - 6, height: ROW - 6, rx: 7, fill, ...extra });
  if (of.state !== "value")
    return [box(INK.ground, { stroke: INK.line, "stroke-dasharray": "3 3" }),
            words(STATES[of.state], x + COLUMN / 2, y + ROW / 2 + 4, { size: 12, fill: INK.muted, anchor: "middle" })];
  return [
    box(row.beats_counting || of.level === "worse" ? FILLS[of.level] : FILLS.chance),
    words(valueText(of.value, row.share) + (of.best ? ` ${bestStar(of.level)}` : ""), x + 12, y + 22, { size: 15, weight: 650 }),
    sign(of.level, x + COLUMN - 24, y + 11),
    words(intervalText(of.low, of.high, row.share), x + 12, y + 37, { size: 11.5 }),
    ...axis(row, of, x + 12, y + 46, COLUMN - 24),
  ];
}

function question(row: Row, y: number): SVGElement[] {
  const style = { size: 12.5 };
  const text = row.names_dataset ? `${row.asks} (${row.dataset})` : row.asks;
  return lines(wrapped(text, QUESTIONS - 24, style, 3), EDGE, y + 20, style);
}

function legend(levels: Level[], width: number, y: number): { drawn: SVGElement[]; height: number } {
  let x = EDGE, down = 0;
  const drawn = levels.flatMap((level) => {
    const room = 34 + 6.3 * LEVELS[level].length;
    if (x + room > width - EDGE) [x, down] = [EDGE, down + 20];
    const own = [sign(level, x, y + down - 10), words(LEVELS[level], x + 18, y + down, { size: 12, fill: INK.muted })];
    x += room;
    return own;
  });
  return { drawn, height: down + 20 };
}

export function matrixPicture(report: Report, matrix: Matrix, subjects: number[]): SVGElement {
  const width = Math.max(760, 2 * EDGE + QUESTIONS + COLUMN * subjects.length);
  const title = { size: 16, weight: 650 };
  const result = wrapped(matrix.answer.result, width - 2 * EDGE, title, 3);
  let y = EDGE + 14;
  const drawn: SVGElement[] = lines(result, EDGE, y, title);
  y += result.length * 21 + 12;
  const names = report.subjects.map((one) => one.name);
  subjects.forEach((i, column) => {
    const name = { size: 13, weight: 650 };
    drawn.push(...lines(wrapped(nameParts(report.subjects[i]!.name, names)[0], COLUMN - 14, name, 2), EDGE + QUESTIONS + column * COLUMN + 8, y + 10, name));
  });
  y += HEAD - 12;
  matrix.rows.forEach((row, i) => {
    if (row.section !== matrix.rows[i - 1]?.section) {
      drawn.push(words(row.section, EDGE, y + 20, { size: 12, weight: 600, fill: INK.muted }));
      y += HEADING;
    }
    drawn.push(svg("line", { x1: EDGE, x2: width - EDGE, y1: y, y2: y, stroke: INK.line }), ...question(row, y));
    subjects.forEach((subject, column) => drawn.push(...cell(row, row.cells[subject]!, EDGE + QUESTIONS + column * COLUMN, y)));
    y += ROW;
  });
  const signs = legend(usedLevels(matrix, subjects), width, y + 24);
  y += 24 + signs.height;
  const source = "★ best, or not distinguishable from it (☆ if it fails). Point: value with its 95% interval; line: chance; diamond: counting words.";
  const note = { size: 11, fill: INK.muted };
  const notes = [...wrapped(source, width - 2 * EDGE, note, 3), report.program];
  drawn.push(...signs.drawn, ...lines(notes, EDGE, y + 4, note));
  return picture(width, y + notes.length * 15 + EDGE - 4, `Verdicts: ${result.join(" ")}`, ...drawn);
}
