// How good a value is, told by colour, sign and word at once.
import { h, svg } from "../dom.js";
import type { Cell, Evidence, Level } from "../types.js";

export const LEVELS: Record<Level, string> = {
  good: "good", partly: "partly", chance: "as by chance", below: "below chance", none: "no yardstick",
};

export const STATES: Record<Exclude<Cell["state"], "value">, string> = {
  undefined: "undefined", unsupported: "not supported", unmeasured: "not measured",
};

/** Full, half, empty, pointing down, a dash: told apart without colour. */
export function glyph(level: Level): SVGElement {
  const shapes: Record<Level, SVGElement[]> = {
    good: [svg("circle", { cx: 6, cy: 6, r: 4.75, fill: "currentColor" })],
    partly: [svg("circle", { cx: 6, cy: 6, r: 4, fill: "none", stroke: "currentColor", "stroke-width": 1.5 }),
             svg("path", { d: "M6 2a4 4 0 0 0 0 8z", fill: "currentColor" })],
    chance: [svg("circle", { cx: 6, cy: 6, r: 4, fill: "none", stroke: "currentColor", "stroke-width": 1.5 })],
    below: [svg("path", { d: "M1.5 2.5h9L6 10.5z", fill: "currentColor" })],
    none: [svg("path", { d: "M2 6h8", stroke: "currentColor", "stroke-width": 1.5 })],
  };
  return svg("svg", { class: "glyph", viewBox: "0 0 12 12", width: 12, height: 12, "aria-hidden": "true" }, shapes[level]);
}

export const levelWord = (level: Level) => h("span", { class: `level level-${level}` }, glyph(level), LEVELS[level]);

/** The ends of the scale that a bar shows: chance stands at a third where no share is measured. */
function ends(evidence: Evidence): [number, number] {
  if (evidence.share) return [1 - evidence.best, evidence.best];
  const chance = evidence.chance ?? 0;
  return [chance - (evidence.best - chance) / 3, evidence.best];
}

/** The value as a point with its interval, and a tick where chance would be. */
export function bar(evidence: Evidence): HTMLElement {
  const [from, to] = ends(evidence);
  const place = (value: number) => 100 * Math.min(1, Math.max(0, (value - from) / (to - from)));
  const element = h("span", { class: "bar", "aria-hidden": "true" });
  if (evidence.chance !== null)
    element.append(h("span", { class: "bar-chance", style: { left: `${place(evidence.chance)}%` } }));
  if (evidence.low !== null && evidence.high !== null) {
    const [a, b] = [place(evidence.low), place(evidence.high)].sort((x, y) => x - y) as [number, number];
    element.append(h("span", { class: "bar-interval", style: { left: `${a}%`, width: `${b - a}%` } }));
  }
  if (evidence.value !== null)
    element.append(h("span", { class: "bar-point", style: { left: `${place(evidence.value)}%` } }));
  return element;
}
