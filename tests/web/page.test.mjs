// The page in a browser, opened from disk with a made-up report. PAGE names the built page.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { faults } from "./accessible.mjs";
import { LIMIT, NARROW, WIDE, addressOf, closeBrowser, copied, opened, saved, withBrowser } from "./browser.mjs";
import { samplePage } from "./sample.mjs";
import { csvCells, scrolled } from "./walk.mjs";
import { built, written } from "./written.mjs";

after(closeBrowser);

const sample = written("sample.html", samplePage(built, { subjects: 3 }));

const plots = (page) => page.locator(".plot").count();
const drawn = (page) => page.locator(".plot svg").count();

test("figures in view are drawn at once, the others as they are seen", LIMIT, async () => {
  await withBrowser(async (context) => {
    await context.addInitScript(() => { window.requestIdleCallback = () => 0; }); // never a quiet moment
    const page = await context.newPage();
    await page.goto(sample);
    await page.locator(".plot").first().scrollIntoViewIfNeeded();
    await page.locator(".plot svg").first().waitFor();
    assert.ok(await drawn(page) < await plots(page));
    await scrolled(page);
    assert.equal(await drawn(page), await plots(page));
    assert.equal(await page.locator(".plot svg g").count() > 20 * await plots(page), true);
  });
});

