// A text's role in its item, and the texts that represent the item in a list.
import type { ItemTable } from "./model.js";

const MOST_SHOWN = 3;

export interface ShownText { place: number; name: string }

export const placesOf = (table: ItemTable, row: number) => table.items.rows.at[row] ?? [];

/** What a row is called; empty if it has no label. */
export const rowTitle = (table: ItemTable, row: number) => table.items.row_titles[table.items.rows.label[row] ?? -1] ?? "";

/** The probe's names of an item's texts, if every item has these texts. */
const named = (table: ItemTable, item: number, names: string[]) => (names.length === table.items.texts[item]?.length ? names : null);

/** What each text of an item is: the probe's name of it, or the labels of the rows that it is the last of. */
export function textTitles(table: ItemTable, item: number): string[] {
  const own = named(table, item, table.items.text_titles);
  if (own) return own;
  const found = (table.items.texts[item] ?? []).map(() => new Set<string>());
  for (const row of table.rowsOf(item)) {
    const at = placesOf(table, row);
    const title = rowTitle(table, row);
    if (title && at.length === 2 && at[0] === 0) found[at[1]!]?.add(title);
  }
  return found.map((titles) => [...titles].slice(0, 3).join(", "));
}

/** A row's name with its texts: "s1 − prev: s1, prev, curr". */
export function rowName(table: ItemTable, item: number, row: number, i: number): string {
  const title = rowTitle(table, row) || `row ${i + 1}`;
  const at = placesOf(table, row);
  if (at.length < 3) return title;
  const names = named(table, item, table.items.text_names);
  return `${title} (${at.map((place) => names?.[place] ?? place + 1).join(", ")})`;
}

function ofTriples(table: ItemTable, item: number): ShownText[] {
  const [row] = table.rowsOf(item);
  const names = named(table, item, table.items.text_names) ?? [];
  const roles = ["A", "B", "target"];
  return placesOf(table, row!).map((place, i) => ({ place, name: names[place] ?? roles[i] ?? "" }));
}

/** The original and, of each kind of row, the first variant. */
function ofPairs(table: ItemTable, item: number): ShownText[] {
  const names = named(table, item, table.items.text_names);
  const shown: ShownText[] = [{ place: 0, name: names?.[0] ?? "" }];
  const seen = new Set<string>();
  for (const row of table.rowsOf(item)) {
    const at = placesOf(table, row);
    const kind = rowTitle(table, row).replace(/ \(.*\)$/, "");
    if (at[0] !== 0 || at[1] === undefined || seen.has(kind)) continue;
    seen.add(kind);
    shown.push({ place: at[1], name: names?.[at[1]] ?? kind });
  }
  return shown.slice(0, MOST_SHOWN);
}

/** The texts that a question compares: the shared one, the one that should be closer, and the other. */
function ofQuestion(table: ItemTable, item: number, [a, b, c, d]: number[]): ShownText[] {
  const shared = b === c || b === d ? b! : a!;
  const names = named(table, item, table.items.text_names);
  const shown = [{ place: shared, name: names?.[shared] ?? "" }, { place: a === shared ? b! : a!, name: "should be closer" }];
  return c === undefined ? shown : [...shown, { place: c === shared ? d! : c, name: "other" }];
}

/** At most three texts, the one that the others are compared with first. */
export function shownTexts(table: ItemTable, item: number, subject: number): ShownText[] {
  const compared = table.compared(subject, item);
  if (compared) return ofQuestion(table, item, compared);
  const [row] = table.rowsOf(item);
  const all = (table.items.texts[item] ?? []).map((_, place) => ({ place, name: "" }));
  if (row === undefined || all.length < 3) return all.slice(0, MOST_SHOWN);
  const shown = placesOf(table, row).length > 2 ? ofTriples(table, item) : ofPairs(table, item);
  return shown.length > 1 ? shown : all.slice(0, MOST_SHOWN);
}
