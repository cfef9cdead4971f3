// Hostile strings in a report are text in the page, in saved figures and in copied tables. PAGE names the built page.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { EXHAUSTIVE, LIMIT, NARROW, WIDE, closeBrowser, copied, opened, saved, withBrowser } from "./browser.mjs";
import { HOSTILE, poisoned, turns } from "./hostile.mjs";
import { filled, sampleItems, sampleReport } from "./sample.mjs";
import { csvCells, through } from "./walk.mjs";
import { built, written } from "./written.mjs";

const SUBJECTS = EXHAUSTIVE ? 5 : 3;
const ITEMS = EXHAUSTIVE ? HOSTILE : HOSTILE.slice(0, 100); // each shows three strings

after(closeBrowser);

const KEPT = new Set(["schema", "id", "task", "state", "level", "section", "figures", "kind", "spec"]);

function hostilePage() {
  const next = turns();
  const report = poisoned(sampleReport({ subjects: SUBJECTS }), KEPT, next);
  for (const figure of report.figures)
    for (const part of ["title", "caption", "source", "summary"]) figure[part] = next();
  for (const figure of report.figures) figure.spec.data.values = poisoned(figure.spec.data.values, new Set(["kind", "part"]), turns());
  const items = report.tasks.map((task) => {
    const block = poisoned(sampleItems(task.id, { items: 300, subjects: SUBJECTS }), new Set(["task"]), next);
    block.ids = HOSTILE.map((text, i) => `${text}${i < 3 ? "" : i}`);
    block.texts = HOSTILE.map((text, i) => [text, HOSTILE[(i + 1) % 200], HOSTILE[(i + 77) % 200]]);
    block.labels = Object.fromEntries(HOSTILE.slice(0, 12).map((name) => [name, { values: HOSTILE.slice(0, 40), of: HOSTILE.map((_, i) => i % 40) }]));
    block.rows.item = block.rows.item.map((item) => item % 200);
    return block;
  });
  return filled(built, report, items);
}

const hostile = written("hostile.html", hostilePage());

/** The first sentence of each item, by the key that leads from one to the next. */
const firstSentences = (page, count) => page.evaluate((count) => Array.from({ length: count }, () => {
  const { textContent } = document.querySelector(".detail-sentences .sentence");
  document.querySelector(".list").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
  return textContent;
}), count);

async function openedHostile(size, use) {
  await withBrowser(async (context) => {
    const { page, said } = await opened(context, hostile, size);
    await use(page);
    assert.deepEqual(said, []);
    assert.equal(await page.evaluate(() => window.hostile), undefined);
  });
}

for (const size of EXHAUSTIVE ? [WIDE, NARROW] : [NARROW])
  test(`hostile strings are text, ${size.width} wide`, LIMIT, (t) => openedHostile(size, async (page) => {
    await t.test("in saved figures and copied tables", async () => {
      for (const id of await page.locator("figure").evaluateAll((all) => all.map((one) => one.id))) {
        const { bytes } = await saved(page, `#${id} button:has-text("SVG")`);
        const problems = await page.evaluate((text) => {
          const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
          const all = [...parsed.querySelectorAll("*")];
          const bad = all.filter((one) => !["svg", "g", "path", "text", "rect", "line", "defs", "clipPath", "linearGradient", "stop", "title", "tspan", "style"].includes(one.localName));
          const acting = all.flatMap((one) => [...one.attributes]).filter((one) => /^on|href/i.test(one.name));
          return [...bad.map((one) => one.localName), ...acting.map((one) => one.name)];
        }, bytes.toString());
        assert.deepEqual(problems, [], id);
        assert.doesNotMatch(bytes.toString(), /[\u202a-\u202e\u2066-\u2069\u0000-\u0008]/, id);
      }
      const button = (name) => `.table-card button:has-text("${name}") >> nth=0`;
      await page.locator("details").evaluateAll((all) => all.forEach((one) => { one.open = true; }));
      for (const cell of csvCells(await copied(page, button("CSV"))).flat()) {
        assert.doesNotMatch(cell, /^[=+@\t\r]/);
        if (/^-/.test(cell)) assert.ok(Number.isFinite(Number(cell)), cell);
      }
      const markdown = await copied(page, button("Markdown"));
      assert.doesNotMatch(markdown, /(^|[^\\])</);
      const columns = new Set(markdown.trim().split("\n").map((line) => line.replaceAll(/\\./g, "").split("|").length));
      assert.equal(columns.size, 1, "no cell breaks the table");
    });
    await t.test("everywhere, and nothing is wider than its window", async () => {
      assert.deepEqual(await through(page), [], "elements that only data can have made");
    });
    await t.test("in items", async () => {
      await page.goto(`${hostile}#items/t0?order=given`);
      await page.reload();
      const shown = await firstSentences(page, ITEMS.length);
      const plain = (_, i) => /^[\w .,]{3,60}$/.test(ITEMS[i]);
      assert.deepEqual(shown.filter(plain), ITEMS.filter(plain));
      assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /[\u202a-\u202e\u2066-\u2069\u200b\u0007]/);
    });
  }));