// One page for all of these, loaded once.
test("an open page", LIMIT, async (t) => {
  await withBrowser(async (context) => {
    const { page } = await opened(context, sample, WIDE);
    await t.test("the others are drawn without being seen, when there is time", async () => {
      assert.equal(await drawn(page), await plots(page));
      assert.equal(await page.evaluate(() => scrollY), 0);
    });
    await t.test("the page can be used by keyboard alone", async () => {
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to the content");
      await page.keyboard.press("Enter");
      for (let i = 0; i < 40 && !(await page.evaluate(() => document.activeElement.matches("button.cell"))); i++) await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      assert.equal(await page.locator("dialog[open]").count(), 1);
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => document.activeElement.matches("button.cell"));
    });
    await t.test("an undefined, an unsupported and an unmeasured cell say so, in the matrix and in full", async () => {
      for (const [words, why] of [["undefined", "every vector is zero"], ["not supported", "needs vectors"],
                                  ["not tested", "not measured on this data set"]]) {
        await page.locator("button.cell.empty", { hasText: words }).first().click();
        assert.match(await page.locator("dialog").innerText(), new RegExp(`${words}: ${why}`));
        await page.keyboard.press("Escape");
      }
    });
    await t.test("language, order, encoders and the open cell are in the address", async () => {
      const names = () => page.locator(".matrix .subject-name").allInnerTexts();
      const before = await names();
      await page.getByRole("button", { name: "nl", exact: true }).click();
      await page.locator(".row-tools button").nth(2).click();
      await page.getByLabel("Hide baselines").click();
      await page.locator(".matrix button.cell").nth(1).click();
      const [address, shown] = [await addressOf(page), await names()];
      for (const part of ["lang=nl", "sort=2", "hide=1.2", "cell=1.0"]) assert.ok(address.includes(part), address);
      assert.equal(shown.length, before.length - 2);
      await page.goto("about:blank");
      await page.goto(address);
      assert.equal(await page.locator("dialog[open]").count(), 1);
      assert.deepEqual(await names(), shown);
      assert.equal(await page.locator(".switch [aria-pressed=true]").innerText(), "nl");
      // Closing is told later: an address that was opened in between stays.
      await page.evaluate(() => { document.querySelector("dialog[open]").close(); location.hash = "#report?hide=1.2"; });
      await page.waitForFunction(() => document.querySelector(".switch [aria-pressed=true]").innerText !== "nl");
      assert.ok((await addressOf(page)).endsWith("#report?hide=1.2"), await addressOf(page));
      // A change of the address alone is handled a moment later.
      const shows = (count) => page.waitForFunction((n) => document.querySelectorAll(".matrix .subject-name").length === n, count);
      await page.goto(`${sample}#report?`);
      await shows(before.length);
      assert.deepEqual(await names(), before);
      for (const cell of ["0.0", "1.0"]) {
        await page.goto(`${sample}#report?cell=${cell}`);
        await page.waitForFunction((asks) => document.querySelector("dialog[open] h2")?.textContent === asks,
                                   await page.locator(".matrix .capability-asks .data").nth(Number(cell[0])).textContent());
        assert.ok((await addressOf(page)).endsWith(`cell=${cell}`), await addressOf(page));
      }
      await page.goto(`${sample}#report?hide=0`);
      await shows(before.length - 1);
      await page.goto(`${sample}#report?lang=xx&sort=99&hide=a.77&cell=1.99`); // mistyped
      await shows(before.length);
      assert.deepEqual(await names(), before);
    });
    await t.test("whatever closes what is laid over the page leaves no step: the next Back leads to the page before", async () => {
      const ways = [() => page.goBack(), () => page.keyboard.press("Escape"), () => page.locator("dialog[open] .close").click(),
                    () => page.mouse.click(4, 4)];
      await page.goto(`${sample}#items/t0`);
      for (const close of ways) {
        await page.goto(`${sample}#report?sort=1`);
        for (const button of [page.locator(".matrix button.cell").first(), page.getByRole("button", { name: "Card of minilm" })]) {
          await button.click();
          assert.equal(await page.locator("dialog[open]").count(), 1);
          await close();
          await page.waitForFunction(() => !document.querySelector("dialog[open]"));
          await page.waitForFunction(() => location.hash === "#report?sort=1" && history.state !== "sheet");
          assert.equal(await button.evaluate((one) => one === document.activeElement), true, "the focus is back");
        }
        await page.goBack();
        await page.waitForFunction(() => location.hash === "#items/t0");
      }
      await page.goto(`${sample}#report?`);
    });
    await t.test("a cell that Back closed stays closed when the page changes", async () => {
      await page.goto(`${sample}#report`);
      await page.locator(".matrix button.cell").first().click();
      await page.goBack();
      await page.waitForFunction(() => !document.querySelector("dialog[open]"));
      // At once: between a mouse button's two events the page may still answer Back with a new matrix.
      await page.evaluate(() => document.querySelectorAll(".row-tools button")[1].click());
      await page.waitForFunction(() => location.hash === "#report?sort=1");
      await page.click(".views a[href='#items']");
      await page.click(".views a[href='#report']");
      await page.waitForFunction(() => location.hash === "#report?sort=1"); // the view keeps its order, and the address has it
      await page.goto(`${sample}#report?`);
    });
    await t.test("an audit's thresholds are among the first lines", async () => {
      assert.match(await page.locator(".answer .thresholds li").innerText(), /^minilm: At a similarity of 0\.943/);
    });
    await t.test("two encoders are compared on every question, and the address says which", async () => {
      await page.goto(`${sample}#compare`);
      const view = page.locator(".compare"), row = view.locator("tbody tr").first();
      assert.match(await row.innerText(), /\+12 points\s+5–19\s+\.003\s+minilm/);
      await view.getByLabel("First").selectOption({ index: 1 });
      await view.getByLabel("Second").selectOption({ index: 0 });
      assert.match(await row.innerText(), /−12 points\s+−19 to −5\s+\.003\s+minilm/);
      const address = await addressOf(page);
      await page.goto("about:blank");
      await page.goto(address);
      assert.match(await row.innerText(), /−12 points/);
      await view.getByLabel("Second").selectOption({ index: 1 });
      assert.equal(await page.locator(".compare .state").innerText(), "Choose two different encoders.");
      await page.goto(`${sample}#report?`);
    });
    await t.test("the matrix is copied as Markdown and LaTeX and saved as CSV", async () => {
      const tools = page.locator(".matrix-section .tools");
      for (const [name, lines] of [["Markdown", /^\| .* \|$/gm], ["LaTeX", /\\\\$/gm]]) {
        await tools.getByRole("button", { name }).click();
        assert.equal((await page.evaluate(() => navigator.clipboard.readText())).match(lines).length, name === "LaTeX" ? 9 : 10);
      }
      const csv = await saved(page, ".matrix-section button[aria-label='Save the matrix as CSV']");
      assert.equal(csv.bytes.toString().trim().split("\n").length, 1 + 8 * (await page.locator(".matrix .subject-name").count()));
    });
    await t.test("the matrix and the card of an encoder are pictures, too", async () => {
      const isPng = (file) => assert.deepEqual([...file.bytes.subarray(0, 4)], [137, 80, 78, 71]);
      const button = (name) => `.matrix-section button[aria-label='Save the matrix as ${name}']`;
      const drawn = (await saved(page, button("SVG"))).bytes.toString();
      for (const words of ["minilm", "Noise", "better than chance", "sonde 0.1.0"]) assert.ok(drawn.includes(words), words);
      const wide = await saved(page, button("PNG"));
      isPng(wide);
      assert.ok(wide.bytes.readUInt32BE(16) >= 1520);
      await page.getByRole("button", { name: "Card of minilm" }).click();
      assert.deepEqual(await faults(page, "dialog[open]"), []);
      const card = page.locator("dialog[open]");
      isPng(await saved(page, "dialog[open] button:has-text('PNG')"));
      assert.match((await saved(page, "dialog[open] button:has-text('SVG')")).bytes.toString(), /^<svg[\s\S]*minilm[\s\S]*gets wrong[\s\S]*<\/svg>$/);
      const markdown = await copied(page, "dialog[open] button:has-text('Markdown')");
      assert.match(markdown, /^### What minilm understands\n\n[\s\S]*\| question \| value[\s\S]*A pair that it gets wrong\.[\s\S]*should be closer/);
      assert.equal(markdown.match(/^\| /gm).length, 2 + 8);
      await page.keyboard.press("Escape");
      await card.waitFor({ state: "detached" });
    });
    await t.test("figures are saved as SVG, PNG and JSON", async () => {
      const button = (name) => `#figure-sts-bars button:has-text("${name}")`;
      const picture = await saved(page, button("SVG"));
      assert.equal(picture.name, "sts-bars.svg");
      assert.match(picture.bytes.toString(), /^<svg[\s\S]*non-adversarial[\s\S]*<\/svg>/);
      const png = await saved(page, button("PNG"));
      assert.deepEqual([...png.bytes.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
      assert.ok(png.bytes.readUInt32BE(16) >= 1200);
      const spec = JSON.parse((await saved(page, button("JSON"))).bytes);
      assert.equal(spec.data.values.length, 9);
      assert.ok(spec.$schema.includes("vega-lite/v6"));
    });
    await t.test("tables are copied as Markdown, LaTeX and CSV", async () => {
      await page.click("#heros-0 .table-card summary");
      const button = (name) => `#heros-0 .table-card button:has-text("${name}")`;
      assert.match(await copied(page, button("Markdown")), /^\| result \| minilm \| tokens \| random \|\n\| --- \| ---: \|/);
      assert.match(await copied(page, button("LaTeX")), /\\begin\{tabular\}\{lrrr\}[\s\S]*synonym closer than all other edits &/);
      const [head, first] = csvCells(await copied(page, button("CSV")));
      assert.deepEqual(head.slice(0, 5), ["result", "minilm", "minilm low", "minilm high", "minilm n"]);
      assert.equal(first[0], "synonym_first");
      assert.ok(Number(first[1]) > 0 && Number(first[1]) < 1);
    });
    await t.test("an encoder has one colour in all figures, whatever else they show", async () => {
      const spec = JSON.parse((await saved(page, `#figure-sets-lines button:has-text("JSON")`)).bytes);
      const { domain, range } = spec.encoding.color.scale;
      const colour = Object.fromEntries(domain.map((name, i) => [name, range[i]]));
      assert.equal(domain.at(-1), "people");
      assert.deepEqual([colour.minilm, colour.tokens, colour.random], ["#0072b2", "#d55e00", "#009e73"]);
      assert.equal(colour.people, "#5b626d");
    });
    await t.test("levels differ in luminance, in light and dark", async () => {
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        await page.waitForFunction((scheme) => document.documentElement.dataset.theme === scheme, colorScheme);
        const luminance = await page.evaluate(() => {
          const paint = document.createElement("canvas").getContext("2d");
          const linear = (byte) => (byte <= 10.3 ? byte / 3294.6 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
          return Object.fromEntries(["good", "better", "chance", "worse"].map((level) => {
            const cell = document.createElement("div");
            cell.className = `cell side-${level}`;
            document.querySelector(".matrix-view").append(cell);
            paint.fillStyle = getComputedStyle(cell).backgroundColor;
            paint.fillRect(0, 0, 1, 1);
            cell.remove();
            const [r, g, b] = paint.getImageData(0, 0, 1, 1).data;
            return [level, 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)];
          }));
        });
        const sorted = Object.values(luminance).sort((a, b) => a - b);
        for (let i = 1; i < sorted.length; i++)
          assert.ok((sorted[i] + 0.05) / (sorted[i - 1] + 0.05) > 1.08, `${colorScheme}: ${JSON.stringify(luminance)}`);
      }
      await page.emulateMedia({ colorScheme: null });
    });
    await t.test("print draws all figures in light colours", async () => {
      await page.emulateMedia({ colorScheme: "dark" });
      await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
      const during = await page.evaluate(() => {
        window.dispatchEvent(new Event("beforeprint"));
        return [document.documentElement.dataset.theme, document.querySelectorAll(".plot svg").length, document.querySelectorAll(".plot").length];
      });
      assert.equal(during[0], "light");
      assert.equal(during[1], during[2]);
      await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    });
    await t.test("what is wider than the window fades where it goes on, and nowhere else", async () => {
      await page.setViewportSize(NARROW);
      const matrix = page.getByRole("region", { name: "Questions and encoders" });
      const fades = (on) => page.waitForFunction((goesOn) =>
        document.querySelector(".matrix").parentElement.classList.contains("goes-on") === goesOn, on);
      const isFaded = () => matrix.evaluate((one) => getComputedStyle(one).maskImage !== "none");
      await fades(true);
      assert.equal(await isFaded(), true);
      await matrix.evaluate((one) => { one.scrollLeft = one.scrollWidth; });
      await fades(false);
      assert.equal(await isFaded(), false);
    });
  });
});
