// The program's data in the page. The forms are those of docs/reference/output.md.

export interface Report {
  schema: string;
  program: string;
  title: string;
  runs: Run[];
  subjects: Subject[];
  tasks: Task[];
  matrices: Matrix[]; // one per language
  audit_tests?: string[]; // of an audit: paired tests of the best subject with the others
  thresholds?: { subject: number; text: string }[]; // of an audit
  sections: Section[];
  figures: Figure[];
  notes: string[];
}

export interface Run {
  file: string;
  version: string;
  seed: number;
  replicates: number;
  limit: string;
  plan: string;
}

export interface Subject {
  name: string;
  spec: string;
  group: string;
  vectors: boolean;
  run: number;
  identity: string;
  numerics: string;
  batch_dependent: boolean;
  noise_floor: number | null;
  facts: Record<string, string | number>;
  cut: number;
  undefined_texts: number;
}

export interface Task {
  id: string;
  probe: string;
  kind: string;
  dataset: string;
  title: string;
  version: string;
  language: string;
  licence: string;
  digest: string;
  settings: Record<string, string>;
  items: number;
  rows: number;
  whole: number;
  partial: boolean;
  left_out: Record<string, number>;
  measurements: string[];
  runs: number[];
}

/** Verdicts on the data sets of one language. */
export interface Matrix {
  language: string;
  order: number[]; // subjects, best first
  baselines: boolean[]; // per subject
  rows: Row[];
  groups: Group[];
  differences: Difference[];
  answer: Answer;
}

export interface Answer {
  result: string;
  details: string; // for one encoder
  advice: string;
  limits: string;
  summaries: { subject: number; text: string }[];
}

export interface Row {
  section: string;
  capability: string;
  group: string;
  title: string;
  name: string;  // the title, with the data set if others ask the same
  asks: string;
  says: string;
  result: string;
  slice: string;
  task: string;
  question: number | null; // its place among the task's, if there are several
  dataset: string;
  names_dataset: boolean;
  language: string;
  chance: number;
  share: boolean;
  counting: number | null; // the value of counting words
  beats_counting: boolean; // whether any subject does
  example: ShownItem | null;
  cells: Cell[]; // per subject
}

export type CellState = "value" | "undefined" | "unsupported" | "unmeasured";

export type Level = "good" | "better" | "no-better" | "chance" | "unclear" | "worse" | "undecided";

export type Cell = { state: Exclude<CellState, "value">; why: string } | Value;

export interface Value {
  state: "value";
  why: string;
  level: Level;
  value: number;
  low: number | null;
  high: number | null;
  n: number;
  left_out: number;
  reasons: Record<string, number>;
  ties: number | null; // share of comparisons
  needed: number | null;  // items that would suffice
  best: boolean;
  worst: ShownItem[];
}

export interface Compared {
  texts: [number, number];
  similarity: number | null;
}

/** An item with the texts that a row compares: `closer` should be more similar than `other`. */
export interface ShownItem {
  item: number;
  closer: Compared;
  other?: Compared;
  passes?: boolean;
  rival?: { text: string; similarity: number | null }; // a text of another item, instead of `other`
  rating?: number | null;
  subject?: number;
}

export interface Group {
  subject: number;
  capability: string;
  weakest: number;
  passed: number;
  rows: number;
}

export interface Difference {
  row: number;
  first: number;
  second: number;
  value: number | null; // positive: the first is better
  low: number | null;
  high: number | null;
  p: number | null;
}

export interface Section {
  kind: string;
  title: string;
  asks: string;
  paper: string;
  figures: string[];
  constant: { title: string; value: string }[]; // figures that would show the same value everywhere
  tables: Table[];
}

export interface Num {
  v: number | null;
  low?: number | null;
  high?: number | null;
  n?: number;
  text: string;
}

/** A result: what it is called, and its identifier. */
export interface Named {
  label: string;
  name: string;
}

export type TableCell = string | Num | Named;

export interface Table {
  title: string;
  note: string;
  header: string[];
  rows: TableCell[][];
}

export type Spec = Record<string, unknown>; // a whole Vega-Lite specification

export interface Figure {
  id: string;
  kind: string;
  title: string;
  caption: string;
  source: string;
  section: string;
  summary: string;
  spec: Spec;
}

export interface Items {
  task: string;
  ids: string[];
  texts: string[][];
  labels: Record<string, { values: string[]; of: number[] }>;
  rows: { item: number[]; label: number[]; at: number[][]; gold: (number | null)[] };
  row_labels: string[];
  row_titles: string[];  // meanings of the labels
  text_names: string[];  // names of every item's texts, if the probe has them: short, and in full
  text_titles: string[];
  measurements: string[];
  measurement_titles: string[];
  values: ((number | null)[][] | null)[];
  score: { name: string; passes_above: number | null; of: ((number | null)[] | null)[] };
  /** Per subject and item, the closest text of another item: its place in `texts`. Null if the probe has none. */
  others: { texts: string[]; of: ((number | null)[] | null)[]; similarity: ((number | null)[] | null)[] } | null;
  questions: (ItemQuestion | null)[]; // one per question if there are several, null for a correlation
}

/** Per subject, the margins of items, and the places of the texts compared: two that should be closer, two others. */
export interface ItemQuestion {
  title: string;
  asks: string;
  of: ((number | null)[] | null)[];
  compared: ((number[] | null)[] | null)[];
}

// For a page served by `sonde serve`.
export interface Serve {
  token: string;
  encoders: { name: string; spec: string; dimension: number; facts: Record<string, string | number> }[];
  views: (ItemTab | CorpusTab)[];
}

interface TabTitle { probe: string; path: string; title: string; asks: string }

/** A probe's tab for one item. A tab with no choices has no menu. */
export interface ItemTab extends TabTitle {
  menu: { key: string; label: string; is_field: boolean; choices: { name: string; says: string; texts: string[] }[] };
  texts: { key: string; field: string; label: string; first: string; optional: boolean }[];
  /** `text`: the key of the text that is compared with the first one, or empty. */
  similarities: { key: string; label: string; text: string }[];
  numbers: { key: string; label: string }[];
  has_verdict: boolean;
  /** Says that vectors have no plane; empty if none is drawn. */
  no_plane: string;
}

/** One of two kinds of variants. */
export interface Group { name: string; option: string; label: string; says: string; mean: string }
export type Groups = [Group, Group];

/** A probe's tab for sentences of a text or a corpus. */
export interface CorpusTab extends TabTitle {
  figure: string; groups: Groups; languages: { code: string; name: string; terms: [string, string] }[]; text: string;
}
