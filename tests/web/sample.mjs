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
const ROWS = [
  ["Fails silently in production", "Negation", "negation or rewording", "Is a reworded sentence closer than the negated one?"],
  ["Fails silently in production", "Negation", "negation or filler word", "Does a filler word move the vector less than a negation?"],
  ["Fails silently in production", "Opposites", "antonym or synonym", "Is a synonym closer than an antonym?"],
  ["Fails silently in production", "Who did what to whom", "roles swapped or passive voice", "Is the passive closer to its active sentence than to one with subject and object swapped?"],
  ["Noise", "Typos", "typo or antonym", "Does a typo move the vector less than an antonym?"],
  ["Noise", "Synonyms", "synonym or unrelated word", "Is a synonym closer than an unrelated word?"],
  ["Composition", "Difference", "unshared content", "Is what only A says close to A and far from B?"],
  ["Human ratings", "Human similarity", "ordinary pairs", "Does similarity follow human ratings of ordinary pairs?"],
];

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
    row_labels: [""], row_titles: [""], text_names: [], text_titles: [], measurements: ["cos_plus", "cos_star"], measurement_titles: ["cosine with S+", "cosine with S*"], values,
    score: { name: "margin: how much nearer the paraphrase is than the negation", passes_above: 0, of: score }, questions: [],
    others: { texts: texts.map(([, , last]) => last), of: values.map(() => texts.map((_, i) => (i + 1) % items)), similarity: values.map(() => texts.map(cosine)) },
  };
}

function levelOf(position) {
  if (position < -0.08) return "worse";
  if (position < 0.08) return position < 0 ? "unclear" : "chance";
  return position < 0.2 ? "no-better" : position < 0.7 ? "better" : "good";
}

const shown = (item, passes) => ({ item, closer: { texts: [0, 1], similarity: passes ? 0.91 : 0.78 }, other: { texts: [0, 2], similarity: 0.84 }, passes });

function cell(draw, subject, number, share) {
  const kind = (subject * 7 + number * 3) % 13;
  if (kind === 5) return { state: "undefined", why: "every vector is zero" };
  if (kind === 9) return { state: "unsupported", why: "needs vectors" };
  if (kind === 8) return { state: "unmeasured", why: "not measured on this data set" };
  const value = share ? draw.uniform() : draw.uniform() * 0.9 - 0.05;
  const chance = share ? 0.5 : 0;
  const level = kind === 2 ? "undecided" : levelOf((value - chance) / (1 - chance));
  return { state: "value", why: "", level, value, low: value - 0.06, high: Math.min(1, value + 0.06), n: 120, left_out: 2,
           reasons: { "no such variant": 2 }, ties: level === "undecided" ? 0.6 : 0, needed: level === "unclear" ? 1400 : 0,
           best: subject % 2 === 0, worst: [3, 8, 11].map((item) => shown(item, item === 11)) };
}

function matrixOf(draw, language, names) {
  const rows = ROWS.map(([section, group, title, asks], i) => {
    const share = i + 1 < ROWS.length;
    return { section, capability: `c${i}`, group, title, name: title, asks, says: "share of sentences that are closer to their paraphrase than to their negation",
             result: "accuracy", slice: "all", task: "t0", question: null, dataset: "negation-detection", names_dataset: i === 1, language, chance: share ? 0.5 : 0, share,
             counting: i === 2 ? null : draw.uniform(), beats_counting: i % 3 !== 1, example: { ...shown(8, false), subject: 0 },
             cells: names.map((_, subject) => cell(draw, subject, i, share)) };
  });
  return {
    language, order: names.map((_, i) => i), baselines: names.map((name) => name === "random" || name === "tokens"), rows,
    groups: [{ subject: 0, capability: "c0", weakest: 0, passed: 1, rows: 2 }],
    differences: names.length > 1 ? [{ row: 0, first: 0, second: 1, value: 0.12, low: 0.05, high: 0.19, p: 0.003 }] : [],
    answer: { result: `${names[0]} leads on 3 of 8 questions (negation and typos); the others lead on none that they pass.`, details: "",
              advice: "Choose by the question that your text depends on. None of them passes who did what to whom.",
              limits: "Based on 118 to 120 items per question.",
              summaries: names.map((name, subject) => ({ subject, text: `${name} detects negation (81%). It ignores who did what to whom (roles swapped or passive voice: 21%).` })) },
  };
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
    rows: [["synonym closer than all other edits", "synonym_first"], ["typo farther than antonym", "typo_costs_more"], ["baseline", "baseline"]].map(([label, name]) => [{ label, name }, ...names.map(() => {
      const v = draw.uniform();
      return { v, low: v - 0.05, high: v + 0.05, n: 120, text: `${v.toFixed(3).slice(1)} [${(v - 0.05).toFixed(3)}, ${(v + 0.05).toFixed(3)}]` };
    })]),
  });
  const section = (kind, title, asks, paper) => ({
    kind, title, asks, paper, constant: [], figures: figures.filter((figure) => figure.section === kind).map((figure) => figure.id), tables: [table(`${title}: results`)],
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
  return {
    schema: "sonde.report/1", program: "sonde 0.1.0", title: subjects === 1 ? used[0] : `${subjects} encoders on two data sets`,
    runs: [{ file: "demo.sonde", version: "0.1.0", seed: 1, replicates: 2000, limit: "120", plan: "two data sets" }],
    subjects: used.map((name, i) => subjectOf(name, 0, i)),
    tasks: [taskOf("t0", "negation-detection", "triplets", items), taskOf("t1", "negation-variants", "triplets", Math.min(items, 300))],
    thresholds: [{ subject: 0, text: "At a similarity of 0.943, 7% [4, 14] of changed sentences like yours pass as the same." }],
    matrices: ["en", "nl"].map((language) => matrixOf(draw, language, used)),
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
