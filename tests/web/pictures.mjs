// The pictures of the documents: of the demo's report for tools/readme.py, and of the playground and a rating page that are
// being served. Prints which values of the matrix are in which picture, as JSON.
//   node tests/web/pictures.mjs build/demo.html docs/pictures [PLAYGROUND-ADDRESS [RATING-LINK]]
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { closeBrowser, withBrowser } from "./browser.mjs";

const [report, folder, playground, rating] = process.argv.slice(2);
const still = (page) => page.evaluate(() => Promise.all([document.fonts.ready, ...document.getAnimations().map((one) => one.finished)]));
const SENTENCES = "Turn on the light.\nSwitch the light on, please.\nTurn off the light.";

async function items(page) {
  await page.locator(".field:has(> .field-name:text-is('Order')) select").selectOption("worst");
}

async function sentences(page) {
  await page.click(".views a[href='#sentences']");
  const view = page.locator(".view-sentences");
  await view.locator("textarea").fill(SENTENCES);
  await view.locator(".main-button").click();
  await page.waitForFunction(() => !document.querySelector(".view:not([hidden]) .main-button").disabled);
}

const begun = (page) => page.locator(".rate-screen .main-button").click();
const file = (hash) => pathToFileURL(resolve(report)).href + hash;
// Name, address, size, and what is done before the picture.
const PICTURES = [["report", file("#report"), [1280, 1180]], ["items", file("#items/t4"), [1280, 700], items],
                  ["playground", playground, [1280, 900], sentences], ["rating", rating, [820, 700], begun]];

/** The values of the rows of the matrix that are wholly in view, with the names of their columns. */
const valuesInView = () => ({
  subjects: [...document.querySelectorAll(".matrix thead .subject-name")].map((one) => one.textContent),
  values: [...document.querySelectorAll(".matrix tbody tr:has(.cell-holder)")]
    .filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight)
    .map((row) => [...row.querySelectorAll(".cell-value")].map((one) => one.textContent)),
});

const shown = {};
await withBrowser(async (context) => {
  for (const [name, address, [width, height], prepare] of PICTURES.filter((one) => one[1])) {
    for (const colorScheme of ["light", "dark"]) {
      const page = await context.newPage();
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.goto(address);
      await prepare?.(page);
      await still(page);
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
      if (name === "report") shown[`${name}-${colorScheme}.png`] = await page.evaluate(valuesInView);
      await page.close();
    }
  }
});
await closeBrowser();
console.log(JSON.stringify(shown));
