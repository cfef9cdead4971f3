// The items of a task: which are shown, in which order. 50,000 are filtered and sorted within a frame or two.
import type { Items } from "../types.js";

export const ORDERS = ["given", "worst", "best", "moved", "gold-up", "gold-down"] as const;
export const OUTCOMES = ["all", "passes", "fails", "undefined", "only-first", "only-second"] as const;
export type Order = (typeof ORDERS)[number];
export type Outcome = (typeof OUTCOMES)[number];

export interface Choice {
  search: string;
  labels: Record<string, number>;  // label -> place of its value, absent: any
  first: number; // subject
  second: number | null; // subject that it is compared with
  outcome: Outcome;
  order: Order;
  question: number | null; // one of the data set's, null: its score
}

const TIE = 1e-6; // kTie of src/probes/shared/ties.h

/** The closest text of another item: `own` is the similarity of the item's own text. */
export interface Rival { text: string; similarity: number; own: number | null; outcome: "beaten by" | "tied with" | "not beaten by" }

export class ItemTable {
  private searched: string[] | null = null;
  private rowStarts: Uint32Array | null = null;
  private rowPlaces: Uint32Array | null = null;

  constructor(readonly items: Items, private question: number | null = null) {}

  /** Scores are those of a question from now on. */
  ask(question: number | null): void {
    this.question = question;
  }

  /** The places of the questions with margins. */
  get questions(): number[] {
    return this.items.questions.flatMap((one, i) => (one ? [i] : []));
  }

  private get asked() {
    return this.question === null ? null : this.items.questions[this.question] ?? null;
  }

  get scoreName(): string {
    return this.asked ? `margin of ${this.asked.title}` : this.items.score.name;
  }

  /** The places of the texts that the question compares: two that should be closer than the others. */
  compared(subject: number, item: number): number[] | null {
    return this.asked?.compared[subject]?.[item] ?? null;
  }

  private get scores() {
    return this.asked?.of ?? this.items.score.of;
  }

  get count(): number {
    return this.items.ids.length;
  }

  score(subject: number | null, item: number): number | null {
    return subject === null ? null : this.scores[subject]?.[item] ?? null;
  }

  /** Null where there is no score or no mark to pass. */
  passes(subject: number | null, item: number): boolean | null {
    const score = this.score(subject, item);
    const above = this.asked ? TIE : this.items.score.passes_above;
    return score === null || above === null ? null : score > above;
  }

  /** What is chosen at first: the worst items of the first subject. */
  get initial(): Choice {
    const first = this.subjects[0];
    return { search: "", labels: {}, first: first ?? 0, second: null, outcome: "all", order: first === undefined ? "given" : "worst", question: null };
  }

  rival(subject: number, item: number): Rival | null {
    const { others } = this.items;
    const place = others?.of[subject]?.[item], similarity = others?.similarity[subject]?.[item];
    const [row] = this.rowsOf(item);
    if (!others || row === undefined || place === null || place === undefined || similarity === null || similarity === undefined) return null;
    const own = this.items.values[subject]?.[0]?.[row] ?? null;
    const less = own === null ? 0 : own - similarity;
    return { text: others.texts[place] ?? "", similarity, own, outcome: less > TIE ? "not beaten by" : less < -TIE ? "beaten by" : "tied with" };
  }

  get canPass(): boolean {
    return this.asked !== null || this.items.score.passes_above !== null;
  }

  /** Subjects that have scores here. */
  get subjects(): number[] {
    return this.scores.flatMap((scores, i) => (scores ? [i] : []));
  }

  rowsOf(item: number): number[] {
    this.indexRows();
    return Array.from(this.rowPlaces!.subarray(this.rowStarts![item], this.rowStarts![item + 1]));
  }

  gold(item: number): number | null {
    const [row] = this.rowsOf(item);
    return row === undefined ? null : this.items.rows.gold[row] ?? null;
  }

  get hasGold(): boolean {
    return this.items.rows.gold.some((gold) => gold !== null);
  }

  private indexRows(): void {
    if (this.rowStarts) return;
    const of = this.items.rows.item;
    const starts = new Uint32Array(this.count + 1);
    for (const item of of) starts[item + 1]!++;
    for (let i = 0; i < this.count; i++) starts[i + 1]! += starts[i]!;
    const next = starts.slice();
    const places = new Uint32Array(of.length);
    of.forEach((item, row) => { places[next[item]!++] = row; });
    this.rowStarts = starts;
    this.rowPlaces = places;
  }

  /** What a search looks into: made once, at the first search or when there is time. */
  searchable(): string[] {
    this.searched ??= this.items.texts.map((texts, i) => `${this.items.ids[i]}\n${texts.join("\n")}`.toLowerCase());
    return this.searched;
  }

  chosen(choice: Choice): Uint32Array {
    const kept: number[] = [];
    const test = this.test(choice);
    for (let item = 0; item < this.count; item++) if (test(item)) kept.push(item);
    return this.sorted(Uint32Array.from(kept), choice);
  }

  private test(choice: Choice): (item: number) => boolean {
    const tests: ((item: number) => boolean)[] = [];
    for (const [name, value] of Object.entries(choice.labels)) {
      const of = this.items.labels[name]?.of;
      if (of) tests.push((item) => of[item] === value);
    }
    if (choice.outcome !== "all") tests.push(this.outcomeTest(choice));
    const words = choice.search.toLowerCase().trim();
    if (words) {
      const texts = this.searchable();
      tests.push((item) => texts[item]!.includes(words));
    }
    return (item) => tests.every((one) => one(item));
  }

  private outcomeTest({ first, second, outcome }: Choice): (item: number) => boolean {
    switch (outcome) {
      case "passes": return (item) => this.passes(first, item) === true;
      case "fails": return (item) => this.passes(first, item) === false;
      case "undefined": return (item) => this.score(first, item) === null;
      case "only-first": return (item) => this.passes(first, item) === true && this.passes(second, item) === false;
      case "only-second": return (item) => this.passes(first, item) === false && this.passes(second, item) === true;
      default: return () => true;
    }
  }

  private sorted(places: Uint32Array, choice: Choice): Uint32Array {
    const keys = this.keys(choice);
    if (!keys) return places;
    const key = new Float64Array(this.count);
    for (const item of places) key[item] = keys(item);
    return places.sort((a, b) => key[a]! - key[b]! || a - b);
  }

  // Smallest first. Items without a value come last.
  private keys({ first, second, order }: Choice): ((item: number) => number) | null {
    const last = Number.MAX_VALUE;
    switch (order) {
      case "worst": return (item) => this.score(first, item) ?? last;
      case "best": return (item) => -(this.score(first, item) ?? -last);
      case "moved": return (item) => {
        const [a, b] = [this.score(first, item), this.score(second, item)];
        return a === null || b === null ? last : -Math.abs(b - a);
      };
      case "gold-up": return (item) => this.gold(item) ?? last;
      case "gold-down": return (item) => -(this.gold(item) ?? -last);
      default: return null;
    }
  }
}
