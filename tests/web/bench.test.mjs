// The bench in a browser, against a real server: ADDRESS names its page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { faults } from "./accessible.mjs";
import { EXHAUSTIVE, LIMIT, addressOf, closeBrowser, withBrowser } from "./browser.mjs";
import { HOSTILE } from "./hostile.mjs";
import { csvCells } from "./walk.mjs";

after(closeBrowser);

const address = process.env.ADDRESS;
const origin = new URL(address).origin;
const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 844 };
const VIEWS = ["sentences", "search", "heros", "curves", "sets", "triplets"];
const FOREIGN = "main img, main iframe, main b, main script, main math, main base, main style, main meta, main template, main object";

/** A page that keeps what it says, what it asks the server, and whom else it asks. */
async function benchPage(context, size = WIDE, scheme = "light") {
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

async function show(page, view) {
  await page.click(`.views a[href='#${view}']`);
  return page.locator(`.view-${view}`);
}

async function measure(view, page) {
  const button = view.locator(".main-button");
  await button.click();
  await page.waitForFunction(() => !document.querySelector(".view:not([hidden]) .main-button").disabled);
}

async function fits(page) {
  const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(width <= room, `the page is ${width} wide in a window of ${room}`);
}

const saved = async (page, button) => {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
};

const CURVES = ["The ferry leaves at six.", "Bakers start before dawn.", "The bridge carries trams.", "She sings at night."].join("\n");

const upload = (view, text) =>
  view.locator("input[type='file']").setInputFiles({ name: "text.txt", mimeType: "text/plain", buffer: Buffer.from(text) });

async function measuredCurves(page, text = CURVES) {
  const view = await show(page, "curves");
  await view.locator("textarea").fill(text);
  await view.locator(".main-button").click();
  await view.locator(".plot svg").waitFor();
  return view;
}

const LOOKS = [[WIDE, "light"], [NARROW, "dark"], ...EXHAUSTIVE ? [[WIDE, "dark"], [NARROW, "light"]] : []];

test("every tab works, fits, is accessible, and asks only its server", LIMIT, async () => {
  await withBrowser(async (context) => {
    for (const [size, scheme] of LOOKS) {
      const { page, said } = await benchPage(context, size, scheme);
      for (const name of VIEWS) {
        const view = name === "curves" ? await measuredCurves(page) : await show(page, name);
        await view.locator(name === "sets" ? ".plane" : ".heat").first().waitFor();
        await fits(page);
        assert.deepEqual(await faults(page, name === VIEWS[0] ? "html" : `.view-${name}`), [], `${name}, ${scheme}, ${size.width}`);
      }
      assert.deepEqual(said, []);
      await page.close();
    }
  });
});

test("a report and the bench stand on one page", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page, said } = await benchPage(context);
    assert.deepEqual(await page.locator(".views a").allTextContents(), ["Report", "Items", "Sentences", "Search", "Edits", "Curves", "Sets", "Triplets"]);
    assert.ok(await page.locator(".matrix button.cell").count() > 0);
    await page.locator(".plot").first().scrollIntoViewIfNeeded();
    await page.locator(".plot svg").first().waitFor();
    await page.click(".views a[href='#items']");
    await page.locator(".list-row").first().click();
    await page.reload(); // the address still has the token
    await page.locator(".list-row").first().waitFor();
    assert.match(await addressOf(page), /#item=t0/);
    assert.deepEqual(said, []);
  });
});

test("sentences: the numbers are the server's, and tokens beyond the limit are marked", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page } = await benchPage(context);
    const view = await show(page, "sentences");
    const sentences = ["The cat sat.", "The cat did not sit.", "word ".repeat(300).trim()];
    await view.locator("textarea").fill(sentences.join("\n") + "\n\n");
    const ours = (one) => one.url().endsWith("/api/sentences") && one.request().postData().includes("did not sit");
    const [answer] = await Promise.all([page.waitForResponse(ours), measure(view, page)]);
    const { encoders } = await answer.json();
    await view.locator(".token.cut").first().waitFor();
    assert.equal(await view.locator(".card h2").count(), encoders.length);
    for (const [i, own] of encoders.entries()) {
      const card = view.locator("section.card").nth(i);
      const shown = await card.locator(".heat").evaluateAll((cells) => cells.map((cell) => Number(cell.title)));
      assert.deepEqual(shown, own.similarities.flatMap((row, j) => row.filter((_, k) => k !== j)));
      const cut = (own.tokens ?? []).flat().filter((token) => !token.kept).length;
      assert.equal(await card.locator("del.token.cut").count(), cut);
      if (own.name === "minilm") assert.equal(cut, 46);
      const colours = await card.locator(".heat").evaluateAll((cells) => cells.map((cell) => [Number(cell.title), getComputedStyle(cell).backgroundColor]));
      assert.equal(new Set(colours.map(([, colour]) => colour)).size, new Set(colours.map(([value]) => value)).size, "a colour per value");
    }
    assert.match(await view.locator(".cut-note").first().textContent(), /302 tokens; the encoder reads 256 of them, 46 are cut off/);
  });
});

