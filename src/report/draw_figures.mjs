// Draws Vega-Lite specifications as SVG for a column of a paper. `sonde report --figures` runs it in Node:
// draw({ width, figures: [{ id, spec }] }) gives [{ id, svg }]; width in millimetres.
import { textMetrics } from "vega";
import { CATEGORIES, colourAt, INK } from "../../web/src/colours.ts";
import { vegaView } from "../../web/src/vega.ts";

const COLOURS = CATEGORIES.light;
const PIXELS = 96 / 25.4; // per millimetre
const POINT = 96 / 72;

const CONFIG = {
  background: "white", font: "Helvetica, Arial, sans-serif", padding: 1,
  axis: { labelFontSize: 7 * POINT, titleFontSize: 7 * POINT, titleFontWeight: "normal", labelLimit: 120, tickSize: 3,
          gridColor: INK.light.grid, domainColor: INK.light.muted, tickColor: INK.light.muted },
  legend: { labelFontSize: 7 * POINT, titleFontSize: 7 * POINT, symbolSize: 40, columns: 2, labelLimit: 130 },
  header: { labelFontSize: 7 * POINT, titleFontSize: 7 * POINT },
  text: { fontSize: 6.5 * POINT }, view: { stroke: null }, line: { strokeWidth: 1.2 }, range: { category: COLOURS, ramp: { scheme: "cividis" }, heatmap: { scheme: "cividis" } },
};

// Widths of characters in ems, by kinds: there is no canvas that could measure them. WIDE leaves room for a font
// that is wider than Helvetica, if the reader's machine lacks that.
const EMS = [[/[ijl.,:;'|!I ]/, 0.27], [/[fr t()[\]-]/, 0.33], [/[mMW%@…]/, 0.88], [/[A-Z−+=<>]/, 0.66], [/[a-z0-9]/, 0.55]];
const WIDE = 1.15;
const emsOf = (text) => WIDE * [...text].reduce((sum, c) => sum + (EMS.find(([kind]) => kind.test(c))?.[1] ?? 0.9), 0);
textMetrics.width = (item, text) => emsOf(String(text ?? item.text ?? "")) * (item.fontSize ?? 11) * (item.fontWeight > 500 ? 1.06 : 1);

/** The words of a text in lines of at most `width` pixels. */
function lines(text, width) {
  const found = [""];
  for (const word of text.split(" ")) {
    const longer = `${found.at(-1)} ${word}`.trim();
    if (found.at(-1) && emsOf(longer) * 7 * POINT > width) found.push(word);
    else found[found.length - 1] = longer;
  }
  return found;
}

/** The parts of a specification that are objects, itself first. */
function* parts(value) {
  if (!value || typeof value !== "object") return;
  yield value;
  for (const part of Object.values(value)) yield* parts(part);
}

/** The subjects of all figures, in order: each has one colour. */
function coloursOf(figures) {
  const names = new Set();
  for (const part of parts(figures)) {
    if (part.field === "series") part.scale?.domain?.forEach((name) => names.add(name));
  }
  return new Map([...names].map((name, i) => [name, colourAt("light", i, names.size)]));
}

function coloured(spec, colours) {
  const own = structuredClone(spec);
  for (const { color } of parts(own)) {
    if (color?.field === "series" && color.scale?.domain) color.scale.range = color.scale.domain.map((name) => colours.get(name));
  }
  return own;
}

// A single view is fitted with all that surrounds it. Panels get `inner` pixels; they aren't fitted.
function sized(spec, width, inner) {
  if (!spec.facet) return { ...spec, width, autosize: { type: "fit-x", contains: "padding" } };
  const own = { ...spec, spacing: 8, spec: { ...structuredClone(spec.spec), width: inner / columnsOf(spec), height: Math.min(spec.spec.height ?? 90, 110) } };
  if (spec.columns) own.columns = 1;
  for (const { x } of parts(own.spec)) if (typeof x?.title === "string") x.title = lines(x.title, own.spec.width);
  return own;
}

const columnsOf = (spec) => spec.facet?.column ? new Set(spec.facet.column.sort).size : 1;

const svgOf = (spec) => vegaView(spec, "none").toSVG();

const SIZE = / width="([\d.]+)" height="([\d.]+)"/;
const widthOf = (svg) => Number(SIZE.exec(svg)[1]);

/** In millimetres: what came out wider than the column is scaled down. */
function inMillimetres(svg, width) {
  const scale = Math.min(1, width * PIXELS / widthOf(svg));
  const millimetres = (pixels) => `${(pixels * scale / PIXELS).toFixed(2)}mm`;
  return svg.replace(SIZE, (_, own, height) => ` width="${millimetres(own)}" height="${millimetres(height)}"`);
}

// Panels are drawn again with what is left for them. The paper's caption stands for the title.
async function drawn(spec, millimetres) {
  const whole = { ...spec, title: undefined, config: CONFIG }, width = millimetres * PIXELS;
  const first = await svgOf(sized(whole, width, width));
  if (!spec.facet) return inMillimetres(first, millimetres);
  const left = Math.max(0.35 * width, 2 * width - widthOf(first));
  return inMillimetres(await svgOf(sized(whole, width, left)), millimetres);
}

export async function draw({ width, figures }) {
  const colours = coloursOf(figures);
  const all = [];
  for (const { id, spec } of figures) all.push({ id, svg: await drawn(coloured(spec, colours), width) });
  return all;
}
