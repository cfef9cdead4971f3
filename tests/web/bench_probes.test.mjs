// The bench's tabs of curves, sets and triplets, of a probe that it does not know, and hostile sentences in them.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { faults } from "./accessible.mjs";
import { address, benchPage, measure, measuredCurves, origin, saved, show, upload } from "./bench.mjs";
import { EXHAUSTIVE, LIMIT, closeBrowser, withBrowser } from "./browser.mjs";
import { HOSTILE } from "./hostile.mjs";
import { csvCells, fits } from "./walk.mjs";

after(closeBrowser);

const FOREIGN = "main img, main iframe, main b, main script, main math, main base, main style, main meta, main template, main object";

test("curves: sliders change the densities without encoding, and pairs and plot can be taken along", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page, asked, said } = await benchPage(context);
    const view = await measuredCurves(page);
    const overlap = () => view.locator(".table-card tbody td").first().textContent();
    const jobs = () => asked.filter((one) => one === "POST /api/curves").length;
    assert.equal(jobs(), 1);
    const before = await overlap();
    const drawn = await view.locator(".plot svg").innerHTML();
    for (const [i, value] of [[0, "1.5"], [1, "251"], [2, "-0.5"], [3, "0.95"]]) {
      const slider = view.locator(".slider input").nth(i);
      const answered = page.waitForResponse((one) => one.url().endsWith("/api/density"));
      await slider.fill(value);
      assert.equal((await answered).status(), 200);
    }
    await page.waitForFunction((old) => document.querySelector(".view-curves .table-card tbody td").textContent !== old, before);
    assert.notEqual(await view.locator(".plot svg").innerHTML(), drawn);
    const rules = view.locator(".sliders select");
    for (const rule of ["scott", "silverman", ""]) {
      const answered = page.waitForResponse((one) => one.url().endsWith("/api/density"));
      await rules.last().selectOption(rule);
      assert.equal((await answered).status(), 200);
    }
    await rules.first().selectOption("panels");
    await view.locator(".figure-card .plot svg").waitFor();
    assert.equal(jobs(), 1);
    const { text, name } = await saved(page, view.locator("button", { hasText: "Save as CSV" }));
    const rows = csvCells(text);
    assert.equal(name, "pairs.csv");
    assert.deepEqual(rows[0].slice(0, 4), ["original", "variant", "kind", "place"]);
    assert.equal(rows.length, 1 + 24);
    assert.ok(rows.slice(1).every((row) => Number(row[4]) <= 1.0000001 && row[4] !== ""));
    const picture = await saved(page, view.locator(".figure-card button", { hasText: "SVG" }));
    assert.match(picture.text, /^<svg[\s\S]*cosine with the original/);
    await view.locator(".examples-card select").nth(2).selectOption("0 up");
    const column = await view.locator(".examples-table tbody tr").evaluateAll((all) =>
      all.map((row) => Number(row.querySelector(".heat").title)));
    assert.deepEqual(column, [...column].sort((a, b) => a - b));
    assert.deepEqual(said, []);
  });
});

test("curves: an uploaded text and a corpus of sonde's", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page } = await benchPage(context);
    const view = await show(page, "curves");
    await upload(view, "Der Zug fährt ab.\nDie Stadt schläft noch.\n");
    await page.waitForFunction(() => document.querySelector(".view-curves textarea").value.includes("Zug"));
    await view.getByLabel("Language").selectOption("de");
    assert.equal(await view.locator("input[type='text']").nth(1).inputValue(), "nicht");
    await view.locator(".main-button").click();
    await view.locator(".examples-table tbody tr").first().waitFor();
    assert.ok((await view.locator(".examples-table mark").allTextContents()).includes("nicht"));
    await view.getByText("Built-in corpus").click();
    await view.locator("label", { hasText: /^Corpus/ }).locator("select").selectOption("curves-nl");
    assert.equal(await view.locator("input[type='text']").nth(1).inputValue(), "niet");
    await view.getByLabel("Sentences at most").fill("7");
    await view.locator(".main-button").click();
    await view.getByText("7 sentences, 42 pairs.").waitFor();
  });
});

