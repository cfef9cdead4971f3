// The server's data for the raters' page and the organiser's: docs/reference/rating.md.
export interface NamedText { name: string; text: string }
export interface Rate { token: string; title: string; instructions: string[]; examples: { texts: NamedText[]; says: string }[] }
export interface Choice { value: number; key: string; label: string }
/** `value` null: "I can't judge this". */
export interface Judgement { value: number | null; remark: string }
/** `scale`: the choices are steps from low to high, else texts. */
export interface Turn { turn: number; question: string; texts: NamedText[]; choices: Choice[]; scale: boolean }
export interface AnsweredTurn extends Turn { answer: Judgement }
export interface RateState { done: number; total: number; seconds_left: number | null; next: Turn | null; last: AnsweredTurn | null }

export interface Organise { token: string; title: string }
export interface Person {
  name: string; turns: number; answered: number; unjudged: number; checks: number; failed: number; left_out: boolean;
  last_at: number | null; seconds_left: number | null; // last_at: seconds since 1970
}
export interface Agreement { has_distances: boolean; items: number; value: number | null; low: number | null; high: number | null }
export interface Remark { rater: string; item: string; remark: string; value: number | null }
export interface Progress { people: Person[]; most_failed: number; agreement: Agreement; remarks: Remark[] }
