// The page in a browser, opened from disk with a made-up report. PAGE names the built page.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { faults } from "./accessible.mjs";
import { opened, withBrowser } from "./browser.mjs";
import { HOSTILE, poisoned, turns } from "./hostile.mjs";
import { filled, sampleItems, sampleReport, samplePage } from "./sample.mjs";
import { csvCells, through } from "./walk.mjs";

const LIMIT = { timeout: 120_000 }; // a browser that doesn't answer fails a test, and no more

const built = readFileSync(process.env.PAGE, "utf8");
const folder = mkdtempSync(join(tmpdir(), "sonde-page-test-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function written(name, html) {
  writeFileSync(join(folder, name), html);
  return pathToFileURL(join(folder, name)).href;
}

const sample = written("sample.html", samplePage(built, { subjects: 3 }));
const twelve = written("twelve.html", samplePage(built, { subjects: 12 }));
const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 844 };
const saved = async (page, selector) => {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
};
const copied = async (page, selector) => {
  await page.click(selector);
  return page.evaluate(() => Promise.race(
    [navigator.clipboard.readText(), new Promise((_, refuse) => setTimeout(refuse, 20_000, "the clipboard doesn't answer"))]));
};

test("the page says nothing on the console, asks nobody, and fits its window", LIMIT, async () => {
  await withBrowser(async (context) => {
    for (const address of [sample, twelve])
      for (const size of [WIDE, NARROW]) {
        const { page, said } = await opened(context, address, size);
        await through(page);
        assert.deepEqual(said, []);
        await page.close();
      }
  });
});

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
    await through(page);
    await page.click("a[href='#report']");
    assert.equal(await drawn(page), await plots(page));
    assert.equal(await page.locator(".plot svg g").count() > 20 * await plots(page), true);
  });
});

test("the others are drawn without being seen, when there is time", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page } = await opened(context, sample, WIDE);
    assert.equal(await drawn(page), await plots(page));
    assert.equal(await page.evaluate(() => scrollY), 0);
  });
});

test("print draws all figures in light colours", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page } = await opened(context, sample, WIDE);
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
});

test("an undefined, an unsupported and an unmeasured cell say so, in the matrix and in full", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page } = await opened(context, sample, WIDE);
    for (const [words, why] of [["undefined", "every vector is zero"], ["not supported", "a scorer has no vectors"],
                                ["not measured", "no data set of the run asks for it"]]) {
      await page.locator("button.cell.empty", { hasText: words }).first().click();
      assert.match(await page.locator("dialog").innerText(), new RegExp(`${words}: ${why}`));
      await page.keyboard.press("Escape");
    }
  });
});

test("figures are saved as SVG, PNG and JSON", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page } = await opened(context, sample, WIDE);
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
});

test("tables are copied as Markdown, LaTeX and CSV", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page } = await opened(context, sample, WIDE);
    await page.click("#heros-0 .table-card summary");
    const button = (name) => `#heros-0 .table-card button:has-text("${name}")`;
    assert.match(await copied(page, button("Markdown")), /^\| result \| minilm \| tokens \| random \|\n\| --- \| ---: \|/);
    assert.match(await copied(page, button("LaTeX")), /\\begin\{tabular\}\{lrrr\}[\s\S]*synonym\\_first/);
    const [head, first] = csvCells(await copied(page, button("CSV")));
    assert.deepEqual(head.slice(0, 5), ["result", "minilm", "minilm low", "minilm high", "minilm n"]);
    assert.equal(first[0], "synonym_first");
    assert.ok(Number(first[1]) > 0 && Number(first[1]) < 1);
  });
});

test("a link to an item survives reloading; one to none says so", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page } = await opened(context, `${sample}#item=t1/t1-42`, WIDE);
    const shown = () => page.locator(".detail h2").innerText();
    assert.equal(await shown(), "t1-42");
    await page.locator(".list").focus();
    await page.keyboard.press("ArrowDown");
    assert.equal(await shown(), "t1-43");
    assert.match(page.url(), /#item=t1\/t1-43$/);
    await page.reload();
    assert.equal(await shown(), "t1-43");
    assert.equal(await page.locator(".list-row[aria-selected=true]").isVisible(), true);
    await page.goto(`${sample}#item=t0/nowhere`);
    assert.match(await page.locator(".found").innerText(), /no such item here: nowhere/);
  });
});

