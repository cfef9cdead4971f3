// Makes src/report/draw_figures.mjs and its packages, those of web/, into one script that defines `figures.draw`.
//   node cmake/figures_bundle.mjs OUT
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { build } = createRequire(join(root, "web/package.json"))("esbuild");
await build({
  entryPoints: [join(root, "src/report/draw_figures.mjs")], outfile: process.argv[2], bundle: true, minify: true,
  format: "iife", globalName: "figures", platform: "browser", target: "es2022", nodePaths: [join(root, "web/node_modules")],
  legalComments: "none", logLevel: "warning",
});
