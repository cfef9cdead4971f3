// Pictures drawn as SVG that need no page around them: text of known width, and the way to PNG.
import { INK as INKS } from "../colours.js";
import { svg, type Child } from "../dom.js";
import { pngOf } from "../save.js";
import { FONT } from "../theme.js";
import type { Level, Row, Value } from "../types.js";
import { glyph, position } from "./level.js";

export const INK = INKS.light;
const PALE = "#eeeeeb";
export const FILLS: Record<Level, string> = {
  good: "#9cc2e5", better: "#d3e4f4", worse: "#f3cbae", "no-better": PALE, chance: PALE, unclear: PALE, undecided: PALE,
};

export interface Style { size: number; weight?: number; fill?: string; anchor?: "start" | "middle" | "end" }

let canvas: CanvasRenderingContext2D | undefined;

function widthOf(words: string, { size, weight = 400 }: Style): number {
  canvas ??= document.createElement("canvas").getContext("2d")!;
  canvas.font = `${weight} ${size}px ${FONT}`;
  return canvas.measureText(words).width;
}

/** Lines of at most `width` pixels, broken at spaces and after hyphens. If there is more, the last of `most` ends with an ellipsis. */
export function wrapped(words: string, width: number, style: Style, most = 2): string[] {
  const lines: string[] = [];
  for (const part of words.replace(/\s+/g, " ").trim().split(/(?<=-)(?=\S)|(?= )/)) {
    const longer = (lines.at(-1) ?? "") + part;
    if (lines.length > 0 && widthOf(longer, style) <= width) lines[lines.length - 1] = longer;
    else lines.push(part.trimStart());
  }
  const fits = (line: string) => widthOf(line, style) <= width;
  const cut = (line: string) => {
    let end = line.length;
    while (end > 1 && !fits(line.slice(0, end) + "…")) end--;
    return line.slice(0, end) + "…";
  };
  const kept = lines.slice(0, most).map((line) => (fits(line) ? line : cut(line)));
  if (lines.length > most) kept[most - 1] = cut(kept[most - 1]!.replace(/…$/, "") + " …");
  return kept;
}

export function words(text: string, x: number, y: number, { size, weight = 400, fill = INK.text, anchor = "start" }: Style): SVGElement {
  return svg("text", { x, y, "font-size": size, "font-weight": weight, fill, "text-anchor": anchor }, text);
}

export const lines = (texts: string[], x: number, y: number, style: Style): SVGElement[] =>
  texts.map((text, i) => words(text, x, y + i * style.size * 1.3, style));

/** The sign of a level, its upper left corner at a place. */
export function sign(level: Level, x: number, y: number): SVGElement {
  const found = glyph(level);
  found.setAttribute("x", String(x));
  found.setAttribute("y", String(y));
  found.setAttribute("color", INK.text);
  return found;
}

/** A value on its axis, with its interval, chance and counting words. */
export function axis(row: Row, value: Value, x: number, y: number, width: number): SVGElement[] {
  const place = (of: number) => x + width * position(row, of);
  const line = (x1: number, x2: number, stroke: string, size: number) =>
    svg("line", { x1, x2, y1: y, y2: y, stroke, "stroke-width": size, "stroke-linecap": size > 1 ? "round" : "butt" });
  const found = [line(x, x + width, INK.muted, 1),
                 svg("line", { x1: place(row.chance), x2: place(row.chance), y1: y - 5, y2: y + 5, stroke: INK.muted, "stroke-width": 2 })];
  if (row.counting !== null) {
    const at = place(row.counting);
    found.push(svg("path", { d: `M${at - 4} ${y}L${at} ${y - 4}L${at + 4} ${y}L${at} ${y + 4}Z`, fill: INK.ground, stroke: INK.muted, "stroke-width": 1.5 }));
  }
  if (value.low !== null && value.high !== null) found.push(line(place(value.low), place(value.high), "#8a9099", 4));
  found.push(svg("circle", { cx: place(value.value), cy: y, r: 4.5, fill: INK.text, stroke: INK.ground, "stroke-width": 1.5 }));
  return found;
}

export function picture(width: number, height: number, title: string, ...children: Child[]): SVGElement {
  return svg("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width, height, "font-family": FONT, role: "img" },
             svg("title", null, title), svg("rect", { width, height, fill: INK.ground }), ...children);
}

export const svgText = (drawn: SVGElement) => new XMLSerializer().serializeToString(drawn);

/** The picture as PNG, twice as large. */
export async function png(drawn: SVGElement): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(drawn))}`;
  await image.decode();
  const paper = document.createElement("canvas");
  [paper.width, paper.height] = [2 * image.width, 2 * image.height];
  paper.getContext("2d")!.drawImage(image, 0, 0, paper.width, paper.height);
  return pngOf(paper);
}
