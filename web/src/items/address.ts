// The address of an item and of what is chosen, which survives reloading and can be sent along.
import type { Row } from "../types.js";
import { ORDERS, OUTCOMES, type Choice, type ItemTable } from "./model.js";

// Half a surrogate pair has no form in an address.
const wellFormed = (id: string) => id.replace(/\p{Cs}/gu, "\ufffd");

/** The choice as a query; what is as at the start is left out. */
export function choiceQuery(choice: Choice, initial: Choice): string {
  const query = new URLSearchParams();
  for (const key of ["search", "first", "second", "outcome", "order", "question"] as const)
    if (choice[key] !== initial[key]) query.set(key, String(choice[key] ?? ""));
  for (const [name, value] of Object.entries(choice.labels)) query.append("label", `${value}:${name}`);
  return query.toString();
}

const isOne = <Value extends string>(known: readonly Value[], value: string | null): value is Value =>
  (known as readonly (string | null)[]).includes(value);

/** The choice of a query; what it doesn't say, or says wrongly, is as at the start. */
export function readChoice(query: string, initial: Choice, table: Pick<ItemTable, "subjects" | "items" | "questions">): Choice {
  const { subjects, questions, items: { labels } } = table;
  const asked = new URLSearchParams(query);
  const subject = (name: string) => subjects.find((one) => String(one) === asked.get(name));
  const [outcome, order] = [asked.get("outcome"), asked.get("order")];
  const chosen = asked.getAll("label").flatMap((text) => {
    const [, value, name] = /^(\d+):(.*)$/s.exec(text) ?? [];
    return name !== undefined && Number(value) < (labels[name]?.values.length ?? 0) ? [[name, Number(value)] as const] : [];
  });
  return {
    search: asked.get("search") ?? "", labels: Object.fromEntries(chosen),
    first: subject("first") ?? initial.first, second: asked.has("second") ? subject("second") ?? null : initial.second,
    question: questions.find((one) => String(one) === asked.get("question")) ?? null,
    outcome: isOne(OUTCOMES, outcome) ? outcome : initial.outcome, order: isOne(ORDERS, order) ? order : initial.order,
  };
}

export const itemAddress = (task: string, id: string, query = "") => `#item=${task}/${encodeURIComponent(wellFormed(id))}${query && `?${query}`}`;

export const listAddress = (task: string, query: string) => `#items/${task}${query && `?${query}`}`;

/** The items of a row of the matrix: its question, one or two encoders. */
export function rowItems(row: Row, choice: { first: number; second?: number }): string {
  const query = new URLSearchParams();
  query.set("first", String(choice.first));
  if (choice.second !== undefined) {
    query.set("second", String(choice.second));
    query.set("order", "moved");
  }
  if (row.question !== null) query.set("question", String(row.question));
  return listAddress(row.task, query.toString());
}

/** "item=t0/some%20id?order=best" -> its task, id and query; null if it is not such an address. */
export function addressedItem(text: string): { task: string; id: string; query: string } | null {
  const found = /^item=([^/]+)\/([^?]*)(?:\?(.*))?$/s.exec(text);
  if (!found) return null;
  try {
    return { task: found[1]!, id: decodeURIComponent(found[2]!), query: found[3] ?? "" };
  } catch {
    return null; // cut off in the middle of a character
  }
}

export const placeOf = (ids: string[], id: string) => ids.findIndex((one) => wellFormed(one) === id);
