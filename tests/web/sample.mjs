// A valid report with its items, of any size, from a seed: for the tests and for benchmarks/web.
//   node sample.mjs PAGE OUT [ITEMS [SUBJECTS]]
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { draws } from "./random.mjs";
import { sampleFigures } from "./sample_figures.mjs";

const WHO = "man woman child dog doctor teacher singer farmer driver judge neighbour student".split(" ");
const DOES = "reads writes opens closes carries follows finds loses paints breaks sells keeps".split(" ");
const WHAT = "letter song book bread apple stone paper boat window door ladder bicycle".split(" ");
const WHERE = "river bridge street kitchen garden field harbour station school market".split(" ");
export const NAMES = ["minilm", "tokens", "random", "glove-300d-mean", "distilroberta-base", "mpnet-base-v2", "labse",
                      "tfidf", "a-sentence-encoder-with-a-name-of-40-char", "word-overlap", "e5-small", "gte-base"];
const CAPABILITIES = [
  ["Negation", "Does it hear that “turn it on” and “turn it off” differ?"],
  ["Antonyms", "Is a synonym nearer than the opposite?"],
  ["Argument order", "Does it know who did what to whom?"],
  ["Word order", "Does it hear that a sentence's parts have changed places?"],
  ["Typos", "Does a misspelt word cost less than another meaning?"],
  ["Synonyms", "Does a synonym leave the meaning where it was?"],
  ["Overlap", "Is what two sentences share between the two?"],
  ["Difference", "Is what one says beyond the other on its own side?"],
  ["Union", "Is what both say together near both?"],
  ["Human similarity", "Does it follow human ratings where words tell enough?"],
  ["Human similarity with structure", "Does it follow human ratings where only the structure differs?"],
];
const LEVELS = ["below", "chance", "partly", "good"];

function sentence(draw) {
  return `The ${draw.of(WHO)} ${draw.of(DOES)} the ${draw.of(WHAT)} near the ${draw.of(WHERE)}.`;
}

const negated = (text) => text.replace(/ (\w+?)s the /, " does not $1 the ");
const reworded = (text, draw) => text.replace(/\w+\.$/, `${draw.of(WHERE)}.`);

export function sampleItems(task, { items = 300, subjects = 3, seed = 1 } = {}) {
  const draw = draws(seed);
  const texts = Array.from({ length: items }, () => {
    const text = sentence(draw);
    return [text, reworded(text, draw), negated(text)];
  });
  const cosine = () => Math.round(1000 * Math.min(1, 0.8 + 0.1 * draw.normal())) / 1000;
  const values = Array.from({ length: subjects }, () => [texts.map(cosine), texts.map(cosine)]);
  const score = values.map(([plus, star]) => plus.map((value, i) => (i % 97 === 96 ? null : Math.round(1000 * (value - star[i])) / 1000)));
  return {
    task, ids: texts.map((_, i) => `${task}-${i + 1}`), texts,
    labels: { verb: { values: DOES, of: texts.map(() => draw.below(DOES.length)) },
              length: { values: ["short", "long"], of: texts.map(() => draw.below(2)) } },
    rows: { item: texts.map((_, i) => i), label: texts.map(() => 0), at: texts.map(() => [0, 1, 2]), gold: texts.map(() => null) },
    row_labels: [""], measurements: ["cos_plus", "cos_star"], values,
    score: { name: "margin: how much nearer the paraphrase is than the negation", passes_above: 0, of: score },
  };
}

function evidence(draw, task, capability) {
  const share = capability < 9;
  const value = share ? draw.uniform() : draw.uniform() * 0.9 - 0.05;
  const chance = share ? 0.5 : 0;
  const position = (value - chance) / (1 - chance);
  const level = LEVELS[position < -0.08 ? 0 : position < 0.08 ? 1 : position < 0.7 ? 2 : 3];
  return {
    task, slice: "all", result: "accuracy", value, low: value - 0.06, high: Math.min(1, value + 0.06), n: 120, left_out: 2,
    why: { "no such variant": 2 }, chance, best: 1, share, level, position,
    says: "share of sentences that are nearer to their paraphrase than to their negation",
  };
}

function cell(draw, subject, capability, tasks) {
  const kind = (subject * 7 + capability * 3) % 23;
  if (kind === 5) return { subject, capability, state: "undefined", why: "every vector is zero", evidence: [] };
  if (kind === 11) return { subject, capability, state: "unsupported", why: "a scorer has no vectors", evidence: [] };
  if (kind === 17) return { subject, capability, state: "unmeasured", why: "no data set of the run asks for it", evidence: [] };
  const found = tasks.slice(0, 1 + (capability % 2)).map((task) => evidence(draw, task, capability));
  return { subject, capability, state: "value", why: "", evidence: found };
}