test("curves: a job tells how far it is, and is cancelled", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page } = await benchPage(context);
    const view = await show(page, "curves");
    const lines = Array.from({ length: 12000 }, (_, i) => `The farmer number ${i} paints the old door near the river.`);
    await upload(view, lines.join("\n"));
    await view.locator(".main-button").click();
    await page.waitForFunction(() => /^[\d,]+ of [\d,]+ pairs$/.test(document.querySelector(".view-curves .ask-status").textContent));
    await view.locator("button", { hasText: "Cancel" }).click();
    await view.getByText("Cancelled.").waitFor();
    assert.equal(await view.locator(".main-button").isEnabled(), true);
    assert.equal(await view.locator(".plot").count(), 0);
  });
});

test("sets: each operator has its criteria; vectors in one line have no plane", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page, said } = await benchPage(context);
    const view = await show(page, "sets");
    for (const [operator, criteria] of [["overlap", ["C1", "C2"]], ["difference", ["C3", "C4", "C5"]], ["union", ["C6"]]]) {
      await view.locator("select").selectOption(operator);
      await view.locator(".criterion strong", { hasText: criteria[0] }).first().waitFor();
      assert.deepEqual(await view.locator(".card:has(.pairs)").first().locator(".criterion strong").allTextContents(), criteria);
    }
    for (const [i, text] of ["cat dog", "dog cat", "a bird"].entries()) await view.locator("input[type='text']").nth(i).fill(text);
    await measure(view, page);
    await view.getByText("No plane").waitFor();
    assert.ok(await view.locator(".sign-none").count() > 0);
    await view.locator("input[type='text']").nth(2).fill("cat dog");
    await measure(view, page);
    await view.getByText("are the same sentence").waitFor();
    assert.deepEqual(said.filter((line) => !/400/.test(line)), []);
  });
});

test("triplets: every test is known to the server; kept rows become a TSV, and are not lost without a warning", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page, said } = await benchPage(context);
    const view = await show(page, "triplets");
    for (const value of await view.locator("select option").evaluateAll((all) => all.map((one) => one.value))) {
      const answered = page.waitForResponse((one) => one.url().endsWith("/api/triplet"));
      await view.locator("select").selectOption(value);
      if (value !== "plain") assert.equal((await answered).status(), 200, value);
    }
    const keep = view.locator("button", { hasText: "Add to list" });
    await keep.click();
    for (const [i, text] of ["A cat sleeps.", "A cat dozes.", "A dog sleeps."].entries()) await view.locator("input[type='text']").nth(i).fill(text);
    await measure(view, page);
    await view.locator(".item-table mark", { hasText: "dozes" }).waitFor();
    assert.deepEqual(await view.locator(".item-table mark").allInnerTexts(), ["dozes", "dog"]);
    assert.deepEqual(await view.locator("tfoot th").allInnerTexts(), ["margin", "verdict"]);
    for (const [i, text] of ["=1+1", "two\twords", "<b>three</b>"].entries()) await view.locator("input[type='text']").nth(i).fill(text);
    await keep.click();
    await keep.click();
    await view.locator("button", { hasText: "Remove" }).last().click();
    const warned = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const dialog = await warned;
    assert.equal(dialog.type(), "beforeunload");
    await dialog.dismiss();
    const { name, text } = await saved(page, view.locator(".save-rows"));
    assert.equal(name, "triplets.tsv");
    assert.equal(text, "S\tS+\tS*\nA nurse is waking the patient.\tThe patient is being woken by a nurse.\tThe patient is waking a nurse.\n" +
      "=1+1\ttwo words\t<b>three</b>\n");
    assert.deepEqual(said, []);
  });
});

