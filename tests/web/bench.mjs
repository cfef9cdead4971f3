// What the tests of the bench share. ADDRESS names the page of a real server.
import { readFileSync } from "node:fs";
import { WIDE } from "./browser.mjs";

export const address = process.env.ADDRESS;
export const origin = new URL(address).origin;

/** A page that keeps what it says, what it asks the server, and whom else it asks. */
export async function benchPage(context, size = WIDE, scheme = "light") {
  const page = await context.newPage();
  const said = [], asked = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) said.push(message.text()); });
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("request", (request) => {
    if (request.url().startsWith(origin)) asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
    else if (!/^(data|blob):/.test(request.url())) said.push(`request to ${request.url()}`);
  });
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: scheme });
  await page.goto(address);
  return { page, said, asked };
}

export async function show(page, view) {
  await page.click(`.views a[href='#${view}']`);
  return page.locator(`.view-${view}`);
}

export async function measure(view, page) {
  const button = view.locator(".main-button");
  await button.click();
  await page.waitForFunction(() => !document.querySelector(".view:not([hidden]) .main-button").disabled);
}

export const saved = async (page, button) => {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
};

const CURVES = ["The ferry leaves at six.", "Bakers start before dawn.", "The bridge carries trams.", "She sings at night."].join("\n");

export const upload = (view, text) =>
  view.locator("input[type='file']").setInputFiles({ name: "text.txt", mimeType: "text/plain", buffer: Buffer.from(text) });

export async function measuredCurves(page, text = CURVES) {
  const view = await show(page, "curves");
  await view.locator("textarea").fill(text);
  await view.locator(".main-button").click();
  await view.locator(".plot svg").waitFor();
  return view;
}
