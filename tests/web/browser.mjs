// Debian's Chromium without a window, that reaches nothing: every request beyond the page is noted.
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
                   "--disable-component-update", "--disable-sync", "--disable-default-apps", "--disable-extensions"];
export const EXECUTABLE = process.env.SONDE_CHROMIUM ?? "/usr/bin/chromium-headless-shell";
export const EXHAUSTIVE = process.env.SONDE_EXHAUSTIVE !== undefined; // every case, as ./dev nightly

// The sizes of windows that pages are tested in.
export const WIDE = { width: 1280, height: 900 };
export const NARROW = { width: 390, height: 844 };

// A browser that doesn't answer fails a test. A slow machine never does.
export const LIMIT = { timeout: 600_000 };

// Printed before a test ends because Chromium stopped drawing: it is not the page's fault, and chromium.py starts the file again.
const NO_FRAMES = "Chromium draws no frames any more";

let browser; // one per process

/** Runs `use(context)` in a context of its own, which shares nothing with others. */
export async function withBrowser(use, options = {}) {
  browser ??= chromium.launch({ executablePath: EXECUTABLE, headless: true, args: ARGUMENTS });
  const context = await (await browser).newContext({
    viewport: WIDE, acceptDownloads: true, permissions: ["clipboard-read", "clipboard-write"], ...options,
  });
  context.setDefaultTimeout(LIMIT.timeout / 2);
  await context.addInitScript(keepFollowed);
  context.on("page", waitToFollow);
  const watch = setInterval(() => { for (const page of context.pages()) demandFrame(page); }, 5000);
  try {
    return await use(context);
  } finally {
    clearInterval(watch);
    await context.close();
  }
}

// On a loaded machine Chromium now and then draws nothing more of a page, whose scripts go on. Nothing wakes it, not even a
// screenshot, and what waits for a frame waits for ever.
async function demandFrame(page) {
  const isDrawn = await page.evaluate(() => new Promise((done) => {
    requestAnimationFrame(() => done(true));
    // In two steps: after a long script the first may come before a frame.
    setTimeout(() => setTimeout(() => done(document.hidden), 10_000), 15_000);
  })).catch(() => true); // closed, or on its way to another address
  if (isDrawn) return;
  console.log(NO_FRAMES);
  process.exit(1);
}

// Runs in the page before its scripts: knows which address the page shows. A click on a link changes the address a moment later,
// and "hashchange" comes after that.
function keepFollowed() {
  const follow = () => { window.followed = location.href; };
  window.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='#']");
    if (link && link.href !== location.href && !event.defaultPrevented) window.followed = "";
  });
  for (const name of ["pushState", "replaceState"]) {
    const change = history[name].bind(history);
    history[name] = (...words) => { change(...words); follow(); };
  }
  window.addEventListener("hashchange", follow);  // "popstate" comes before it
  follow();
}

/** Waits until the page shows what its address says. */
export const followed = (page) => page.waitForFunction(() => (window.followed ?? location.href) === location.href);

function waitToFollow(page) {
  for (const name of ["goto", "goBack", "click"]) {
    const act = page[name].bind(page);
    page[name] = async (...words) => {
      const done = await act(...words);
      await followed(page);
      return done;
    };
  }
}

/** Ends the browser, which otherwise keeps the process alive. */
export const closeBrowser = async () => (await browser)?.close();

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

/** What a button saves as a file. */
export async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** What a button copies. */
export async function copied(page, button) {
  await page.click(button);
  return page.evaluate(() => Promise.race(
    [navigator.clipboard.readText(), new Promise((_, refuse) => setTimeout(refuse, 20_000, "the clipboard doesn't answer"))]));
}

/** The address as the page has it now; page.url() hears of a change a moment later. */
export function addressOf(page) {
  return page.evaluate(() => location.href);
}
