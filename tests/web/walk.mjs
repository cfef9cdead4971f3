// Through all of a report: every part is brought into view, every kind of control is used once.
import assert from "node:assert/strict";
import { EXHAUSTIVE } from "./browser.mjs";

const settled = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

// Made by data, if there: the page itself makes none of them.
const FOREIGN = "main img, main iframe, main object, main embed, main base, main script, main meta, main link, main style, " +
  "main template, main math, main b, main form:not(.controls, .vega-bindings), body > img, body > svg, body > iframe, main a[href^='javascript' i], main [onerror], main [onload]";

export async function fits(page) {
  const [width, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(width <= window, `the page is ${width} wide in a window of ${window}`);
}

/** Through all of a view, a screen at a time. */
export async function scrolled(page) {
  const tall = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < tall; y += 600) {
    await page.evaluate((to) => scrollTo(0, to), y);
    await settled(page);
  }
}

/** Returns what no page of ours contains. */
export async function through(page) {
  const found = new Set();
  const look = async () => {
    for (const name of await page.evaluate((query) => [...document.querySelectorAll(query)].map((one) => one.outerHTML.slice(0, 200)), FOREIGN)) found.add(name);
    await fits(page);
  };
  await scrolled(page);
  await look();
  for (const summary of await page.locator("summary").all()) await summary.click();
  for (const choice of await page.locator(".switch button").all()) await choice.click();
  for (const box of await page.locator(".matrix-head > .check input").all()) await box.click();
  for (const example of (await page.locator(".row-tools summary").all()).slice(0, 3)) await example.click();
  await page.locator(".row-tools button").first().click();
  await look();
  await page.goto(page.url().replace(/#.*/, "#report?"));
  for (const cell of (await page.locator("button.cell").all()).slice(0, EXHAUSTIVE ? 12 : 4)) {
    await cell.click();
    await page.keyboard.press("Escape");
  }
  for (let i = 0; i < 3; i++) await page.locator(".top button").click();
  await scrolled(page);
  await look();
  await page.click(".views a[href='#items']");
  await page.locator(".view-items .list").waitFor();
  const more = page.locator(".controls .more");
  if (await more.isVisible()) await more.click();
  for (const menu of await page.locator(".controls select").all()) {
    const options = await menu.locator("option").count();
    await menu.selectOption({ index: options - 1 });
    await settled(page);
  }
  for (const menu of (await page.locator(".controls-rest select").all()).slice(2)) await menu.selectOption({ index: 0 });
  await page.locator(".list").evaluate((list) => { list.scrollTop = list.scrollHeight; });
  await settled(page);
  const row = page.locator(".list-row").last();
  if (await row.count()) await row.click();
  await look();
  return [...found];
}

/** CSV read as a spreadsheet reads it. */
export function csvCells(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll("\"\"", "\""));
    if (end === "\r\n") rows.push([]);
    else if (end === "") break;
  }
  return rows.filter((row) => row.length > 1 || row[0] !== "");
}
