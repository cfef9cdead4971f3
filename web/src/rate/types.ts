// What the server tells the raters' page: docs/rate.md.
export interface NamedText { name: string; text: string }
export interface Rate { token: string; title: string; instructions: string[]; examples: { texts: NamedText[]; says: string }[] }
export interface Choice { value: number; key: string; label: string }
/** `scale`: the choices are steps from low to high, else texts. */
export interface Turn { turn: number; question: string; texts: NamedText[]; choices: Choice[]; scale: boolean }
export interface RateState { done: number; total: number; next: Turn | null }
