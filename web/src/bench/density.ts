// The densities of both kinds of variants: one encoder's with their overlap shaded, several laid over each
// other.
import type { Drawn } from "../figure.js";
import { fixed } from "../numbers.js";
import { clip, visible } from "../text.js";
import type { Spec } from "../types.js";
import type { Density } from "./ask.js";

const KINDS = ["keeps the meaning", "negates it"] as const;

export type Layout = "overlaid" | "panels";

interface Point { encoder: string; kind: string; cosine: number; density: number; common?: number }

/** A number to each name that another has too. */
function named(densities: Density[]): string[] {
  return densities.map(({ name }, i) => {
    const own = clip(visible(name), 40);
    return densities.some((other, j) => j !== i && clip(visible(other.name), 40) === own) ? `${own} (${i + 1})` : own;
  });
}

/** Shares by their step, so that a curve's height doesn't hang on the resolution; where both are nothing, none. */
function pointsOf(own: Density, encoder: string): Point[] {
  const most = Math.max(...own.fuzz.map((share) => share ?? 0), ...own.negation.map((share) => share ?? 0));
  const points: Point[] = [];
  own.fuzz.forEach((fuzz, i) => {
    const negation = own.negation[i] ?? 0;
    if (Math.max(fuzz ?? 0, negation) < 1e-4 * most) return;
    const at = { encoder, cosine: own.x0 + i * own.step };
    const common = Math.min(fuzz ?? 0, negation) / own.step;
    points.push({ ...at, kind: KINDS[0], density: (fuzz ?? 0) / own.step, common },
                { ...at, kind: KINDS[1], density: negation / own.step });
  });
  return points;
}

const x = (own: Density) => ({
  field: "cosine", type: "quantitative", title: "cosine with the original",
  scale: { domain: [own.x0, own.x0 + own.step * (own.fuzz.length - 1)], nice: false },
});
const LEGEND = { columns: 3, labelLimit: 150 };
const Y = { field: "density", type: "quantitative", title: "density" };
const kind = (range: number[][]) => ({ field: "kind", type: "nominal", title: null, sort: KINDS, scale: { domain: KINDS, range }, legend: { ...LEGEND, orient: "bottom" } });

const has = (field: string) => [{ filter: `isValid(datum.${field})` }];

/** What is drawn of an encoder, or of all Overlaid. */
function layers(own: Density, single: boolean, names: string[], panel = false): Spec[] {
  const y = panel ? { ...Y, title: null, axis: { tickCount: 3 } } : Y;
  const colour = single
    ? { color: { field: "kind", type: "nominal", title: null, sort: KINDS, scale: { domain: KINDS }, legend: { ...LEGEND, orient: "bottom" } } }
    : { color: { field: "encoder", type: "nominal", title: null, sort: names, scale: { domain: names }, legend: LEGEND } };
  const line = { transform: has("density"), mark: { type: "line", strokeWidth: 2, clip: true },
                 encoding: { x: x(own), y, ...colour, strokeDash: kind([[1, 0], [6, 4]]) } };
  const shade = { transform: has("common"), mark: { type: "area", opacity: 0.18, clip: true },
                  encoding: { x: x(own), y: { ...y, field: "common" } } };
  const threshold = { transform: has("threshold"), mark: { type: "rule", strokeDash: [2, 3], clip: true },
                      encoding: { x: { ...x(own), field: "threshold" }, ...(single ? {} : colour) } };
  return [...(single ? [shade] : []), line, threshold];
}

function specOf(densities: Density[], names: string[], layout: Layout): Spec {
  const values = densities.flatMap((own, i) => [
    ...pointsOf(own, names[i]!), ...(own.threshold === null ? [] : [{ encoder: names[i]!, threshold: own.threshold }])]);
  const first = densities[0]!;
  const several = densities.length > 1;
  if (!several || layout === "overlaid")
    return { width: "container", height: 320, data: { values }, layer: layers(first, !several, names) };
  return { data: { values }, facet: { row: { field: "encoder", type: "nominal", title: null, sort: names } },
           resolve: { scale: { y: "independent" } }, spec: { width: 600, height: 150, layer: layers(first, true, names, true) } };
}

const sentence = (own: Density, name: string) =>
  own.overlap === null ? `${name}: no overlap, since ${own.why.fuzz || own.why.negation || "a curve is undefined"}.`
                       : `${name}: the curves overlap by ${fixed(own.overlap)}; the threshold is a cosine of ${fixed(own.threshold, 3)}.`;

export function densityFigure(densities: Density[], layout: Layout): Drawn {
  const names = named(densities);
  const shaded = densities.length === 1 || layout === "panels";
  return {
    id: "curves", title: "Concept separation curves", spec: specOf(densities, names, layout),
    summary: densities.map((own, i) => sentence(own, names[i]!)).join(" "),
    caption: (shaded ? "What both curves have in common is shaded. " : "") +
      "Dotted line: best separating threshold." +
      (densities.length === 1 ? ` ${sentence(densities[0]!, names[0]!)}` : ""),
  };
}
