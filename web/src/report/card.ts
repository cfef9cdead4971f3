// A card of one encoder, for a model card or a pull request: every question with its verdict, and a pair that it gets wrong.
import { itemsOf } from "../data.js";
import { data, h, svg } from "../dom.js";
import { count, fixed, intervalText, valueText } from "../numbers.js";
import { copyText, flash, saveFile } from "../save.js";
import { shortName } from "../text.js";
import type { Matrix, Report } from "../types.js";
import { costs } from "./costs.js";
import { worstRow } from "./first_sentences.js";
import { LEVELS, STATES } from "./level.js";
import { escaped } from "./matrix_files.js";
import { axis, FILLS, INK, lines, picture, png, sign, svgText, words, wrapped } from "./picture.js";
import { sheet } from "./dialog.js";
import { sharedText } from "./shown_item.js";

const WIDTH = 760;
const EDGE = 24;
const ROW = 34;
const [LEVEL, VALUE, BAR] = [384, 600, 662];  // starts of columns

interface WrongPair { asks: string; sentence: string; closer: string; other: string; similarities: [number | null, number | null] }

/** The item that shows the worst row, in words. */
function wrongPair(matrix: Matrix, subject: number): WrongPair | null {
  const worst = worstRow(matrix, subject);
  const texts = worst && itemsOf(worst.row.task)?.texts[worst.shown.item];
  if (!worst?.shown.other || !texts) return null;
  const { closer, other } = worst.shown;
  const shared = sharedText(closer, other);
  const another = ([a, b]: [number, number]) => texts[a === shared ? b : a] ?? "";
  return { asks: worst.row.asks, sentence: texts[shared] ?? "", closer: another(closer.texts), other: another(other.texts),
           similarities: [closer.similarity, other.similarity] };
}

function summaryOf(matrix: Matrix, subject: number): string {
  return matrix.answer.summaries.find((one) => one.subject === subject)?.text ?? "";
}

function source(report: Report, matrix: Matrix): string {
  const items = matrix.rows.flatMap((row) => row.cells.flatMap((cell) => (cell.state === "value" ? [cell.n] : [])));
  const [least, most] = [Math.min(...items), Math.max(...items)];
  return `${report.program} · ${matrix.rows.length} questions · ${least === most ? count(most) : `${count(least)} to ${count(most)}`} items per question`;
}

function cardMarkdown(report: Report, matrix: Matrix, subject: number): string {
  const name = report.subjects[subject]!.name;
  const rows = matrix.rows.map((row) => {
    const cell = row.cells[subject]!;
    const asks = escaped(row.names_dataset ? `${row.asks} (${row.dataset})` : row.asks);
    if (cell.state !== "value") return `| ${asks} | – | ${STATES[cell.state]} |`;
    const interval = intervalText(cell.low, cell.high, row.share);
    return `| ${asks} | ${valueText(cell.value, row.share)}${interval && ` (${interval})`} | ${LEVELS[cell.level]} |`;
  });
  const pair = wrongPair(matrix, subject);
  const wrong = pair && [
    "", `A pair that it gets wrong. ${escaped(pair.asks)}`, "", `> ${escaped(pair.sentence)}`, ">",
    `> - ${fixed(pair.similarities[0])} ${escaped(pair.closer)} (should be closer)`, `> - ${fixed(pair.similarities[1])} ${escaped(pair.other)}`,
  ];
  return [`### What ${escaped(name)} understands`, "", escaped(summaryOf(matrix, subject)), "",
          "| question | value (95% interval) | verdict |", "| --- | ---: | --- |", ...rows, ...(wrong || []), "", `${escaped(source(report, matrix))}.`]
    .join("\n") + "\n";
}

