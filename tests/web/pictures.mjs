// The pictures of the README, of the demo's own report:
//   ./dev demo && node tests/web/pictures.mjs build/demo.html docs
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { closeBrowser, opened, withBrowser } from "./browser.mjs";

const [report, folder] = process.argv.slice(2);
const PICTURES = [["report-light.png", "light", "#report", 1180], ["report-dark.png", "dark", "#report", 1180],
                  ["items-light.png", "light", "#items/t4", 700], ["items-dark.png", "dark", "#items/t4", 700]];

await withBrowser(async (context) => {
  for (const [name, colorScheme, hash, height] of PICTURES) {
    const { page } = await opened(context, "about:blank", { width: 1280, height });
    await page.emulateMedia({ colorScheme });
    await page.goto(pathToFileURL(resolve(report)).href + hash);
    if (hash !== "#report") await page.locator(".field:has(> .field-name:text-is('Order')) select").selectOption("worst");
    await page.evaluate(() => Promise.all([document.fonts.ready, ...document.getAnimations().map((one) => one.finished)]));
    await page.screenshot({ path: join(folder, name) });
    await page.close();
  }
});
await closeBrowser();
