// A report that the program made. REPORT names it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { faults } from "./accessible.mjs";
import { EXHAUSTIVE, closeBrowser, opened, withBrowser } from "./browser.mjs";
import { scrolled, through } from "./walk.mjs";

const html = readFileSync(process.env.REPORT, "utf8");
const address = pathToFileURL(process.env.REPORT).href;
const block = (id) => JSON.parse(new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, "s").exec(html)[1]);
const report = block("report");
const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 844 };

after(closeBrowser);

for (const size of EXHAUSTIVE ? [WIDE, NARROW] : [NARROW])
  test(`it is clicked through without a word on the console or a request, ${size.width} wide`, async (t) => {
    await withBrowser(async (context) => {
      const { page, said } = await opened(context, address, size);
      assert.deepEqual(await through(page), []);
      assert.deepEqual(said, []);
      await t.test("axe finds nothing serious in it", async () => {
        if (EXHAUSTIVE) assert.deepEqual(await faults(page), []);
        await page.goto(`${address}#report`);
        assert.deepEqual(await faults(page), []);
      });
    });
  });

// One page for all of these, loaded once; the last leaves a script and an image in it.
test("an open report", async (t) => {
  await withBrowser(async (context) => {
    const { page, said } = await opened(context, address);
    await t.test("its examples show the sentences that the run had", async () => {
      await page.waitForFunction((count) => document.querySelectorAll(".example .sentences").length === count,
                                 report.verdicts.flatMap((verdict) => verdict.examples).length);
      const [example] = report.verdicts.flatMap((verdict) => verdict.examples);
      const first = await page.locator(".example .sentence").first().textContent();
      assert.equal(first, block(`items-${example.task}`).texts[example.item][0]);
    });
    await t.test("all of its figures are drawn, with marks in them", async () => {
      await scrolled(page);
      const drawn = await page.locator(".figure-card").evaluateAll((cards) =>
        cards.map((card) => [card.id, card.querySelectorAll(".plot svg path, .plot svg rect, .plot svg line").length]));
      assert.deepEqual(drawn.map(([id]) => id), report.sections.flatMap((section) => section.figures.map((id) => `figure-${id}`)));
      assert.deepEqual(drawn.filter(([, marks]) => marks < 5), []);
    });
    await t.test("every subject, capability and item is there", async () => {
      const matrix = await page.locator(".matrix").innerText();
      for (const { name } of report.subjects) assert.ok(matrix.includes(name), name);
      const asked = new Set(report.cells.filter((cell) => cell.state !== "unmeasured").map((cell) => cell.capability));
      for (const i of asked) assert.ok(matrix.includes(report.capabilities[i].title), report.capabilities[i].title);
      for (const task of report.tasks) {
        await page.goto(`${address}#items/${task.id}`);
        assert.equal(await page.locator(".found").innerText(), `${task.items} items`);
        const { ids, texts } = block(`items-${task.id}`);
        await page.goto(`${address}#item=${task.id}/${encodeURIComponent(ids.at(-1))}`);
        assert.equal(await page.locator(".detail h2").innerText(), ids.at(-1));
        assert.deepEqual(await page.locator(".detail-sentences .sentence").allTextContents(), texts.at(-1));
      }
    });
    await t.test("its policy lets nothing in: no script, no request", async () => {
      const tried = await page.evaluate(async () => {
        const script = document.createElement("script");
        script.textContent = "window.let_in = 1";
        document.body.append(script);
        const answer = await fetch("http://127.0.0.1:9/").then(() => "answered", () => "refused");
        const image = new Image();
        image.src = "http://127.0.0.1:9/x.png";
        await new Promise((done) => { image.onload = image.onerror = done; });
        return [window.let_in, answer, image.naturalWidth];
      });
      assert.deepEqual(tried, [undefined, "refused", 0]);
      assert.ok(said.filter((line) => line.includes("Content Security Policy")).length >= 3, said.join("\n"));
    });
  });
});
