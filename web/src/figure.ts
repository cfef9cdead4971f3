// A figure drawn by Vega from its specification: when it is seen or there is time, again when the colours change, and
// on its own for a file.
import type { View } from "vega";
import type { Scheme } from "./colours.js";
import { data, h, replace } from "./dom.js";
import { flash, pngOf, saveFile } from "./save.js";
import { clip, visible } from "./text.js";
import { fitted, isPanels, legendColumns } from "./fitted.js";
import { figureConfig, isPrinting, isSubjectName, onScheme, scheme, seriesColour } from "./theme.js";
import type { Spec } from "./types.js";
import { vegaView } from "./vega.js";

export interface Drawn {
  id: string; // also the name of a saved file
  title: string;
  tag?: string; // the data set
  caption?: string;
  source?: string;
  summary: string; // for who can't see it
  spec: Spec;
}

const SAVED_WIDTH = 640;

/** Hidden characters written out and very long strings cut, in all the data. */
function cleaned(value: unknown): unknown {
  if (typeof value === "string") return clip(visible(value), 160);
  if (Array.isArray(value)) return value.map(cleaned);
  if (value && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cleaned(part)]));
  return value;
}

function merged(below: Spec, above: unknown): Spec {
  const out: Spec = { ...below };
  for (const [key, value] of Object.entries((above ?? {}) as Spec)) {
    const there = out[key];
    const both = [there, value].every((part) => part && typeof part === "object" && !Array.isArray(part));
    out[key] = both ? merged(there as Spec, value) : value;
  }
  return out;
}

/** Channels of colour by series get the page's colours of the subjects. */
function coloured(value: unknown, of: Scheme): unknown {
  if (Array.isArray(value)) return value.map((one) => coloured(one, of));
  if (!value || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, part]) => [key, key === "data" ? part : coloured(part, of)]);
  const copy = Object.fromEntries(entries) as Spec;
  const channel = copy["color"] as Spec | undefined;
  const domain = (channel?.["scale"] as Spec | undefined)?.["domain"];
  if (channel?.["field"] !== "series" || !Array.isArray(domain) || !domain.some(isSubjectName)) return copy;
  return { ...copy, color: { ...channel, scale: { domain, range: domain.map((name: string) => seriesColour(of, name)) } } };
}

function themed(spec: Spec, of: Scheme, room: number): Spec {
  const config = merged(figureConfig(of, room), { legend: { columns: legendColumns(spec, room) } });
  return { ...coloured(spec, of) as Spec, config: merged(config, spec["config"]) };
}

const view = (spec: Spec) => vegaView(cleaned(spec) as Spec, "svg");

/** What stands alone: a width of its own, light colours. The Vega editor shows the same. */
export function standing(spec: Spec): Spec {
  return themed({
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    ...spec,
    ...(spec["width"] === "container" ? { width: SAVED_WIDTH } : {}),
  }, "light", SAVED_WIDTH);
}

export const figureSvg = (spec: Spec) => view(standing(spec)).toSVG();

async function figurePng(spec: Spec): Promise<Blob> {
  return pngOf(await view(standing(spec)).toCanvas(2) as HTMLCanvasElement);
}

const WAYS: [string, (figure: Drawn) => Promise<string | Blob> | string, string][] = [
  ["SVG", (figure) => figureSvg(figure.spec), "image/svg+xml"],
  ["PNG", (figure) => figurePng(figure.spec), "image/png"],
  ["JSON", (figure) => JSON.stringify(standing(figure.spec), null, 1), "application/json"],
];

function saveButtons(figure: () => Drawn): HTMLElement {
  const buttons = WAYS.map(([name, make, type]) =>
    h("button", {
      class: "quiet", type: "button", "aria-label": `Save the figure as ${name}`,
      onclick: async (event: Event) => {
        const own = event.currentTarget as HTMLElement;
        try {
          saveFile(`${figure().id}.${name.toLowerCase()}`, await make(figure()), type);
          flash(own, "Saved");
        } catch {
          flash(own, "Not saved");
        }
      },
    }, name));
  return h("div", { class: "tools" }, h("span", { class: "tools-word" }, "Save"), buttons);
}