test("search: ranks are the server's, and near misses follow from the passage that is marked", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page, said } = await benchPage(context);
    const view = await show(page, "search");
    await view.locator(".near-miss").first().waitFor();
    await view.getByLabel("Query").fill("the train to Berlin");
    await view.locator("textarea").fill("The train to Berlin\nleaves at nine.\n\nThe bus to Rome is late.");
    const ours = (one) => one.url().endsWith("/api/search") && one.request().postData().includes("Berlin");
    const [answer] = await Promise.all([page.waitForResponse(ours), measure(view, page)]);
    const { passages, encoders } = await answer.json();
    assert.deepEqual(passages.slice(0, 2).map((one) => one.text), ["The train to Berlin leaves at nine.", "The bus to Rome is late."]);
    assert.ok(passages.slice(2).some((one) => one.near_miss === "name" && !one.text.includes("Berlin")));
    await page.waitForFunction((count) => document.querySelectorAll(".search-table tbody tr").length === count, passages.length);
    const shown = await view.locator(".search-table tbody tr").evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll(".rank")].map((cell) => Number(cell.textContent))));
    const expected = passages.map((_, i) => encoders.map((one) => one.ranks[i])).sort((a, b) => a[0] - b[0]);
    assert.deepEqual(shown.map((row) => row[0]), expected.map((row) => row[0]));
    for (const { ranks, similarities } of encoders) {
      assert.deepEqual(ranks, similarities.map((own) => 1 + similarities.filter((other) => other > own + 1e-6).length));
    }
    await view.getByLabel("Right passage").selectOption("0");
    await page.waitForFunction(() => document.querySelectorAll(".search-table tbody tr").length === 2);
    assert.equal(await view.locator(".near-miss").count(), 0);
    assert.match(await page.evaluate(() => location.hash), /right=0/);
    assert.deepEqual(said, []);
  });
});

test("edits: numbers and verdicts are the server's, edits are marked, and empty ones left out", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page, said } = await benchPage(context);
    const view = await show(page, "heros");
    await view.locator(".heat").first().waitFor();
    await view.getByLabel("Typo").fill("");
    await view.getByLabel("Negated word").fill("We believe that the path is safe not.");
    const ours = (one) => one.url().endsWith("/api/edits") && one.request().postData().includes("safe not");
    const [answer] = await Promise.all([page.waitForResponse(ours), measure(view, page)]);
    const { encoders } = await answer.json();
    await view.locator("mark", { hasText: /^not$/ }).last().waitFor();
    const rows = (part, cell, value) => view.locator(`${part} tr`).evaluateAll((all, [of, title]) =>
      all.map((row) => [...row.querySelectorAll(of)].map((one) => (title ? Number(one.title) : one.textContent))), [cell, value]);
    const shown = ["synonym", "antonym", "random", "negation_main", "negation_antonym"];
    assert.deepEqual(await rows("tbody", ".heat", true), shown.map((key) => encoders.map((own) => own.similarities[key])));
    const { criteria } = encoders[0];
    assert.deepEqual(criteria.map(({ name }) => name), ["antonym", "unrelated word", "negated main verb", "negated word"].map((other) => `Synonym closer than ${other}`));
    for (const { similarities: of, criteria: own } of encoders)
      assert.deepEqual(own.map(({ holds }) => holds), shown.slice(1).map((key) => of.synonym - of[key] > 1e-6));
    assert.deepEqual(await rows("tfoot", ".bench-verdict", false),
                     criteria.map((_, i) => encoders.map((own) => (own.criteria[i].holds ? "✓ passes" : "✗ fails"))));
    await view.locator("button", { hasText: "Add to list" }).click();
    const { name, text } = await saved(page, view.locator(".save-rows"));
    assert.equal(name, "heros.tsv");
    assert.deepEqual(text.split("\n")[0].split("\t"), ["Original", "Synonym", "Typo", "Antonym", "Random", "Negation (main)", "Negation (antonym)"]);
    assert.equal(text.split("\n")[1].split("\t")[2], "");
    for (const label of ["Synonym", "Antonym", "Unrelated word", "Negated main verb", "Negated word"]) await view.getByLabel(label, { exact: true }).fill("");
    await measure(view, page);
    await view.getByText("fill in at least one").waitFor();
    assert.deepEqual(said.filter((line) => !/400/.test(line)), []);
  });
});