function subjectOf(name, run, i) {
  return { name, spec: i === 0 ? "minilm" : `hf:models/${name}?pooling=mean`, group: "", vectors: true, run,
           identity: "9f2c4e0b7d1a5c3e8f6b2d4a0c9e7b5d3f1a8c6e4b2d0f9a7c5e3b1d8f6a4c2e", numerics: "openvino 2026.4.1, f32, avx512",
           batch_dependent: false, noise_floor: 1.2e-7, facts: { parameters: 22713216, dimension: 384, layers: 6 }, cut: i, undefined_texts: 0 };
}

function taskOf(id, dataset, kind, items) {
  return { id, probe: kind, kind, dataset, title: dataset, version: "1", language: "en", licence: "CC BY 4.0",
           digest: "0d4b6f8a2c1e3d5b7f9a1c3e5d7b9f0a2c4e6d8b0f1a3c5e7d9b2f4a6c8e0d1b", settings: {}, items, rows: items, whole: 2 * items,
           partial: true, left_out: { "no such variant": 2 }, measurements: ["cos_plus", "cos_star"], runs: [0] };
}

function sections(figures, names, draw) {
  const table = (title) => ({
    title, note: "The interval is of other items drawn as these were.", header: ["result", ...names],
    rows: ["synonym_first", "typo_costs_more", "baseline"].map((name) => [name, ...names.map(() => {
      const v = draw.uniform();
      return { v, low: v - 0.05, high: v + 0.05, n: 120, text: `${v.toFixed(3).slice(1)} [${(v - 0.05).toFixed(3)}, ${(v + 0.05).toFixed(3)}]` };
    })]),
  });
  const section = (kind, title, asks, paper) => ({
    kind, title, asks, paper, figures: figures.filter((figure) => figure.section === kind).map((figure) => figure.id), tables: [table(`${title}: results`)],
  });
  return [
    section("heros", "Small edits", "Does a small edit that changes the meaning move the vector more than one that doesn't?", "Chiang and others, HEROS, 2023"),
    section("curves", "Concept separation curves", "How far apart do meaningless and meaning-changing insertions fall?", ""),
    section("sets", "Vectors as sets", "Do vectors behave like sets under overlap, difference and union?", ""),
    section("sts", "Similarity and people", "Does similarity follow human ratings, also where words and structure disagree?", ""),
  ];
}

export function sampleReport({ items = 300, subjects = 3, seed = 1, names = NAMES } = {}) {
  const draw = draws(seed);
  const used = Array.from({ length: subjects }, (_, i) => names[i % names.length]);
  const figures = sampleFigures(used, draw);
  const tasks = ["t0", "t1"];
  return {
    schema: "sonde.report/1", program: "sonde 0.1.0", title: subjects === 1 ? used[0] : `${subjects} encoders on two data sets`,
    runs: [{ file: "demo.sonde", version: "0.1.0", seed: 1, replicates: 2000, limit: "120", plan: "two data sets" }],
    subjects: used.map((name, i) => subjectOf(name, 0, i)),
    tasks: [taskOf("t0", "negation-detection", "triplets", items), taskOf("t1", "negation-variants", "triplets", Math.min(items, 300))],
    capabilities: CAPABILITIES.map(([title, asks], i) => ({ id: `c${i}`, title, asks })),
    cells: used.flatMap((_, s) => CAPABILITIES.map((_, c) => cell(draw, s, c, tasks))),
    verdicts: used.map((name, subject) => ({
      subject, text: `${name} hears negation in most sentences, but not who did what to whom: there it is as good as chance.`,
      examples: [{ task: "t0", item: 3, right: true, text: "Nearer to the paraphrase (0.91) than to the negation (0.78)." },
                 { task: "t0", item: 8, right: false, text: "Nearer to the negation (0.94) than to the paraphrase (0.88)." }],
    })),
    sections: sections(figures, used, draw), figures,
    notes: ["All data sets are partial: 120 items of each.", "tokens cut 1 text at its length limit of 256 tokens."],
  };
}

const block = (id, value) => `<script type="application/json" id="${id}">` +
  JSON.stringify(value).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029") + "</script>\n";

/** The page with the data in it, as the program makes it. `items` is a list of blocks. */
export function filled(page, report, items, serve) {
  const blocks = [report && block("report", report), ...items.map((one) => block(`items-${one.task}`, one)), serve && block("serve", serve)];
  return page.replace("<!--sonde:data-->", () => blocks.filter(Boolean).join(""));
}

export function samplePage(page, options) {
  const report = sampleReport(options);
  return filled(page, report, report.tasks.map((task) => sampleItems(task.id, { ...options, items: task.items })));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [page, out, items, subjects] = process.argv.slice(2);
  writeFileSync(out, samplePage(readFileSync(page, "utf8"), { items: Number(items ?? 300), subjects: Number(subjects ?? 3) }));
}
