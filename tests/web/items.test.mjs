// The items of a made-up report in a browser. PAGE names the built page.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { LIMIT, NARROW, WIDE, addressOf, closeBrowser, opened, withBrowser } from "./browser.mjs";
import { samplePage } from "./sample.mjs";
import { built, written } from "./written.mjs";

const sample = written("sample.html", samplePage(built, { subjects: 3 }));
after(closeBrowser);

test("a link to an item survives reloading; one to none says so", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page } = await opened(context, `${sample}#item=t1/t1-42?order=given`, WIDE);
    const shown = () => page.locator(".detail h2").innerText();
    assert.equal(await shown(), "t1-42");
    await page.locator(".list").focus();
    await page.keyboard.press("ArrowDown");
    assert.equal(await shown(), "t1-43");
    assert.match(await addressOf(page), /#item=t1\/t1-43\?order=given$/);
    await page.reload();
    assert.equal(await shown(), "t1-43");
    assert.equal(await page.locator(".list-row[aria-selected=true]").isVisible(), true);
    await page.goto(`${sample}#item=t0/nowhere`);
    assert.match(await page.locator(".found").innerText(), /has no such item: nowhere/);
  });
});

test("an item shows the closest text of another item per encoder, and which of them beats its own", LIMIT, async () => {
  await withBrowser(async (context) => {
    for (const size of [WIDE, NARROW]) {
      const { page, said } = await opened(context, `${sample}#item=t1/t1-42?order=given`, size);
      const lines = await page.locator(".detail-rivals li").allInnerTexts();
      assert.equal(lines.length, 3);
      for (const line of lines) {
        const [, own, outcome, other] = /: own text ([.\d]+), (not beaten by|beaten by|tied with) ([.\d]+)\n.*The .*\.$/s.exec(line);
        assert.equal(outcome, other > own ? "beaten by" : other < own ? "not beaten by" : "tied with");
      }
      assert.deepEqual(said, []);
      await page.close();
    }
  });
});

test("items are searched, filtered, ordered and compared", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page } = await opened(context, `${sample}#items`, WIDE);
    const found = () => page.locator(".found > span").first().innerText();
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
    const scores = (await page.locator(".list-row .row-number").allInnerTexts()).map((text) => Number(text.replace("−", "-")));
    assert.deepEqual(scores, [...scores].sort((a, b) => a - b));
    await choose("Compare with", "random");
    const moved = (await page.locator(".row-moved").allInnerTexts()).map((text) => Math.abs(Number(text.replace("B − A", "").replace("−", "-"))));
    assert.ok(moved.length > 3);
    assert.deepEqual(moved, [...moved].sort((a, b) => b - a));
    await choose("Result", "B right, A wrong");
    assert.deepEqual([...new Set(await page.locator(".list-row .row-score .sign").evaluateAll((signs) => signs.map((s, i) => `${i % 2}${s.textContent}`)))], ["0✕", "1✓"]);
    await page.getByLabel("Search").fill("no such word anywhere");
    assert.match(await page.locator(".found").innerText(), /^No items match/);
    await page.getByText("Clear filters").click();
    assert.equal(await found(), "300 items");
  });
});

test("what is chosen among items is in the address", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page } = await opened(context, `${sample}#items`, WIDE);
    const choose = (name, value) => page.locator(`.field:has(> .field-name:text-is("${name}")) select`).selectOption({ label: value });
    await choose("length", "long");
    await choose("Compare with", "random");
    await choose("Result", "B right, A wrong");
    await page.getByLabel("Search").fill("the");
    const rows = () => page.locator(".list-row .row-texts").allInnerTexts();
    const before = await rows();
    assert.ok(before.length > 0);
    await page.locator(".list-row").first().click();
    assert.match(await addressOf(page), /#item=t0\/[^?]+\?search=the&second=\d&outcome=only-second&order=moved&label=/);
    await page.reload();
    assert.deepEqual(await rows(), before);
    assert.equal(await page.getByLabel("Search").inputValue(), "the");
    for (const wrong of ["outcome=never&order=x&first=99&label=7:length&label=x", "second=&first=x&label=%E0%A4"]) {
      await page.goto("about:blank");
      await page.goto(`${sample}#items/t0?${wrong}`);
      await page.locator(".list-row").first().waitFor();
      assert.doesNotMatch(await page.locator("body").innerText(), /can't be shown/);
    }
  });
});
