// A similarity as a coloured cell: the number is what counts, the colour only helps to find it.
import { h } from "../dom.js";
import { fixed } from "../numbers.js";

export function similarityCell(value: number | null, tag: "td" | "span" = "td", digits = 2): HTMLElement {
  const side = value === null ? "none" : Math.abs(value) < 0.005 ? "chance" : value < 0 ? "below" : "good";
  const strength = value === null ? 0 : Math.min(Math.abs(value), 1).toFixed(3);
  return h(tag, { class: `heat side-${side}`, style: { "--strength": strength },
                  title: value === null ? "undefined" : String(value) }, fixed(value, digits));
}
