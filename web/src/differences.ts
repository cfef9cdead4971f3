// Which words of a sentence another has not: by the longest common subsequence of their words, so that
// words that changed places count as differing too.
import { h } from "./dom.js";
import { visible } from "./text.js";

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*|[^\p{L}\p{M}\p{N}]/gu;
const MOST_MARKED = 0.6; // of a sentence
const FEW_WORDS = 5;
const LONGEST = 400; // words compared in full: the time grows with the square

export interface Piece { text: string; differs: boolean }

const tokens = (text: string) => text.match(WORD) ?? [];
const isBlank = (token: string) => /^\s$/u.test(token);

/** For each word of `text`, whether it is in no common subsequence with `other`. */
function unmatched(words: string[], others: string[]): boolean[] {
  const differs = words.map(() => true);
  let begin = 0;
  while (begin < words.length && begin < others.length && words[begin] === others[begin]) differs[begin++] = false;
  let [end, otherEnd] = [words.length, others.length];
  while (end > begin && otherEnd > begin && words[end - 1] === others[otherEnd - 1]) {
    differs[--end] = false;
    otherEnd--;
  }
  const [a, b] = [words.slice(begin, end), others.slice(begin, otherEnd)];
  if (a.length > LONGEST || b.length > LONGEST) markByCount(a, b, differs, begin);
  else markBySubsequence(a, b, differs, begin);
  return differs;
}

function markByCount(a: string[], b: string[], differs: boolean[], begin: number): void {
  const left = new Map<string, number>();
  for (const word of b) left.set(word, (left.get(word) ?? 0) + 1);
  a.forEach((word, i) => {
    const there = left.get(word) ?? 0;
    if (there === 0) return;
    left.set(word, there - 1);
    differs[begin + i] = false;
  });
}

function markBySubsequence(a: string[], b: string[], differs: boolean[], begin: number): void {
  const width = b.length + 1;
  const best = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      best[i * width + j] = a[i] === b[j]
        ? best[(i + 1) * width + j + 1]! + 1
        : Math.max(best[(i + 1) * width + j]!, best[i * width + j + 1]!);
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      differs[begin + i++] = false;
      j++;
    } else if (best[(i + 1) * width + j]! >= best[i * width + j + 1]!) i++;
    else j++;
  }
}

/** The pieces of `text`, in order, with those that `other` lacks. Case alone is no difference. */
export function pieces(text: string, other: string): Piece[] {
  const all = tokens(text);
  const words = all.filter((token) => !isBlank(token));
  const key = (word: string) => word.toLowerCase();
  const flags = unmatched(words.map(key), tokens(other).filter((token) => !isBlank(token)).map(key));
  const found: Piece[] = [];
  let next = 0;
  for (const token of all) {
    const blank = isBlank(token);
    const differs = blank ? false : flags[next++]!;
    const last = found.at(-1);
    if (last && last.differs === differs) last.text += token;
    else found.push({ text: token, differs });
  }
  return related(joined(found));
}

// Marks all over a sentence say nothing: it is another sentence, not an edited one.
function related(found: Piece[]): Piece[] {
  const letters = (pieces: Piece[]) => pieces.reduce((sum, piece) => sum + piece.text.length, 0);
  const changed = letters(found.filter((piece) => piece.differs));
  const whole = found.map((piece) => piece.text).join("");
  const isAnother = tokens(whole).length > 2 * FEW_WORDS && changed > MOST_MARKED * letters(found);
  return isAnother ? [{ text: whole, differs: false }] : found;
}

// A blank between two differing words belongs to them.
function joined(found: Piece[]): Piece[] {
  const out: Piece[] = [];
  found.forEach((piece, i) => {
    const between = /^\s+$/u.test(piece.text) && out.at(-1)?.differs && found[i + 1]?.differs;
    if (between) out.at(-1)!.text += piece.text;
    else if (out.length && out.at(-1)!.differs === piece.differs) out.at(-1)!.text += piece.text;
    else out.push({ ...piece });
  });
  return out;
}

/** Its beginning left out if the first difference would lie beyond a line of `room` characters. */
export function excerpt(found: Piece[], room: number): Piece[] {
  const [first, next, ...rest] = found;
  if (!first || !next || first.differs || first.text.length + Math.min(next.text.length, 12) <= room) return found;
  const kept = first.text.slice(-Math.floor(room / 3)).replace(/^\S*\s+/u, "");
  return [{ text: "… " + kept, differs: false }, next, ...rest];
}

/** The sentence with the differing words marked, as an isolated element. */
export function marked(found: Piece[], limit = Infinity): HTMLElement {
  const element = h("bdi", { class: "data sentence" });
  let room = limit;
  for (const piece of found) {
    if (room <= 0) break;
    const text = visible(piece.text.length > room ? piece.text.slice(0, room) + "…" : piece.text);
    room -= piece.text.length;
    element.appendChild(piece.differs ? h("mark", null, text) : document.createTextNode(text));
  }
  return element;
}

export function markedSentence(text: string, other: string | null, limit = Infinity): HTMLElement {
  const short = text.length > limit + 200 ? text.slice(0, limit + 200) : text;
  return marked(other === null ? [{ text: short, differs: false }] : pieces(short, other.slice(0, limit + 5000)), limit);
}
