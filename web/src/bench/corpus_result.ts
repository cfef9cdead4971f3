// What a job found: numbers, densities that follow the sliders, and the pairs.
import { data, h, replace, type Child } from "../dom.js";
import { figureCard } from "../figure.js";
import { select } from "../items/controls.js";
import { count, fixed } from "../numbers.js";
import { tableCard } from "../table.js";
import type { CorpusTab, Groups, Table } from "../types.js";
import { ask, type CorpusResult, type Density } from "./ask.js";
import { densityFigure, type Layout } from "./density.js";
import { examplesCard } from "./examples.js";
import { Asker, seldom, slider } from "./parts.js";

interface Settings { bandwidth: number | "scott" | "silverman"; resolution: number; low: number; high: number }

const PAUSE = 60; // milliseconds that a slider rests before the densities are asked for

const number = (v: number | null, digits: number) => ({ v, text: fixed(v, digits) });

const asTable = (groups: Groups, densities: Density[]): Table => ({
  title: "Separation", note: "",
  header: ["encoder", "overlap", "AUC", "threshold", "balanced error", ...groups.map(({ mean }) => mean)],
  rows: densities.map((own) => [own.name, number(own.overlap, 3), number(own.auc, 3), number(own.threshold, 4),
                                number(own.balanced_error, 3),
                                ...groups.map(({ name }) => number(own[`${name}_mean`] as number | null, 4))]),
});

/** Where the cosines lie, with some room. */
function rangeOf(result: CorpusResult): [number, number] {
  const cosines = result.examples.flatMap((one) => one.cosines.filter((value): value is number => value !== null));
  if (cosines.length === 0) return [-1, 1];
  const low = cosines.reduce((least, value) => Math.min(least, value), 1);
  const high = cosines.reduce((most, value) => Math.max(most, value), -1);
  return [Math.max(-1, Math.floor(20 * (low - 0.05)) / 20), Math.min(1, Math.ceil(20 * (high + 0.01)) / 20)];
}

const noteOn = (settings: Settings) =>
  `Densities from ${fixed(settings.low)} to ${fixed(settings.high)} at ${count(settings.resolution)} points; ` +
  "thresholds, errors and AUC depend on the cosines alone.";

function sliders(settings: Settings, before: Child, changed: () => void): HTMLElement {
  const width = slider("Bandwidth", { low: 0.05, high: 2, step: 0.05, value: 0.2 }, (value) => `${fixed(value)} SD`,
                       (value) => { settings.bandwidth = value; changed(); });
  const rule = select("Width by", [{ value: "", text: "hand" }, { value: "scott", text: "Scott's rule" },
                                   { value: "silverman", text: "Silverman's rule" }], "", (value) => {
    width.input.disabled = value !== "";
    settings.bandwidth = value === "" ? width.input.valueAsNumber : value as "scott" | "silverman";
    changed();
  });
  const resolution = slider("Resolution", { low: 51, high: 2001, step: 50, value: settings.resolution },
                            (value) => `${count(value)} points`, (value) => { settings.resolution = value; changed(); });
  const low = slider("From", { low: -1, high: 0.95, step: 0.05, value: settings.low }, (value) => fixed(value),
                     (value) => { settings.low = value; changed(); });
  const high = slider("To", { low: -0.95, high: 1, step: 0.05, value: settings.high }, (value) => fixed(value),
                      (value) => { settings.high = value; changed(); });
  return h("div", { class: "controls sliders" }, before, rule, [width, resolution, low, high].map((one) => one.element));
}

function remarks(result: CorpusResult): HTMLElement {
  const left = Object.entries(result.left_out).map(([why, many]) => `${count(many)} left out: ${why}`);
  return h("p", { class: "note" }, `${count(result.originals)} sentences, ${count(result.pairs)} pairs. `,
           left.map((line) => [data(line), ". "]));
}

export function corpusResult(tab: CorpusTab, job: string, result: CorpusResult): HTMLElement {
  const [low, high] = rangeOf(result);
  const settings: Settings = { bandwidth: 0.2, resolution: 2001, low, high };
  const numbers = h("div"), figure = h("div", { class: "figures" });
  const asker = new Asker(numbers);
  let layout: Layout = "overlaid", densities: Density[] = [];
  let card: ReturnType<typeof figureCard> | null = null;
  const draw = () => {
    const drawn = densityFigure(tab, densities, layout);
    if (card) card.update(drawn);
    else {
      card = figureCard(drawn);
      figure.append(card.element);
    }
  };
  const take = (answer: { encoders: Density[] }) => {
    densities = answer.encoders;
    draw();
    replace(numbers, tableCard({ ...asTable(tab.groups, densities), note: noteOn(settings) }));
  };
  const measure = () => {
    if (settings.high - settings.low < 0.05) return asker.fail("“To” must be above “From”.");
    void asker.run(() => ask<{ encoders: Density[] }>("POST", "/api/density", { job, ...settings }), take);
  };
  const layouts = result.encoders.length > 1 &&
    select("Encoders", [{ value: "overlaid", text: "Overlaid" }, { value: "panels", text: "Separate panels" }], layout,
           (value) => { layout = value as Layout; draw(); });
  measure();
  return h("div", { class: "stack corpus-result" }, remarks(result), sliders(settings, layouts, seldom(measure, PAUSE)), asker.status,
           figure, numbers, examplesCard(tab.groups, result));
}
