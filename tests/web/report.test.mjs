// A report that the program made. REPORT names it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { faults } from "./accessible.mjs";
import { EXHAUSTIVE, NARROW, WIDE, addressOf, closeBrowser, followed, opened, withBrowser } from "./browser.mjs";
import { scrolled, through } from "./walk.mjs";

const html = readFileSync(process.env.REPORT, "utf8");
const address = pathToFileURL(process.env.REPORT).href;
const block = (id) => JSON.parse(new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, "s").exec(html)[1]);
const report = block("report");

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
    await t.test("a cell opens the items that it is made of, worst first", async () => {
      const [matrix] = report.matrices;
      const [row] = matrix.rows;
      await page.locator(".matrix button.cell").first().click();
      const dialog = page.getByRole("dialog", { name: row.asks });
      await dialog.waitFor();
      const { worst } = row.cells[matrix.order[0]];
      const { texts } = block(`items-${row.task}`);
      assert.equal(await dialog.locator(".shown-item").count(), worst.length);
      await dialog.locator(".lacks").evaluateAll((all) => all.forEach((one) => one.remove())); // what a sentence has not
      const first = await dialog.locator(".shown-item").first().innerText();
      for (const of of [worst[0].closer, worst[0].other]) {
        assert.ok(first.includes(of.similarity.toFixed(2).replace("-", "−")), first);
        for (const i of of.texts) assert.ok(first.includes(texts[worst[0].item][i]), first);
      }
      assert.match(await addressOf(page), /cell=0\.\d+/);
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => !location.hash.includes("cell="));
    });
    await t.test("all of its figures are drawn, with marks in them", async () => {
      for (const folded of await page.locator(".more-figures > summary").all()) await folded.click();
      await scrolled(page);
      const drawn = await page.locator(".figure-card").evaluateAll((cards) =>
        cards.map((card) => [card.id, card.querySelectorAll(".plot svg path, .plot svg rect, .plot svg line").length]));
      const declared = report.sections.flatMap((section) => section.figures.map((id) => `figure-${id}`));
      assert.deepEqual(drawn.map(([id]) => id).sort(), declared.sort());
      assert.deepEqual(drawn.filter(([, marks]) => marks < 5), []);
    });
    await t.test("no title of an axis or a panel touches another", async () => {
      const covered = await page.locator(".plot svg").evaluateAll((all) => all.flatMap((one) => {
        const titles = [...one.querySelectorAll(".role-axis-title text, .role-column-title text, .role-row-title text, .role-legend-label text")]
          .filter((text) => text.textContent).map((text) => [text.textContent, text.getBoundingClientRect()]);
        return titles.flatMap(([a, p], i) => titles.slice(i + 1)
          .filter(([, q]) => p.left < q.right + 8 && q.left < p.right + 8 && p.top < q.bottom - 1 && q.top < p.bottom - 1)
          .map(([b]) => `${one.closest(".figure-card").id}: "${a}" and "${b}"`));
      }));
      assert.deepEqual(covered, []);
    });
    await t.test("no text of a figure is cut", async () => {
      const cut = await page.locator(".plot svg").evaluateAll((all) => all.flatMap((one) => {
        const frame = one.getBoundingClientRect();
        return [...one.querySelectorAll("text")].filter((text) => {
          const { left, right } = text.getBoundingClientRect();
          return left < frame.left - 1 || right > frame.right + 1;
        }).map((text) => `${one.closest(".figure-card").id}: ${text.textContent}`);
      }));
      assert.deepEqual(cut, []);
    });
    await t.test("every subject, question and item is there", async () => {
      const matrix = await page.locator(".matrix").innerText();
      for (const { name } of report.subjects) assert.ok(matrix.includes(name), name);
      for (const row of report.matrices[0].rows) assert.ok(matrix.includes(row.asks), row.asks);
      for (const task of report.tasks) {
        await page.goto(`${address}#items/${task.id}`);
        assert.equal(await page.locator(".found > span").first().innerText(), `${task.items} items`);
        const { ids, texts } = block(`items-${task.id}`);
        await page.goto(`${address}#item=${task.id}/${encodeURIComponent(ids.at(-1))}`);
        assert.equal(await page.locator(".detail h2").innerText(), ids.at(-1));
        await page.locator(".detail-sentences .lacks").evaluateAll((all) => all.forEach((one) => one.remove()));
        assert.deepEqual(await page.locator(".detail-sentences .sentence").allTextContents(), texts.at(-1));
      }
    });
    await t.test("the first screen names every kind of test, by what its weakest question shows", async () => {
      await page.goto(`${address}#report`);
      const [matrix] = report.matrices;
      const [first] = matrix.order;
      const shown = await page.locator(".glance").innerText();
      for (const { weakest } of matrix.groups.filter((one) => one.subject === first)) {
        const row = matrix.rows[weakest];
        assert.ok(shown.includes(`${row.group} ${row.share ? `${Math.round(100 * row.cells[first].value)}%` : ""}`), row.group);
      }
      assert.ok((await page.locator(".answer-pair .similarity").count()) === 2);
    });
    await t.test("Compare leads to the items that differ most on its question", async () => {
      await page.goto(`${address}#compare?a=0&b=1`);
      const link = page.locator(".compare a[href*='question=']").first();
      const [, task, question] = /#items\/(t\d+).*question=(\d+)/.exec(await link.getAttribute("href"));
      await link.click();
      await followed(page);
      const { of, title, compared } = block(`items-${task}`).questions[question];
      assert.match(await page.locator(".found").innerText(), new RegExp(`margin of ${title}`));
      const moved = of[0].map((one, i) => (one === null || of[1][i] === null ? -1 : Math.abs(of[1][i] - one)));
      const most = moved.indexOf(Math.max(...moved));
      const { texts } = block(`items-${task}`);
      assert.equal(await page.locator(".list-row .line").count() % 3, 0, "the shared text, the closer one and the other");
      const sentences = compared[0][most].map((place) => texts[most][place]);
      assert.deepEqual(new Set(sentences).size, 3);
      assert.equal(await page.locator(".field:has(> .field-name:text-is('Question')) select").inputValue(), question);
      assert.equal(await page.locator(".detail h2").innerText(), block(`items-${task}`).ids[most]);
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