// Figures that wait to be drawn. Those in view come first. The others follow when idle, so that
// visible content soon stops moving: a figure's height is known only once it is drawn.
const waiting = new Map<Element, () => void>();
const watcher = new IntersectionObserver((entries) => {
  for (const entry of entries) if (entry.isIntersecting) drawWaiting(entry.target);
  drawOthers();
}, { rootMargin: "400px" });
const whenIdle: (work: () => void) => void =
  "requestIdleCallback" in window ? (work) => requestIdleCallback(work) : (work) => setTimeout(work, 50);

function drawWaiting(place: Element): void {
  watcher.unobserve(place);
  const draw = waiting.get(place);
  waiting.delete(place);
  draw?.();
}

let idleAsked = false;

function drawOthers(): void {
  if (idleAsked) return;
  const next = [...waiting.keys()].find((place) => place.clientWidth > 0); // a hidden view's wait until it is seen
  if (!next) return;
  idleAsked = true;
  whenIdle(() => {
    idleAsked = false;
    drawWaiting(next);
    drawOthers();
  });
}

/** A place in which specifications are drawn. */
export class Plot {
  readonly element = h("div", { class: "plot", role: "img" });
  private spec: Spec | null = null;
  private shown: View | null = null;
  private drawnWidth = 0;

  constructor() {
    onScheme(() => { if (this.shown || isPrinting()) this.draw(); });
    new ResizeObserver(() => this.resized()).observe(this.element);
  }

  /** Draws it when it is seen or nothing else is to do. */
  show(spec: Spec, summary: string): void {
    this.element.setAttribute("aria-label", visible(summary));
    this.spec = spec;
    if (this.shown) this.draw();
    else {
      waiting.set(this.element, () => this.draw());
      watcher.observe(this.element);
    }
  }

  // A finished view follows its container by itself. Panels of fixed width don't.
  private resized(): void {
    const width = this.element.clientWidth;
    if (this.shown && width > 0 && Math.abs(width - this.drawnWidth) > 8) this.draw();
  }

  // Content wider than its place is scrolled by keyboard too.
  private reachable(): void {
    const holder = this.element.parentElement;
    if (holder && holder.scrollWidth > holder.clientWidth) holder.tabIndex = 0;
    else holder?.removeAttribute("tabindex");
  }

  private draw(): void {
    if (!this.spec) return;
    this.shown?.finalize();
    this.element.textContent = "";
    this.drawnWidth = this.element.clientWidth;
    try {
      const room = this.drawnWidth || SAVED_WIDTH;
      this.shown = view(themed(fitted(this.spec, room), scheme(), room));
      this.shown.initialize(this.element).run();
      this.element.querySelector("svg")?.setAttribute("aria-hidden", "true"); // the whole is described
      requestAnimationFrame(() => this.reachable());
    } catch (error) {
      this.shown = null;
      replace(this.element, h("p", { class: "note" }, `This figure can't be drawn: ${(error as Error).message}`));
    }
  }
}

/** A figure with its title, caption and buttons; `update` draws another in its place. */
export function figureCard(figure: Drawn): { element: HTMLElement; update(next: Drawn): void } {
  const plot = new Plot();
  const title = h("h3");
  const caption = h("figcaption");
  let now = figure;
  const element = h("figure", { class: isPanels(figure.spec) ? "card figure-card wide" : "card figure-card", id: `figure-${figure.id}` },
                    h("div", { class: "card-head" }, title, saveButtons(() => now)),
                    h("div", { class: "plot-scroll", role: "group", "aria-label": "figure" }, plot.element), caption);
  const update = (next: Drawn) => {
    now = next;
    replace(title, data(next.title, 200), next.tag && [" ", h("span", { class: "tag" }, data(next.tag, 60))]);
    replace(caption, next.caption && data(next.caption), " ",
            next.source && h("span", { class: "source" }, data(next.source, 300)));
    plot.show(next.spec, next.summary);
  };
  update(figure);
  return { element, update };
}
