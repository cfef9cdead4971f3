// A similarity as a coloured cell: the number is what counts, the colour only helps to find it.
import { h } from "../dom.js";
import { fixed } from "../numbers.js";

type Range = [number, number];

/** The lowest and the highest of two or more different numbers. */
export function rangeOf(values: (number | null)[]): Range | null {
  const known = values.filter((value): value is number => value !== null);
  const [low, high] = [known.reduce((a, b) => Math.min(a, b), Infinity), known.reduce((a, b) => Math.max(a, b), -Infinity)];
  return low < high ? [low, high] : null;
}

/** `range`: of the colours; from 0 to 1 if there is none. */
export function similarityCell(value: number | null, tag: "td" | "span" = "td", digits = 2, range: Range | null = null): HTMLElement {
  const side = value === null ? "none" : range ? "good" : Math.abs(value) < 0.005 ? "chance" : value < 0 ? "below" : "good";
  const strength = value === null ? 0 : range ? (value - range[0]) / (range[1] - range[0]) : Math.min(Math.abs(value), 1);
  return h(tag, { class: `heat heat-${side}`, style: { "--strength": strength.toFixed(3) },
                  title: value === null ? "undefined" : String(value) }, fixed(value, digits));
}
