// Questions to the server that served the page.

let token = "";

export const useToken = (known: string) => { token = known; };

export async function ask<Answer>(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<Answer> {
  const headers: Record<string, string> = { "X-Sonde-Token": token };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const response = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
    .catch(() => { throw new Error("The server doesn't answer. Is it still running?"); });
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return answer as Answer;
  throw new Error((answer as { error?: string }).error ?? `The server answers ${response.status}.`);
}

export interface BenchToken { text: string; special: boolean; kept: boolean }
export interface Remark { tokens: number; kept: number; unknown: number; undefined: boolean }

export interface SentencesAnswer {
  encoders: { name: string; similarities: (number | null)[][]; tokens: BenchToken[][] | null; remarks: Remark[] }[];
}

export type Pair = [number, number];
export interface Criterion { name: string; holds: boolean | null; says: string }
export interface Plane { a: Pair; b: Pair; target: Pair; distance: number }
/** The numbers of an ItemTab stand beside these, by their keys. */
export interface ItemAnswer {
  encoders: ({ name: string; similarities: Record<string, number | null>; passes?: boolean | null; plane?: Plane | null;
               criteria?: Criterion[] } & Record<string, unknown>)[];
}

export interface VariantExample {
  original: string; variant: string; kind: string; place: string; cosines: (number | null)[];
}

export interface SearchAnswer {
  has_rules: boolean; // whether near misses can be made
  passages: { text: string; near_miss: string | null; right: boolean }[];
  encoders: { name: string; similarities: (number | null)[]; ranks: (number | null)[] }[];
}

export interface CorpusResult {
  encoders: string[]; pairs: number; originals: number; left_out: Record<string, number>; examples: VariantExample[];
}
export interface Job {
  state: "working" | "done" | "cancelled" | "failed"; done: number; total: number; error?: string; result?: CorpusResult;
}
/** The shares, the mean (NAME_mean) and what is undefined of each group, by its name. */
export interface Density {
  name: string; x0: number; step: number; why: Record<string, string>; overlap: number | null; threshold: number | null;
  balanced_error: number | null; auc: number | null; [group: string]: unknown;
}
export interface Corpus { name: string; probe: string; title: string; language: string; items: number }
