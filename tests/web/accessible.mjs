// What axe-core finds that is serious or worse.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { EXHAUSTIVE } from "./browser.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The faults of a page, or of the part of it that changed since the last look. SONDE_EXHAUSTIVE always takes all of it. */
export async function faults(page, part = "html") {
  if (!await page.evaluate(() => "axe" in window)) await page.evaluate(axe);
  const { violations } = await page.evaluate((within) => window.axe.run(within, { resultTypes: ["violations"] }), EXHAUSTIVE ? "html" : part);
  return violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
}
