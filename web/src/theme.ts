// Light, dark and print: the reader's choice, and what figures are drawn with in each. Heat maps have
// the colours of cividis, which are distinct with any kind of colour vision.
import { CATEGORIES, colourAt, INK, type Scheme } from "./colours.js";
import { h, svg } from "./dom.js";
import type { Spec } from "./types.js";

type Choice = "auto" | Scheme;

// The subjects of the page in their order: each has one colour in all figures.
let subjects: string[] = [];
export const useSubjects = (names: string[]) => { subjects = names; };

/** A series' colour: a subject's own; others, such as people's ratings, are grey. */
export function seriesColour(of: Scheme, name: string): string {
  const place = subjects.indexOf(name);
  return place < 0 ? INK[of].muted : colourAt(of, place, subjects.length);
}

export const isSubjectName = (name: string) => subjects.includes(name);

export const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const PANEL_HEAD = { labelOrient: "top", labelAnchor: "start", labelAngle: 0, labelFontWeight: 500, labelPadding: 2 };
const KEY = "sonde-theme";
const asksForDark = window.matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();
let choice: Choice = stored();
let printing = false;

function stored(): Choice {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "light" || kept === "dark" ? kept : "auto";
  } catch {
    return "auto";  // a browser without storage for files
  }
}

export function scheme(): Scheme {
  if (printing) return "light";
  if (choice !== "auto") return choice;
  return asksForDark.matches ? "dark" : "light";
}

function apply(): void {
  document.documentElement.dataset["theme"] = scheme();
  listeners.forEach((listener) => listener());
}

/** Calls back after each change of the scheme. */
export const onScheme = (listener: () => void) => void listeners.add(listener);

export function watchScheme(): void {
  asksForDark.addEventListener("change", apply);
  window.addEventListener("beforeprint", () => { printing = true; unfold(); apply(); });
  window.addEventListener("afterprint", () => { printing = false; fold(); apply(); });
  apply();
}

// Paper can't be opened: folded parts are printed too.
let unfolded: HTMLDetailsElement[] = [];

function unfold(): void {
  unfolded = [...document.querySelectorAll<HTMLDetailsElement>("details:not([open])")];
  for (const one of unfolded) {
    one.open = true;
    one.dispatchEvent(new Event("toggle")); // its own comes too late
  }
}

function fold(): void {
  for (const one of unfolded) one.open = false;
  unfolded = [];
}

export const isPrinting = () => printing;

const NEXT: Record<Choice, Choice> = { auto: "light", light: "dark", dark: "auto" };
const WORDS: Record<Choice, string> = { auto: "as the system", light: "light", dark: "dark" };

function icon(): SVGElement {
  const half = svg("path", { d: "M8 2.5a5.5 5.5 0 0 1 0 11z", fill: "currentColor" });
  const ring = svg("circle", { cx: 8, cy: 8, r: 5.5, fill: choice === "dark" ? "currentColor" : "none",
                               stroke: "currentColor", "stroke-width": 1.5 });
  return svg("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" },
             ring, choice === "auto" && half);
}

export function themeButton(): HTMLElement {
  const button = h("button", { class: "icon", type: "button" });
  const label = () => {
    button.replaceChildren(icon());
    const words = `Colours: ${WORDS[choice]}`;
    button.setAttribute("aria-label", words);
    button.title = words;
  };
  button.addEventListener("click", () => {
    choice = NEXT[choice];
    try { localStorage.setItem(KEY, choice); } catch { /* it holds for this view alone */ }
    apply();
    label();
  });
  label();
  return button;
}

/** The part of a Vega-Lite specification that belongs to the page, not to the data. */
export function figureConfig(of: Scheme, room: number): Spec {
  const ink = INK[of];
  const text = { labelColor: ink.muted, titleColor: ink.text, labelFontSize: 11, titleFontSize: 12,
                 titleFontWeight: 500, labelFont: FONT, titleFont: FONT };
  return {
    background: ink.ground,
    font: FONT,
    aria: false,
    padding: 4,
    axis: { ...text, domainColor: ink.line, tickColor: ink.line, gridColor: ink.grid, labelLimit: Math.min(200, 0.3 * room),
            tickSize: 4, labelPadding: 4, titlePadding: 8 },
    axisXQuantitative: { tickCount: 8 },
    legend: { ...text, symbolStrokeWidth: 2, labelLimit: 260, orient: "top", rowPadding: 4,
              columnPadding: 18 },
    header: { ...text, labelColor: ink.text, labelFontSize: 12, labelLimit: 260 },
    headerRow: PANEL_HEAD,
    headerFacet: PANEL_HEAD,
    title: { color: ink.text, subtitleColor: ink.muted, fontSize: 13, fontWeight: 600, anchor: "start", font: FONT },
    view: { stroke: null },
    scale: { bandPaddingInner: 0.12, rectBandPaddingInner: 0 },
    text: { color: ink.text, fontSize: 11 },
    mark: { color: CATEGORIES[of][0], tooltip: true },
    rule: { color: ink.text, opacity: 0.7 },
    tick: { color: ink.text },
    boxplot: { median: { color: ink.ground }, size: 16 },
    errorbar: { rule: { color: ink.text } },
    range: {
      category: CATEGORIES[of],
      heatmap: { scheme: "cividis" },
      ramp: { scheme: "cividis" },
      diverging: { scheme: "blueorange" },
      symbol: ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down"],
    },
  };
}
