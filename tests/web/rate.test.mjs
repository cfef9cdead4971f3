// The raters' page in two browsers side by side, against a real server: LINKS are the people's, PID is the server's,
// AGAIN are the words that start it again.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, test } from "node:test";
import { faults } from "./accessible.mjs";
import { EXHAUSTIVE, LIMIT, NARROW, WIDE, closeBrowser, withBrowser } from "./browser.mjs";
import { fits } from "./walk.mjs";

after(closeBrowser);
const links = JSON.parse(process.env.LINKS);
const [program, ...words] = JSON.parse(process.env.AGAIN);
const origin = new URL(links.p1).origin;
const TURNS = 14;
const PHONE = { width: 375, height: 667 };
let server = Number(process.env.PID);

const killed = () => process.kill(server, "SIGKILL");

async function started() {
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "ignore"] });
  server = child.pid;
  await new Promise((done, failed) => {
    child.stdout.once("data", done);
    child.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
  });
}

async function ratePage(context, link, size, scheme = "light") {
  const page = await context.newPage();
  const said = [];
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !/Failed to load resource/.test(message.text())) said.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url())) said.push(`request to ${request.url()}`);
  });
  if (size) await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: scheme });
  await page.goto(link);
  return { page, said };
}

const counts = async (page) => (await page.locator(".rate-count").textContent()).match(/^(\d+) of (\d+)/).slice(1).map(Number);
const begun = async (page) => page.locator(".rate-screen .main-button").click();
const atTurn = (page, done) => page.waitForFunction((count) => document.querySelector(".rate-count").textContent.startsWith(`${count} of`), done);

/** Answers by keys alone, as a person does who doesn't use a mouse. */
async function byKeys(page, key, done) {
  await page.keyboard.press(key);
  assert.equal(await page.locator("input:checked").inputValue(), key);
  await page.keyboard.press("Enter");
  await atTurn(page, done);
}

async function byTouch(page, value, done) {
  await page.locator(".rate-choice").nth(value - 1).click();
  await page.locator(".rate-next").click();
  await atTurn(page, done);
}

test("a rater sees what to do, in any size and scheme", LIMIT, async () => {
  await withBrowser(async (context) => {
    for (const [size, scheme] of [[WIDE, "light"], [NARROW, "dark"], ...EXHAUSTIVE ? [[WIDE, "dark"], [NARROW, "light"]] : []]) {
      const { page, said } = await ratePage(context, links.p3, size, scheme);
      await page.locator(".main-button").waitFor();
      assert.match(await page.locator(".rate-screen").innerText(), /from 1 \(very dissimilar\) to 7/);
      assert.deepEqual(await faults(page), [], `instructions, ${scheme}, ${size.width}`);
      await fits(page);
      await begun(page);
      await page.locator(".rate-choice").nth(6).waitFor();
      for (const choice of await page.locator(".rate-choice").all()) {
        const box = await choice.boundingBox();
        assert.ok(box.height >= 44 && box.width >= 44, `a choice is ${box.width} by ${box.height}`);
      }
      assert.ok(await page.locator(".rate-next").isDisabled());
      await page.locator(".rate-choice").first().click();
      assert.deepEqual(await faults(page), [], `item, ${scheme}, ${size.width}`);
      await fits(page);
      assert.deepEqual(said, []);
      await page.close();
    }
  });
});

test("seven choices and Next are one screen of a phone", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page, said } = await ratePage(context, links.p3, PHONE);
    await begun(page);
    const boxes = await page.locator(".rate-keys .rate-choice").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    assert.equal(boxes.length, 7);
    assert.equal(new Set(boxes.map((box) => box.top)).size, 1, "they are in one row");
    for (const box of boxes) assert.ok(box.width >= 44 && box.height >= 44 && box.bottom <= PHONE.height, JSON.stringify(box));
    const next = await page.locator(".rate-next").boundingBox();
    assert.ok(next.y + next.height <= PHONE.height && boxes.every((box) => box.bottom <= next.y), "Next covers no choice");
    await fits(page);
    assert.deepEqual(said, []);
  });
});

