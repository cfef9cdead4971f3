// Opens a report of many items and prints, in milliseconds, what a reader would wait for.
//   node measure.mjs REPORT.html
import { pathToFileURL } from "node:url";
import { closeBrowser, opened, withBrowser } from "../../tests/web/browser.mjs";

const STEPS = 120; // of 300 pixels, as a wheel turns
const JUMPS = 40; // to anywhere in the list

// From an act to the frame that shows it.
const waits = (page, act, arguments_) => page.evaluate(async ([act, arguments_]) => {
  const perform = new Function("value", act);
  const found = [];
  for (const value of arguments_) {
    await new Promise((done) => requestAnimationFrame(done));
    const begin = performance.now();
    perform(value);
    await new Promise((done) => requestAnimationFrame(() => {
      const shown = new MessageChannel(); // after the frame's layout and paint
      shown.port1.onmessage = done;
      shown.port2.postMessage(0);
    }));
    found.push(performance.now() - begin);
  }
  return found;
}, [act, arguments_]);

const most = (values) => Math.max(...values);

const SEARCH = "const field = document.querySelector('input[type=search]'); field.value = value; field.dispatchEvent(new Event('input'))";
const SELECT = "const menu = [...document.querySelectorAll('.field')].find((one) => one.textContent.startsWith(value[0])).querySelector('select');" +
  " menu.value = value[1]; menu.dispatchEvent(new Event('change'))";
const SCROLL = "document.querySelector('.list').scrollTop += value";
const JUMP = "const list = document.querySelector('.list'); list.scrollTop = value * list.scrollHeight";

async function measured(context, address) {
  await context.addInitScript(() => {
    const look = new MutationObserver(() => {
      if (!document.querySelector(".matrix")) return;
      look.disconnect();
      requestAnimationFrame(() => setTimeout(() => { window.matrixShown = performance.now(); }));
    });
    look.observe(document, { childList: true, subtree: true });
  });
  const { page, said } = await opened(context, address, { width: 1280, height: 900 });
  if (said.length) throw new Error(said.join("\n"));
  await page.waitForFunction(() => window.matrixShown && performance.getEntriesByName("first-contentful-paint").length);
  const [firstPaint, matrix] = await page.evaluate(() => [performance.getEntriesByName("first-contentful-paint")[0].startTime, window.matrixShown]);
  await page.waitForTimeout(4000); // idle work is done
  const [open] = await waits(page, "location.hash = value", ["#items"]);
  const items = await page.locator(".found").innerText();
  await page.waitForTimeout(1500);
  const scrolling = await waits(page, SCROLL, Array.from({ length: STEPS }, () => 300));
  const jumping = await waits(page, JUMP, Array.from({ length: JUMPS }, (_, i) => (i * 0.6180339887) % 1));
  const searching = await waits(page, SEARCH, ["d", "do", "doc", "doctor", "doctor s", "", "bicycle", "garden", "no such", ""]);
  const filtering = await waits(page, SELECT, [["verb", "3"], ["verb", "7"], ["length", "1"], ["verb", ""], ["length", ""], ["Show", "fails"], ["Show", "all"]]);
  const ordering = await waits(page, SELECT, [["Order", "worst"], ["Order", "best"], ["Compare with", "5"], ["Subject A", "3"], ["Order", "given"]]);
  return {
    items, firstPaint, matrix, open, scroll: most(scrolling), jump: most(jumping),
    search: most(searching), filter: most(filtering), order: most(ordering),
  };
}

console.log(JSON.stringify(await withBrowser((context) => measured(context, pathToFileURL(process.argv[2]).href))));
await closeBrowser();