test("items are searched, filtered, ordered and compared", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page } = await opened(context, `${sample}#items`, WIDE);
    const found = () => page.locator(".found").innerText();
    const choose = (name, value) => page.locator(`.field:has(> .field-name:text-is("${name}")) select`).selectOption({ label: value });
    assert.equal(await found(), "300 items");
    await page.getByLabel("Search").fill("bicycle");
    assert.match(await found(), /^\d+ of 300 items$/);
    for (const line of await page.locator(".list-row").allInnerTexts()) assert.match(line, /bicycle/);
    await page.getByLabel("Search").fill("");
    await choose("length", "long");
    const some = Number((await found()).split(" ")[0]);
    assert.ok(some > 100 && some < 200);
    await choose("length", "any");
    await choose("Order", "worst first");
    const scores = (await page.locator(".list-row .row-number").allInnerTexts()).map((text) => Number(text.replace("−", "-")));
    assert.deepEqual(scores, [...scores].sort((a, b) => a - b));
    await choose("Compare with", "random");
    const moved = (await page.locator(".row-moved").allInnerTexts()).map((text) => Math.abs(Number(text.replace("B − A", "").replace("−", "-"))));
    assert.ok(moved.length > 3);
    assert.deepEqual(moved, [...moved].sort((a, b) => b - a));
    await choose("Show", "B right, A wrong");
    assert.deepEqual([...new Set(await page.locator(".list-row .row-score .sign").evaluateAll((signs) => signs.map((s, i) => `${i % 2}${s.textContent}`)))], ["0✕", "1✓"]);
    await page.getByLabel("Search").fill("no such word anywhere");
    assert.equal(await found(), "No item is like that.");
  });
});

const KEPT = new Set(["schema", "id", "task", "state", "level", "section", "figures", "kind", "spec"]);

function hostilePage() {
  const next = turns();
  const report = poisoned(sampleReport({ subjects: 5 }), KEPT, next);
  for (const figure of report.figures)
    for (const part of ["title", "caption", "source", "summary"]) figure[part] = next();
  for (const figure of report.figures) figure.spec.data.values = poisoned(figure.spec.data.values, new Set(["kind", "part"]), turns());
  const items = report.tasks.map((task) => {
    const block = poisoned(sampleItems(task.id, { items: 300, subjects: 5 }), new Set(["task"]), next);
    block.ids = HOSTILE.map((text, i) => `${text}${i < 3 ? "" : i}`);
    block.texts = HOSTILE.map((text, i) => [text, HOSTILE[(i + 1) % 200], HOSTILE[(i + 77) % 200]]);
    block.labels = Object.fromEntries(HOSTILE.slice(0, 12).map((name) => [name, { values: HOSTILE.slice(0, 40), of: HOSTILE.map((_, i) => i % 40) }]));
    block.rows.item = block.rows.item.map((item) => item % 200);
    return block;
  });
  return filled(built, report, items);
}

const hostile = written("hostile.html", hostilePage());

test("hostile strings are text everywhere, and nothing is wider than its window", LIMIT, async () => {
  await withBrowser(async (context) => {
    for (const size of [WIDE, NARROW]) {
      const { page, said } = await opened(context, hostile, size);
      const elements = await through(page);
      assert.deepEqual(said, []);
      assert.deepEqual(elements, [], "elements that only data can have made");
      assert.equal(await page.evaluate(() => window.hostile), undefined);
      await page.goto(`${hostile}#items/t0`);
      await page.reload();
      await page.locator(".list").focus();
      for (const text of HOSTILE) {
        const shown = await page.locator(".detail-sentences .sentence").first().textContent();
        if (/^[\w .,]{3,60}$/.test(text)) assert.equal(shown, text);
        await page.keyboard.press("ArrowDown");
      }
      assert.equal(await page.evaluate(() => window.hostile), undefined);
      assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /[\u202a-\u202e\u2066-\u2069\u200b\u0007]/);
      assert.deepEqual(said, []);
      await page.close();
    }
  });
});

test("hostile strings are text in saved figures and copied tables", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page } = await opened(context, hostile, WIDE);
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
});

test("axe finds nothing serious, in light and dark, wide and narrow", LIMIT, async () => {
  await withBrowser(async (context) => {
    for (const colorScheme of ["light", "dark"])
      for (const size of [WIDE, NARROW]) {
        const { page } = await opened(context, sample, size);
        await page.emulateMedia({ colorScheme });
        await page.locator("summary").first().click();
        assert.deepEqual(await faults(page), []);
        await page.locator("button.cell").first().click();
        assert.deepEqual(await faults(page), []);
        await page.goto(`${sample}#items`);
        assert.deepEqual(await faults(page), []);
        await page.close();
      }
  });
});

test("the page can be used by keyboard alone", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page } = await opened(context, sample, WIDE);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to the content");
    await page.keyboard.press("Enter");
    for (let i = 0; i < 40 && !(await page.evaluate(() => document.activeElement.matches("button.cell"))); i++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("dialog[open]").count(), 1);
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => document.activeElement.matches("button.cell")), true);
  });
});
