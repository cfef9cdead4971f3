// A figure of each kind, as the program declares them: whole Vega-Lite specifications without colours.
const density = (x, mean, sd) => Math.exp(-((x - mean) ** 2) / (2 * sd * sd)) / (sd * Math.sqrt(2 * Math.PI));
const grid = (from, to, count) => Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));

const SUBSETS = ["synonym", "antonym", "random", "typo", "negation"];

function heatMap(subjects, draw) {
  const values = subjects.flatMap((subject, s) =>
    SUBSETS.map((subset) => ({ subject, subset, value: 0.95 - 0.06 * s * draw.uniform() - 0.1 * draw.uniform() })));
  return {
    width: "container", height: { step: 26 }, data: { values },
    encoding: { y: { field: "subject", type: "nominal", sort: null, title: null },
                x: { field: "subset", type: "nominal", sort: null, title: null, axis: { labelAngle: 0 } } },
    layer: [
      { mark: "rect", encoding: { color: { field: "value", type: "quantitative", title: "normalised cosine" } } },
      { mark: { type: "text" }, encoding: { text: { field: "value", type: "quantitative", format: ".2f" },
        color: { condition: { test: "datum.value > 0.88", value: "black" }, value: "white" } } },
    ],
  };
}

function densities(subjects) {
  const values = subjects.flatMap((subject, s) => grid(-0.2, 1, 121).flatMap((x) => [
    { subject, x, y: density(x, 0.9, 0.05 + 0.01 * s), kind: "fuzz" },
    { subject, x, y: density(x, 0.7 + 0.02 * s, 0.1), kind: "negation" }]));
  return {
    data: { values },
    facet: { row: { field: "subject", type: "nominal", sort: subjects, title: null } },
    spec: { width: 560, height: 70, mark: { type: "area", opacity: 0.45, line: true },
            encoding: { x: { field: "x", type: "quantitative", title: "cosine with the original" },
                        y: { field: "y", type: "quantitative", stack: null, title: null, axis: null },
                        color: { field: "kind", type: "nominal", title: null } } },
  };
}

function box(draw) {
  const values = SUBSETS.map((label) => {
    const middle = 2 + 2 * draw.uniform();
    return { label, low: middle - 1.5, q1: middle - 0.6, median: middle, q3: middle + 0.5, high: middle + 1.3 };
  });
  return {
    width: "container", height: 220, data: { values },
    encoding: { x: { field: "label", type: "nominal", sort: null, title: null, axis: { labelAngle: 0 } } },
    layer: [
      { mark: "rule", encoding: { y: { field: "low", type: "quantitative", title: "mean rating", scale: { zero: false } }, y2: { field: "high" } } },
      { mark: { type: "bar", size: 24 }, encoding: { y: { field: "q1", type: "quantitative" }, y2: { field: "q3" } } },
      { mark: { type: "tick", size: 24, thickness: 2 }, encoding: { y: { field: "median", type: "quantitative" } } },
    ],
  };
}

function bars(subjects, draw) {
  const values = subjects.flatMap((subject) => ["non-adversarial", "adversarial", "difference"].map((part) =>
    ({ subject, part, value: draw.uniform() })));
  return {
    width: "container", height: 240, data: { values }, mark: "bar",
    encoding: { x: { field: "subject", type: "nominal", sort: null, title: null, axis: { labelAngle: subjects.length > 4 ? -40 : 0 } },
                xOffset: { field: "part", sort: null },
                y: { field: "value", type: "quantitative", title: "Spearman" },
                color: { field: "part", type: "nominal", sort: null, title: null } },
  };
}

function scatter(draw) {
  const values = Array.from({ length: 300 }, () => {
    const rating = 5 * draw.uniform();
    return { rating, similarity: Math.min(1, 0.12 * rating + 0.3 + 0.12 * draw.normal()), type: draw.of(["same", "structure", "words"]) };
  });
  return {
    width: "container", height: 300, data: { values }, mark: { type: "point", opacity: 0.7, size: 26 },
    encoding: { x: { field: "rating", type: "quantitative", title: "mean human rating" },
                y: { field: "similarity", type: "quantitative", title: "cosine" },
                color: { field: "type", type: "nominal", title: null }, shape: { field: "type", type: "nominal", title: null } },
  };
}

function lines(subjects, draw) {
  const values = subjects.flatMap((subject) => grid(0, 0.2, 21).map((theta) =>
    ({ series: subject, theta, share: Math.min(1, 0.3 + 2.5 * theta * (0.6 + 0.4 * draw.uniform())) })));
  return {
    width: "container", height: 240, data: { values }, mark: { type: "line", strokeWidth: 2 },
    encoding: { x: { field: "theta", type: "quantitative", title: "threshold" },
                y: { field: "share", type: "quantitative", title: "share that holds", axis: { format: "%" } },
                color: { field: "series", type: "nominal", sort: null, title: null, scale: { domain: ["people", ...subjects].reverse() } },
                strokeDash: { field: "series", type: "nominal", sort: null, title: null, legend: null } },
  };
}

function histogram(subjects) {
  const values = subjects.flatMap((subject, s) => grid(0, 88, 45).map((from) =>
    ({ subject, from, to: from + 2, share: density(from, 30 + 5 * s, 14) })));
  return {
    data: { values },
    facet: { row: { field: "subject", type: "nominal", sort: subjects, title: null } },
    spec: { width: 560, height: 70, mark: "bar",
            encoding: { x: { field: "from", type: "quantitative", bin: { binned: true, step: 2 }, title: "angle in degrees" },
                        x2: { field: "to" }, y: { field: "share", type: "quantitative", title: null } } },
  };
}

export function sampleFigures(subjects, draw) {
  const figure = (id, kind, section, title, spec) => ({
    id, kind, title, section, spec, caption: `What the figure shows, in a sentence or two: ${title.toLowerCase()}.`,
    source: "after Figure 1 of the paper", summary: `${title} for ${subjects.length} subjects.`,
  });
  return [
    figure("heros-heat-map", "heat_map", "heros", "Normalised similarity by kind of edit", heatMap(subjects, draw)),
    figure("curves-densities", "densities", "curves", "Concept separation curves", densities(subjects)),
    figure("sts-box", "box", "sts", "Human ratings by pair type", box(draw)),
    figure("sts-bars", "bars", "sts", "Pairs that mislead and pairs that don't", bars(subjects, draw)),
    figure("sts-scatter", "scatter", "sts", "Model against people", scatter(draw)),
    figure("sets-lines", "lines", "sets", "Share that holds by threshold", lines(subjects, draw)),
    figure("sets-histogram", "histogram", "sets", "Angles from the plane", histogram(subjects)),
  ];
}
