// Vega as all figures use it, in the page and in Node (src/report/draw_figures.mjs): expressions are interpreted, not
// compiled, so that the page needs no eval, and nothing is loaded.
import { parse, View, type Loader, type Spec as VegaSpec } from "vega";
import { expressionInterpreter } from "vega-interpreter";
import { compile, type TopLevelSpec } from "vega-lite";
import type { Spec } from "./types.js";

const refuse = () => Promise.reject(new Error("a figure reads nothing from elsewhere"));
const closed = { load: refuse, sanitize: refuse, http: refuse, file: refuse, options: {} } as unknown as Loader;
const silent = { level: () => silent, error: () => silent, warn: () => silent, info: () => silent, debug: () => silent };

/** The view of a Vega-Lite specification. */
export function vegaView(spec: Spec, renderer: "svg" | "none"): View {
  const low = compile(spec as unknown as TopLevelSpec, { logger: silent as never }).spec as VegaSpec;
  return new View(parse(low, undefined, { ast: true } as never), {
    expr: expressionInterpreter, loader: closed, logger: silent as never, renderer,
  } as never);
}
