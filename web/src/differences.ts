// The words of a sentence that another doesn't have, and those it is missing: by the longest common
// subsequence of their words, so that words that changed places count as differing too.
import { h } from "./dom.js";
import { clip, visible } from "./text.js";

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*|[^\p{L}\p{M}\p{N}]/gu;
const MOST_MARKED = 0.6;  // per sentence
const FEW_WORDS = 5;
const LONGEST = 400; // words compared in full: the time grows with the square
const MOST_MISSING = 3;  // missing words that are shown in a sentence (more is another wording)
const LONGEST_MISSING = 40; // characters of them
const NONE = -1; // the place of a word that the other sentence has not
const SOMEWHERE = -2; // the other sentence has the word at a place that isn't known

/** `missing`: not a part of the sentence, but what the other one has here. */
export interface Piece { text: string; differs: boolean; missing?: boolean }

const tokens = (text: string) => text.match(WORD) ?? [];
const isBlank = (token: string) => /^\s$/u.test(token);
const key = (word: string) => word.toLowerCase();

/** For each word of `words`, its place among `others` in a common subsequence. */
function matched(words: string[], others: string[]): number[] {
  const places = words.map(() => NONE);
  let begin = 0;
  while (begin < words.length && begin < others.length && words[begin] === others[begin]) places[begin] = begin++;
  let [end, otherEnd] = [words.length, others.length];
  while (end > begin && otherEnd > begin && words[end - 1] === others[otherEnd - 1]) places[--end] = --otherEnd;
  const [a, b] = [words.slice(begin, end), others.slice(begin, otherEnd)];
  const found = a.length > LONGEST || b.length > LONGEST ? matchedByCount(a, b) : matchedBySubsequence(a, b);
  found.forEach((place, i) => { places[begin + i] = place < 0 ? place : begin + place; });
  return places;
}

function matchedByCount(a: string[], b: string[]): number[] {
  const left = new Map<string, number>();
  for (const word of b) left.set(word, (left.get(word) ?? 0) + 1);
  return a.map((word) => {
    const there = left.get(word) ?? 0;
    left.set(word, there - 1);
    return there > 0 ? SOMEWHERE : NONE;
  });
}

function matchedBySubsequence(a: string[], b: string[]): number[] {
  const places = a.map(() => NONE);
  const width = b.length + 1;
  const best = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      best[i * width + j] = a[i] === b[j]
        ? best[(i + 1) * width + j + 1]! + 1
        : Math.max(best[(i + 1) * width + j]!, best[i * width + j + 1]!);
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) places[i++] = j++;
    else if (best[(i + 1) * width + j]! >= best[i * width + j + 1]!) i++;
    else j++;
  }
  return places;
}

/**
 * What was left out of `other` before each word of a sentence, and at its end: only if nothing took its place. `spans`
 * are the words of `other`.
 */
function missing(places: number[], other: string, spans: RegExpExecArray[], words: string[]): string[] {
  const differing = new Set(words.filter((_, i) => places[i] === NONE).map(key));
  const between = (from: number, to: number) => {
    if (from >= to || to - from > MOST_MISSING) return "";
    const left = spans.slice(from, to);
    const isWord = left.some((match) => /[\p{L}\p{N}]/u.test(match[0]));
    const isMoved = left.some((match) => differing.has(key(match[0])));
    const last = left.at(-1)!;
    return isWord && !isMoved ? other.slice(left[0]!.index, last.index + last[0].length) : "";
  };
  const before = (i: number) => {
    const [place, last] = [i < places.length ? places[i]! : spans.length, i > 0 ? places[i - 1]! : -1];
    return place < 0 || (i > 0 && last < 0) ? "" : between(last + 1, place);
  };
  return [...places.keys(), places.length].map(before);
}

/** The pieces of `text`, in order, with those that `other` lacks. Case alone is no difference. */
export function pieces(text: string, other: string, withMissing = false): Piece[] {
  const all = tokens(text);
  const words = all.filter((token) => !isBlank(token));
  const spans = [...other.matchAll(WORD)].filter((match) => !isBlank(match[0]));
  const places = matched(words.map(key), spans.map((match) => key(match[0])));
  const gone = withMissing && places.length > 0 ? missing(places, other, spans, words) : [];
  const found: Piece[] = [];
  let next = 0;
  for (const token of all) {
    const blank = isBlank(token);
    if (!blank && gone[next]) found.push({ text: gone[next]!, differs: false, missing: true });
    found.push({ text: token, differs: !blank && places[next++] === NONE });
  }
  if (gone[next]) found.push({ text: gone[next]!, differs: false, missing: true });
  return related(joined(found));
}

// Marks all over a sentence are useless: it is another sentence, not an edited one.
function related(found: Piece[]): Piece[] {
  const letters = (pieces: Piece[]) => pieces.reduce((sum, piece) => sum + piece.text.length, 0);
  const own = found.filter((piece) => !piece.missing);
  const changed = letters(own.filter((piece) => piece.differs));
  const whole = own.map((piece) => piece.text).join("");
  const isAnother = tokens(whole).length > 2 * FEW_WORDS && changed > MOST_MARKED * letters(own);
  return isAnother ? [{ text: whole, differs: false }] : found;
}

// Equal neighbours are one piece. A blank between two differing words belongs to them.
function joined(found: Piece[]): Piece[] {
  const out: Piece[] = [];
  found.forEach((piece, i) => {
    const last = out.at(-1);
    const between = /^\s+$/u.test(piece.text) && last?.differs && found[i + 1]?.differs;
    if (last && !last.missing && !piece.missing && (between || last.differs === piece.differs)) last.text += piece.text;
    else out.push({ ...piece });
  });
  return out;
}

/** Its beginning left out if the first difference would be beyond `room` characters. */
export function excerpt(found: Piece[], room: number): Piece[] {
  const [first, next, ...rest] = found;
  if (!first || !next || first.differs || first.missing || first.text.length + Math.min(next.text.length, 12) <= room) return found;
  const kept = first.text.slice(-Math.floor(room / 3)).replace(/^\S*\s+/u, "");
  return [{ text: "… " + kept, differs: false }, next, ...rest];
}

/** `after`: the text before it. */
function element(piece: Piece, text: string, after: string): (Node | string)[] {
  if (!piece.missing) return [piece.differs ? h("mark", null, text) : text];
  const gone = h("del", { class: "missing", title: "not in this sentence" }, clip(text, LONGEST_MISSING));
  return [h("span", { class: "lacks" }, after === "" || /\s$/u.test(after) ? [gone, " "] : [" ", gone])];
}

/** The sentence with the differing words marked and missing ones struck through, as an isolated element. */
export function marked(found: Piece[], limit = Infinity): HTMLElement {
  const sentence = h("bdi", { class: "data sentence" });
  let room = limit, after = "";
  for (const piece of found) {
    if (room <= 0) break;
    const text = visible(piece.text.length > room ? piece.text.slice(0, room) + "…" : piece.text);
    room -= piece.text.length;
    sentence.append(...element(piece, text, after));
    if (!piece.missing) after = piece.text;
  }
  return sentence;
}

export function markedSentence(text: string, other: string | null, limit = Infinity): HTMLElement {
  const short = text.length > limit + 200 ? text.slice(0, limit + 200) : text;
  return marked(other === null ? [{ text: short, differs: false }] : pieces(short, other.slice(0, limit + 5000), true), limit);
}
