// The blocks of JSON in the page. A block of items may hold tens of megabytes: it is parsed on
// demand, and its text is released.
import type { Items, Report, Serve } from "./types.js";

export function take(id: string): unknown {
  const element = document.getElementById(id);
  if (!element?.textContent) return null;
  const value: unknown = JSON.parse(element.textContent);
  element.remove();
  return value;
}

export const readReport = () => take("report") as Report | null;
export const readServe = () => take("serve") as Serve | null;

const parsed = new Map<string, Items | null>();

export function itemsOf(task: string): Items | null {
  if (!parsed.has(task)) parsed.set(task, take(`items-${task}`) as Items | null);
  return parsed.get(task) ?? null;
}

export const hasItems = (task: string) =>
  parsed.get(task) != null || document.getElementById(`items-${task}`) !== null;