test("a rater can't judge, remarks, and changes the last answer; the organiser sees it", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page, said } = await ratePage(context, links.p3, PHONE, "dark");
    await begun(page);
    const question = await page.locator(".rate-texts").innerText();
    assert.equal(await page.locator(".rate-undo").count(), 0);
    await page.locator(".rate-cannot .rate-choice").click();
    await page.locator(".rate-remark summary").click();
    await page.locator(".rate-remark textarea").fill("c 1: what is <b>meant</b>?");
    await page.locator(".rate-next").click();
    await atTurn(page, 1);

    await page.locator(".rate-undo").click();
    assert.equal(await page.locator(".rate-texts").innerText(), question);
    assert.equal(await page.locator(".rate-remark textarea").inputValue(), "c 1: what is <b>meant</b>?");
    assert.equal(await page.locator("input:checked").inputValue(), "-1");
    assert.deepEqual(await faults(page), []);
    await page.getByText("Keep the answer").click();
    await byKeys(page, "2", 2);
    await page.locator(".rate-undo").click();
    assert.equal(await page.locator("input:checked").inputValue(), "2");
    await page.keyboard.press("6");
    await page.keyboard.press("Enter");
    await page.locator(".rate-undo").waitFor();
    await atTurn(page, 2);
    assert.deepEqual(said, []);

    for (const [size, scheme] of [[WIDE, "light"], [NARROW, "dark"]]) {
      const organiser = await ratePage(context, process.env.ORGANISER, size, scheme);
      const row = organiser.page.locator("tbody tr", { hasText: "p3" }).first();
      await row.waitFor();
      assert.match(await row.innerText(), /2 of 14\s+1\s/);
      assert.match(await organiser.page.locator("main").innerText(), /can't judge\s+c 1: what is <b>meant<\/b>\?/);
      assert.deepEqual(await faults(organiser.page), [], `organiser, ${scheme}`);
      await fits(organiser.page);
      assert.deepEqual(organiser.said, []);
    }
  });
});

test("a wrong link is a page for people", LIMIT, async () => {
  await withBrowser(async (context) => {
    for (const link of [origin, `${links.p1.slice(0, -3)}`, `${origin}/nothing`]) {
      const page = await context.newPage();
      const response = await page.goto(link);
      assert.equal(response.status(), 403);
      assert.match(await page.locator("main").innerText(), /This page can't be opened[\s\S]*Copy the whole link/);
      assert.deepEqual(await faults(page), []);
      await page.close();
    }
  });
});

test("two rate side by side; a server that is killed loses nothing", LIMIT, async () => {
  await withBrowser(async (first) => withBrowser(async (second) => {
    const one = await ratePage(first, links.p1), two = await ratePage(second, links.p2);
    await Promise.all([begun(one.page), begun(two.page)]);
    for (let done = 1; done <= 4; done++) await Promise.all([byKeys(one.page, String(done), done), byTouch(two.page, 5, done)]);

    // Between two answers.
    killed();
    await Promise.all([one.page.keyboard.press("7"), two.page.keyboard.press("2")]);
    await Promise.all([one.page.keyboard.press("Enter"), two.page.keyboard.press("Enter")]);
    for (const { page } of [one, two]) {
      await page.locator(".rate-says").getByText("Your answer was not saved").waitFor();
      assert.deepEqual(await counts(page), [4, TURNS]);
      assert.equal(await page.locator("input:checked").count(), 1); // what was chosen stays
    }
    await started();
    for (const { page } of [one, two]) {
      await page.locator(".rate-next").click();
      await atTurn(page, 5);
      assert.equal(await page.locator(".rate-says").textContent(), "");
    }

    // A page that is loaded again goes on where it was; going back shows nothing that was answered.
    const question = await one.page.locator(".rate-texts").innerText();
    await one.page.reload();
    await begun(one.page);
    assert.equal(await one.page.locator(".rate-texts").innerText(), question);
    await one.page.goto("about:blank");
    await one.page.goBack();
    await begun(one.page);
    assert.equal(await one.page.locator(".rate-texts").innerText(), question);

    // The same item in a second tab: what was answered there first counts.
    const tab = await ratePage(first, links.p1);
    await begun(tab.page);
    await byKeys(tab.page, "3", 6);
    await one.page.keyboard.press("6");
    await one.page.keyboard.press("Enter");
    await one.page.locator(".rate-says").getByText("answered before").waitFor();
    await one.page.locator(".rate-says button").click();
    await atTurn(one.page, 6);
    assert.notEqual(await one.page.locator(".rate-texts").innerText(), question);

    // A double click on Next answers one item.
    await two.page.locator(".rate-choice").nth(3).click();
    await two.page.locator(".rate-next").dblclick();
    await atTurn(two.page, 6);

    const rest = async (page) => { for (let done = 7; done <= TURNS; done++) await byKeys(page, "4", done); };
    await Promise.all([rest(one.page), rest(two.page)]);
    for (const { page, said } of [one, two]) {
      assert.match(await page.locator(".rate-screen").innerText(), /Thank you[\s\S]*All 14 answers are saved/);
      assert.deepEqual(said, []);
      await page.reload();
      await page.getByText("All 14 answers are saved").waitFor();
    }
  }));
});

after(() => process.kill(server, "SIGINT"));
