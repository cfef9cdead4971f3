// What the program writes into the page; the forms are those of docs/formats.md.

export interface Report {
  schema: string;
  program: string;
  title: string;
  runs: Run[];
  subjects: Subject[];
  tasks: Task[];
  capabilities: Capability[];
  cells: Cell[];
  verdicts: Verdict[];
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

export interface Capability {
  id: string;
  title: string;
  asks: string;
}

export type CellState = "value" | "undefined" | "unsupported" | "unmeasured";

export interface Cell {
  subject: number;
  capability: number;
  state: CellState;
  why: string;
  evidence: Evidence[]; // the first stands for the cell
}

export type Level = "good" | "partly" | "chance" | "below" | "none";

export interface Evidence {
  task: string;
  slice: string;
  result: string;
  value: number | null;
  low: number | null;
  high: number | null;
  n: number;
  left_out: number;
  why: Record<string, number>;
  chance: number | null;
  best: number;
  share: boolean;
  level: Level;
  position: number | null; // 0 chance or worst, 1 best, negative below chance
  says: string;
}

export interface Example {
  task: string;
  item: number;
  right: boolean;
  text: string;
}

export interface Verdict {
  subject: number;
  text: string;
  examples: Example[];
}

export interface Section {
  kind: string;
  title: string;
  asks: string;
  paper: string;
  figures: string[];
  tables: Table[];
}

export interface Num {
  v: number | null;
  low?: number | null;
  high?: number | null;
  n?: number;
  text: string;
}

export type TableCell = string | Num;

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
  measurements: string[];
  values: ((number | null)[][] | null)[];
  score: { name: string; passes_above: number | null; of: ((number | null)[] | null)[] };
}

// There where the page is served by `sonde serve`.
export interface Serve {
  token: string;
  encoders: { name: string; spec: string; dimension: number; facts: Record<string, string | number> }[];
}
