// The bench in a browser, against a real server.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { faults } from "./accessible.mjs";
import { benchPage, measure, measuredCurves, saved, show } from "./bench.mjs";
import { EXHAUSTIVE, LIMIT, NARROW, WIDE, addressOf, closeBrowser, withBrowser } from "./browser.mjs";
import { fits } from "./walk.mjs";

after(closeBrowser);

const VIEWS = ["sentences", "search", "heros", "curves", "sets", "triplets"];
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

test("a server that is gone is told", LIMIT, async () => {
  await withBrowser(async (context) => {
    const { page } = await benchPage(context);
    const view = await show(page, "sentences");
    await page.route("**/api/**", (route) => route.abort());
    await measure(view, page);
    await view.getByText("Is it still running?").waitFor();
  });
});