function cardPicture(report: Report, matrix: Matrix, subject: number): SVGElement {
  const name = { size: 22, weight: 650 }, small = { size: 12, fill: INK.muted }, text = { size: 13 };
  const drawn: SVGElement[] = [];
  let y = EDGE + 18;
  const put = (texts: string[], style: typeof name | typeof small | typeof text, x = EDGE) => {
    drawn.push(...lines(texts, x, y, style));
    y += texts.length * style.size * 1.3;
  };
  put(wrapped(shortName(report.subjects[subject]!.name), WIDTH - 2 * EDGE, name, 1), name);
  const facts = costs(report.subjects[subject]!);
  if (facts) put([facts], small);
  y += 6;
  put(wrapped(summaryOf(matrix, subject), WIDTH - 2 * EDGE, text, 7), text);
  y += 4;
  for (const row of matrix.rows) {
    const cell = row.cells[subject]!;
    const asks = wrapped(row.names_dataset ? `${row.asks} (${row.dataset})` : row.asks, LEVEL - EDGE - 20, { size: 12 }, 2);
    drawn.push(svg("line", { x1: EDGE, x2: WIDTH - EDGE, y1: y, y2: y, stroke: INK.line }),
               ...lines(asks, EDGE, y + (asks.length > 1 ? 14 : 21), { size: 12 }));
    if (cell.state === "value")
      drawn.push(svg("rect", { x: LEVEL - 8, y: y + 4, width: VALUE - LEVEL - 4, height: ROW - 8, rx: 6, fill: FILLS[cell.level] }),
                 sign(cell.level, LEVEL, y + 11), words(LEVELS[cell.level], LEVEL + 18, y + 21, { size: 12 }),
                 words(valueText(cell.value, row.share), VALUE + 40, y + 21, { size: 13, weight: 650, anchor: "end" }),
                 ...axis(row, cell, BAR - 8, y + 17, WIDTH - EDGE - BAR + 8));
    else drawn.push(words(STATES[cell.state], LEVEL + 18, y + 21, { size: 12, fill: INK.muted }));
    y += ROW;
  }
  y += 22;
  const pair = wrongPair(matrix, subject);
  if (pair) {
    put(["A pair that it gets wrong, with cosines"], small);
    y += 2;
    put(wrapped(pair.sentence, WIDTH - 2 * EDGE, text, 2), text);
    [pair.closer, pair.other].forEach((one, i) => {
      const [value, words] = [fixed(pair.similarities[i]), i === 0 ? `${one} (should be closer)` : one];
      drawn.push(...lines([value], EDGE, y, { size: 13, weight: 650 }));
      put(wrapped(words, WIDTH - 2 * EDGE - 44, text, 2), text, EDGE + 44);
    });
    y += 8;
  }
  put([source(report, matrix)], { size: 11, fill: INK.muted });
  return picture(WIDTH, y + 4, `Verdicts of ${report.subjects[subject]!.name}`, ...drawn);
}

const { show } = sheet("card-title");

/** Shows the card, with ways to take it along. */
export function showCard(report: Report, matrix: Matrix, subject: number): void {
  const drawn = cardPicture(report, matrix, subject);
  const file = `card-${shortName(report.subjects[subject]!.name).replace(/[^a-z0-9.-]+/gi, "-")}`;
  const way = (words: string, done: string, act: () => Promise<unknown> | void) =>
    h("button", { class: "quiet", type: "button", onclick: async (event: Event) => {
      const button = event.currentTarget as HTMLElement;
      try {
        flash(button, (await act()) === false ? "Failed" : done);
      } catch {
        flash(button, "Failed");
      }
    } }, words);
  drawn.classList.add("card-picture");
  show(h("h2", { id: "card-title" }, "Card of ", data(shortName(report.subjects[subject]!.name))),
       h("p", { class: "tools card-tools" },
         way("Save PNG", "Saved", async () => saveFile(`${file}.png`, await png(cardPicture(report, matrix, subject)))),
         way("Save SVG", "Saved", () => saveFile(`${file}.svg`, svgText(cardPicture(report, matrix, subject)), "image/svg+xml")),
         way("Copy Markdown", "Copied", () => copyText(cardMarkdown(report, matrix, subject)))),
       drawn);
}
