// Three vectors in the plane of two of them, drawn to scale: A is on the first axis.
import { h, svg } from "../dom.js";
import { fixed } from "../numbers.js";
import { clip, visible } from "../text.js";
import type { Pair, Plane } from "./ask.js";

const WIDTH = 360, HEIGHT = 300, EDGE = 34;

/** What lies between A and B: a sector as wide as the longer of the two. */
function sector(plane: Plane): Pair[] {
  const STEPS = 32;
  const radius = Math.max(Math.hypot(...plane.a), Math.hypot(...plane.b));
  const angle = Math.atan2(plane.b[1], plane.b[0]);
  const at = (i: number): Pair => [radius * Math.cos((angle * i) / STEPS), radius * Math.sin((angle * i) / STEPS)];
  return [[0, 0], ...Array.from({ length: STEPS + 1 }, (_, i) => at(i))];
}

/** From the plane to the picture: all three and the origin are seen, angles stay what they are. */
function placing(plane: Plane): (at: Pair) => Pair {
  const all: Pair[] = [...sector(plane), plane.a, plane.b, plane.target];
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min((WIDTH - 2 * EDGE) / (right - left || 1), (HEIGHT - 2 * EDGE) / (high - low || 1));
  const shift = [(WIDTH - scale * (right - left)) / 2, (HEIGHT - scale * (high - low)) / 2] as const;
  return ([x, y]) => [shift[0] + scale * (x - left), HEIGHT - shift[1] - scale * (y - low)];
}

function arrow(from: Pair, to: Pair, kind: string): SVGElement[] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [x, y] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const back = (side: number) => [to[0] - 10 * x - side * 4.5 * y, to[1] - 10 * y + side * 4.5 * x];
  const stop = [to[0] - 6 * x, to[1] - 6 * y];
  return [svg("line", { x1: from[0], y1: from[1], x2: stop[0], y2: stop[1], class: `vector ${kind}` }),
          svg("polygon", { points: [to, back(1), back(-1)].map((at) => at.join(",")).join(" "), class: `head ${kind}` })];
}

/** Beyond the arrow's head, in its direction. */
function label(from: Pair, to: Pair, words: string, kind: string): SVGElement {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return svg("text", { x: to[0] + 16 * (to[0] - from[0]) / length, y: to[1] + 16 * (to[1] - from[1]) / length,
                       class: `vector-name ${kind}`, "text-anchor": "middle", "dominant-baseline": "central" }, words);
}

const degrees = ([x, y]: Pair) => (Math.atan2(y, x) * 180) / Math.PI;

function described(plane: Plane, name: string): string {
  return `${clip(visible(name), 60)}: B is ${fixed(degrees(plane.b), 0)} degrees from A, the target's projection ` +
    `${fixed(degrees(plane.target), 0)} degrees from A towards B; the target is ${fixed(plane.distance)} off the plane.`;
}

export function planeFigure(plane: Plane, name: string): HTMLElement {
  const place = placing(plane);
  const zero = place([0, 0]);
  const [a, b, target] = [place(plane.a), place(plane.b), place(plane.target)];
  const between = svg("polygon", { points: sector(plane).map((at) => place(at).join(",")).join(" "), class: "between" });
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "plane", role: "img", "aria-label": described(plane, name) },
                      between, arrow(zero, a, "of-a"), arrow(zero, b, "of-b"), arrow(zero, target, "of-target"),
                      svg("circle", { cx: zero[0], cy: zero[1], r: 2.5, class: "origin" }),
                      label(zero, a, "A", "of-a"), label(zero, b, "B", "of-b"), label(zero, target, "T", "of-target"));
  const whole = Math.hypot(...plane.target, plane.distance);
  return h("figure", null, picture,
           h("figcaption", null, `T is the target's projection onto the plane of A and B: ${fixed(Math.hypot(...plane.target))} ` +
             `of its length ${fixed(whole)} is in the plane. B is ${fixed(degrees(plane.b), 0)}° from A, T ${fixed(degrees(plane.target), 0)}°.`));
}