const GREETINGS = {
  probe: "greetings", path: "greeting", title: "Greetings", asks: "Is a greeting similar to its answer?",
  menu: { key: "language", label: "Language", is_field: true, choices: [{ name: "en", says: "English", texts: [] }] },
  texts: [{ key: "first", field: "greeting", label: "Greeting", first: "Good morning.", optional: false },
          { key: "second", field: "answer", label: "Answer", first: "Hello to you.", optional: false }],
  similarities: [{ key: "pair", label: "greeting and answer", text: "" }], numbers: [{ key: "warmth", label: "warmth", text: "" }],
  has_verdict: false, no_plane: "",
};

test("a sixth probe's tab is made of its description", LIMIT, async () => {
  await withBrowser(async (context) => {
    const page = await context.newPage();
    let asked = "";
    await page.route(`${origin}/**`, async (route) => {
      if (route.request().url().endsWith("/api/greeting")) {
        asked = route.request().postData();
        return route.fulfill({ json: { encoders: [{ name: "minilm", similarities: { pair: 0.25 }, warmth: 0.5 }] } });
      }
      const response = await route.fetch();
      const body = await response.text();
      return route.fulfill({ response, body: body.replace('"views":[', `"views":[${JSON.stringify(GREETINGS)},`) });
    });
    await page.goto(address);
    const view = await show(page, "greetings");
    assert.equal(await view.locator("h1").textContent(), "Greetings");
    await view.locator(".heat").waitFor();
    assert.deepEqual(await view.locator("thead th").allTextContents(), ["cosine", "minilm"]);
    assert.deepEqual((await view.locator("tr:has(td)").allInnerTexts()).map((row) => row.replace(/\s+/g, " ")), ["greeting and answer 0.250", "warmth 0.500"]);
    assert.deepEqual(JSON.parse(asked), { language: "en", first: "Good morning.", second: "Hello to you." });
    await view.getByLabel("Answer").fill("Goodbye.");
    await view.locator("button", { hasText: "Add to list" }).click();
    const { name, text } = await saved(page, view.locator(".save-rows"));
    assert.equal(name, "greetings.tsv");
    assert.equal(text, "language\tgreeting\tanswer\nen\tGood morning.\tGoodbye.\n");
    assert.deepEqual(await faults(page), []);
  });
});

test("hostile sentences are text", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page } = await benchPage(context);
    const lines = HOSTILE.filter((text) => text.length < 5000 && text.trim() !== "").map((text) => text.toWellFormed().replace(/[\r\n\u0000]/g, " "));
    const look = async () => {
      assert.equal(await page.evaluate(() => window.hostile), undefined);
      assert.equal(await page.locator(FOREIGN).count(), 0);
      await fits(page);
    };
    const view = await show(page, "sentences");
    for (let from = 0; from < (EXHAUSTIVE ? 120 : 45); from += 15) {
      const part = lines.slice(from, from + 15);
      await view.locator("textarea").fill(part.join("\n"));
      const ours = (one) => one.url().endsWith("/api/sentences") && JSON.parse(one.request().postData()).sentences.length > 10;
      await Promise.all([page.waitForResponse(ours), measure(view, page)]);
      await page.waitForFunction((many) => document.querySelectorAll(".view-sentences section tbody tr").length % many === 0, part.length);
      for (const summary of await view.locator("summary").all()) await summary.click();
      await look();
    }
    await measuredCurves(page, lines.slice(0, EXHAUSTIVE ? 40 : 12).join("\n"));
    await look();
    const triplets = await show(page, "triplets");
    for (const text of lines.slice(0, EXHAUSTIVE ? 12 : 6)) {
      for (let i = 0; i < 3; i++) await triplets.locator("input[type='text']").nth(i).fill(text + (i ? " " + i : ""));
      await triplets.locator("button", { hasText: "Add to list" }).click();
      await measure(triplets, page);
    }
    await look();
  });
});
