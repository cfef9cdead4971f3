// The densities of both kinds of variants: one encoder's with their overlap shaded, several laid over each
// other.
import type { Drawn } from "../figure.js";
import { fixed } from "../numbers.js";
import { clip, visible } from "../text.js";
import type { CorpusTab, Groups, Spec } from "../types.js";
import type { Density } from "./ask.js";

export type Layout = "overlaid" | "panels";

type Shares = (number | null)[];
const sharesOf = (own: Density, group: string) => own[group] as Shares;

interface Point { encoder: string; kind: string; cosine: number; density: number; common?: number }

/** A number to each name that another has too. */
function named(densities: Density[]): string[] {
  return densities.map(({ name }, i) => {
    const own = clip(visible(name), 40);
    return densities.some((other, j) => j !== i && clip(visible(other.name), 40) === own) ? `${own} (${i + 1})` : own;
  });
}

/** Shares by their step, so that a curve's height doesn't hang on the resolution; where both are nothing, none. */
function pointsOf(groups: Groups, own: Density, encoder: string): Point[] {
  const [same, changed] = groups.map(({ name }) => sharesOf(own, name)) as [Shares, Shares];
  const most = Math.max(...same.map((share) => share ?? 0), ...changed.map((share) => share ?? 0));
  const points: Point[] = [];
  same.forEach((first, i) => {
    const second = changed[i] ?? 0;
    if (Math.max(first ?? 0, second) < 1e-4 * most) return;
    const at = { encoder, cosine: own.x0 + i * own.step };
    const common = Math.min(first ?? 0, second) / own.step;
    points.push({ ...at, kind: groups[0].says, density: (first ?? 0) / own.step, common },
                { ...at, kind: groups[1].says, density: second / own.step });
  });
  return points;
}

const x = (own: Density, points: number) => ({
  field: "cosine", type: "quantitative", title: "cosine with the original",
  scale: { domain: [own.x0, own.x0 + own.step * (points - 1)], nice: false },
});
const LEGEND = { columns: 3, labelLimit: 150 };
const Y = { field: "density", type: "quantitative", title: "density" };
const kind = (kinds: string[], range: number[][]) => ({ field: "kind", type: "nominal", title: null, sort: kinds, scale: { domain: kinds, range }, legend: { ...LEGEND, orient: "bottom" } });

const has = (field: string) => [{ filter: `isValid(datum.${field})` }];

/** What is drawn of an encoder, or of all overlaid. */
function layers(groups: Groups, own: Density, single: boolean, names: string[], panel = false): Spec[] {
  const y = panel ? { ...Y, title: null, axis: { tickCount: 3 } } : Y;
  const kinds = groups.map(({ says }) => says), along = x(own, sharesOf(own, groups[0].name).length);
  const colour = single
    ? { color: { field: "kind", type: "nominal", title: null, sort: kinds, scale: { domain: kinds }, legend: { ...LEGEND, orient: "bottom" } } }
    : { color: { field: "encoder", type: "nominal", title: null, sort: names, scale: { domain: names }, legend: LEGEND } };
  const line = { transform: has("density"), mark: { type: "line", strokeWidth: 2, clip: true },
                 encoding: { x: along, y, ...colour, strokeDash: kind(kinds, [[1, 0], [6, 4]]) } };
  const shade = { transform: has("common"), mark: { type: "area", opacity: 0.18, clip: true },
                  encoding: { x: along, y: { ...y, field: "common" } } };
  const threshold = { transform: has("threshold"), mark: { type: "rule", strokeDash: [2, 3], clip: true },
                      encoding: { x: { ...along, field: "threshold" }, ...(single ? {} : colour) } };
  return [...(single ? [shade] : []), line, threshold];
}

function specOf(groups: Groups, densities: Density[], names: string[], layout: Layout): Spec {
  const values = densities.flatMap((own, i) => [
    ...pointsOf(groups, own, names[i]!), ...(own.threshold === null ? [] : [{ encoder: names[i]!, threshold: own.threshold }])]);
  const first = densities[0]!;
  const several = densities.length > 1;
  if (!several || layout === "overlaid")
    return { width: "container", height: 320, data: { values }, layer: layers(groups, first, !several, names) };
  return { data: { values }, facet: { row: { field: "encoder", type: "nominal", title: null, sort: names } },
           resolve: { scale: { y: "independent" } }, spec: { width: 600, height: 150, layer: layers(groups, first, true, names, true) } };
}

const sentence = (groups: Groups, own: Density, name: string) =>
  own.overlap === null ? `${name}: no overlap, since ${groups.map((group) => own.why[group.name]).find((why) => why) ?? "a curve is undefined"}.`
                       : `${name}: the curves overlap by ${fixed(own.overlap)}; the threshold is a cosine of ${fixed(own.threshold, 3)}.`;

export function densityFigure({ groups, figure, probe }: CorpusTab, densities: Density[], layout: Layout): Drawn {
  const names = named(densities);
  const shaded = densities.length === 1 || layout === "panels";
  return {
    id: probe, title: figure, spec: specOf(groups, densities, names, layout),
    summary: densities.map((own, i) => sentence(groups, own, names[i]!)).join(" "),
    caption: (shaded ? "What both curves have in common is shaded. " : "") +
      "Dotted line: best separating threshold." +
      (densities.length === 1 ? ` ${sentence(groups, densities[0]!, names[0]!)}` : ""),
  };
}