test("earlier questions are links that ask them again", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page } = await benchPage(context);
    const view = await show(page, "sentences");
    await view.locator(".heat").first().waitFor();
    assert.equal(await view.locator(".history").isVisible(), false);
    const first = await view.locator("textarea").inputValue();
    for (const text of ["One cat.\nTwo cats.", "A bird.\nA plane."]) {
      await view.locator("textarea").fill(text);
      await measure(view, page);
    }
    await view.locator(".history summary").click();
    assert.deepEqual(await view.locator(".history a").allInnerTexts(), ["One cat. Two cats.", first.replaceAll("\n", " ").slice(0, 120)]);
    await view.locator(".history a").first().click();
    await view.locator("th", { hasText: "Two cats." }).first().waitFor();
    assert.equal(await view.locator("textarea").inputValue(), "One cat.\nTwo cats.");
    await view.locator(".history a").last().click();
    await page.waitForFunction((text) => document.querySelector(".view-sentences textarea").value === text, first);
  });
});

test("what was asked is in the address, and a link asks it again", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page, said } = await benchPage(context);
    const view = await show(page, "sentences");
    await view.locator("textarea").fill("A man eats.\nA man & a dog eat?");
    await measure(view, page);
    await view.locator("th", { hasText: "& a dog" }).first().waitFor();
    const triplets = await show(page, "triplets");
    await triplets.getByLabel("Sentence (S)").fill("It rains.");
    await measure(triplets, page);
    await page.waitForFunction(() => /^#triplets\?s=It\+rains\.$/.test(location.hash));
    const address = await addressOf(page);
    await show(page, "sentences");
    await page.waitForFunction(() => location.hash.startsWith("#sentences?sentences=A+man")); // a view keeps its own
    await page.evaluate((hash) => { location.hash = hash; }, "#sets?operator=overlap&a=One.&nonsense=1");
    const sets = page.locator(".view-sets");
    await sets.getByText("have in common").waitFor();
    assert.equal(await sets.getByLabel("A", { exact: true }).inputValue(), "One.");
    await page.evaluate((hash) => { location.hash = hash; }, new URL(address).hash);
    await triplets.waitFor();
    assert.equal(await triplets.getByLabel("Sentence (S)").inputValue(), "It rains.");
    assert.deepEqual(said, []);
  });
});

test("an error of the server is told in words", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page } = await benchPage(context);
    const view = await show(page, "sentences");
    await view.locator("textarea").fill(" \n ");
    await measure(view, page);
    await view.locator(".ask-status.failed").waitFor();
    assert.match(await view.locator(".ask-status").textContent(), /at least one sentence/);
    assert.equal(await view.locator(".card:not(form)").count(), 0, "the last answer is gone");
    const curves = await show(page, "curves");
    for (const box of await curves.locator("fieldset input[type='checkbox']").all()) await box.uncheck();
    await curves.locator("input[type='text']").first().fill("");
    await measure(curves, page);
    await curves.locator(".ask-status.failed").waitFor();
    assert.match(await curves.locator(".ask-status").first().textContent(), /no term/);
  });
});

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

test("a server that is gone is told", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page } = await benchPage(context);
    const view = await show(page, "sentences");
    await page.route("**/api/**", (route) => route.abort());
    await measure(view, page);
    await view.getByText("Is it still running?").waitFor();
  });
});
