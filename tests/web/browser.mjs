// Debian's Chromium without a window, that reaches nothing: every request beyond the page is noted.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
                   "--disable-component-update", "--disable-sync", "--disable-default-apps", "--disable-extensions"];
export const EXECUTABLE = process.env.SONDE_CHROMIUM ?? "/usr/bin/chromium";

/** Opens a browser, runs `use(context)` and closes it; its folder goes with it. */
export async function withBrowser(use, options = {}) {
  const folder = mkdtempSync(join(tmpdir(), "sonde-page-"));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: EXECUTABLE, headless: true, args: ARGUMENTS, viewport: { width: 1280, height: 900 },
    acceptDownloads: true, permissions: ["clipboard-read", "clipboard-write"], ...options,
  });
  context.setDefaultTimeout(30_000);
  try {
    return await use(context);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits until every figure is drawn: until then what is below them moves, and a click may miss. */
export const still = (page) => page.waitForFunction(() =>
  [...document.querySelectorAll(".plot")].every((plot) => plot.clientWidth === 0 || plot.hasChildNodes()));

/** A page that stands still, and keeps what it says on the console and whom it asks for something. */
export async function opened(context, address, size) {
  const page = await context.newPage();
  const said = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) said.push(message.text()); });
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) said.push(`request to ${request.url()}`);
  });
  if (size) await page.setViewportSize(size);
  await page.goto(address);
  await still(page);
  return { page, said };
}
