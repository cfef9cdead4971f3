// A specification made to fit the room that the page has for it.
import type { Spec } from "./types.js";

const AXIS = 90;  // pixels next to a panel for its axis
const GAP = 24; // between panels
const NARROWEST = 160;

const part = (spec: Spec, name: string) => spec[name] as Spec | undefined;

const LETTER = 6.5; // pixels of a letter in a legend
const SYMBOL = 40;  // and of the symbol next to it

// The field that the first colour found in it distinguishes.
function colourField(value: unknown): string | null {
  if (!value || typeof value !== "object") return null;
  const colour = (value as Spec)["color"] as Spec | undefined;
  if (typeof colour?.["field"] === "string" && colour["type"] === "nominal") return colour["field"];
  for (const [key, inner] of Object.entries(value)) {
    const found = key === "values" ? null : colourField(inner);
    if (found) return found;
  }
  return null;
}

/** As many columns of a legend as there is room for its longest name. */
export function legendColumns(spec: Spec, room: number): number {
  const field = colourField(spec);
  const values = part(spec, "data")?.["values"];
  if (!field || !Array.isArray(values)) return Math.max(1, Math.floor(room / 150));
  const longest = values.reduce((most: number, value: Spec) => Math.max(most, String(value[field] ?? "").length), 0);
  return Math.max(1, Math.floor((room - AXIS) / (LETTER * Math.min(longest, 40) + SYMBOL)));
}

/** Whether it is made of panels, which want the whole width of the page. */
export const isPanels = (spec: Spec) => part(spec, "facet") !== undefined;

/** How many panels a facet's channel makes. */
function count(spec: Spec, channel: Spec): number {
  const values = part(spec, "data")?.["values"];
  return Array.isArray(values) ? new Set(values.map((value: Spec) => value[channel["field"] as string])).size : 1;
}

function wide(spec: Spec, width: number): Spec {
  return { ...spec, width: Math.floor(Math.max(NARROWEST, width)) };
}

/** Panels in as many columns as there is room for. */
function wrapped(spec: Spec, channel: Spec, columns: number, inner: Spec, room: number): Spec {
  return { ...spec, facet: channel, columns, spacing: GAP, spec: wide(inner, (room - GAP * (columns - 1)) / columns - AXIS + 20) };
}

function fittedPanels(spec: Spec, facet: Spec, inner: Spec, room: number): Spec {
  const [row, column] = [part(facet, "row"), part(facet, "column")];
  if (row && column) return { ...spec, spec: wide(inner, (room - AXIS) / count(spec, column) - GAP) };
  if (column) return spec;
  if (row) {
    const two = room > 840 && count(spec, row) > 3;
    return two ? wrapped(spec, row, 2, inner, room) : { ...spec, spec: wide(inner, room - AXIS) };
  }
  const columns = Math.max(1, Math.min(count(spec, facet), Math.floor(room / ((inner["width"] as number) + AXIS))));
  return wrapped(spec, facet, columns, inner, room);
}

export function fitted(spec: Spec, room: number): Spec {
  const [facet, inner] = [part(spec, "facet"), part(spec, "spec")];
  if (facet && inner && typeof inner["width"] === "number") return fittedPanels(spec, facet, inner, room);
  const width = spec["width"];
  return typeof width === "number" && width > room - AXIS ? wide(spec, room - AXIS) : spec;
}
