// How the page looks with made-up reports: quiet, within its window, accessible. PAGE names the built page.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { faults } from "./accessible.mjs";
import { EXHAUSTIVE, LIMIT, NARROW, WIDE, closeBrowser, opened, withBrowser } from "./browser.mjs";
import { NAMES, samplePage } from "./sample.mjs";
import { scrolled, through } from "./walk.mjs";
import { built, written } from "./written.mjs";

const sample = written("sample.html", samplePage(built, { subjects: 3 }));
const many = written("many.html", samplePage(built, { subjects: EXHAUSTIVE ? 12 : 6 }));

after(closeBrowser);

const PASSES = EXHAUSTIVE ? [[sample, WIDE], [sample, NARROW], [many, WIDE], [many, NARROW]] : [[sample, WIDE], [many, NARROW]];

test("the page says nothing on the console, asks nobody, and fits its window", LIMIT, async () => {
  await withBrowser(async (context) => {
    for (const [address, size] of PASSES) {
      const { page, said } = await opened(context, address, size);
      await through(page);
      assert.deepEqual(said, []);
      await page.close();
    }
  });
});

test("seven encoders fit 1280 pixels, one of them without a name", LIMIT, async () => {
  const spec = "onnx:models/small/bge-small-en-v1.5?pooling=cls&normalize=true";
  const seven = written("seven.html", samplePage(built, { subjects: 7, names: [...NAMES.slice(0, 6), spec] }));
  await withBrowser(async (context) => {
    const { page } = await opened(context, `${seven}#report`, WIDE);
    const wider = () => page.locator(".view:not([hidden]) .scroll").evaluateAll((all) =>
      all.filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth).map((one) => one.getAttribute("aria-label")));
    assert.deepEqual(await wider(), []);
    assert.equal(await page.locator(".matrix .subject-name").last().innerText(), "bge-small-en-v1.5");
    await page.goto(`${seven}#compare?a=0&b=6`);
    await page.locator(".compare tbody tr").first().waitFor();
    assert.deepEqual(await wider(), []);
    assert.equal(await page.locator(".compare thead .subject-options").innerText(), "pooling=cls normalize=true");
    await page.goto(`${seven}#report`);
    await scrolled(page);
    const names = await page.locator("#figure-heros-heat-map .role-axis-label text").allTextContents();
    assert.ok(names.includes("bge-small-en-v1.5"), String(names));
  });
});

const SCHEMES = EXHAUSTIVE ? [["light", WIDE], ["light", NARROW], ["dark", WIDE], ["dark", NARROW]] : [["light", WIDE], ["dark", NARROW]];

test("axe finds nothing serious, in light and dark, wide and narrow", LIMIT, async () => {
  for (const [colorScheme, size] of SCHEMES)
    await withBrowser(async (context) => {
      const { page } = await opened(context, sample, size);
      await page.locator("summary").first().click();
      assert.deepEqual(await faults(page), []);
      await page.locator("button.cell").first().click();
      assert.deepEqual(await faults(page, "dialog[open]"), []);
      await page.goto(`${sample}#items`);
      assert.deepEqual(await faults(page, ".view-items"), []);
    }, { colorScheme });
});
