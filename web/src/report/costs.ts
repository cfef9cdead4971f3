// What an encoder costs, in a line.
import { count } from "../numbers.js";
import type { Subject } from "../types.js";

export function costs(subject: Subject): string {
  const fact = (name: string) => Number(subject.facts[name]);
  const size = (n: number) => (n >= 1e9 ? `${(n / 1e9).toFixed(1)}B` : n >= 1e6 ? `${Math.round(n / 1e6)}M` : count(n));
  const parts = [
    fact("parameters") > 0 && `${size(fact("parameters"))} parameters`,
    fact("dimension") > 0 && `${count(fact("dimension"))} dimensions`,
    fact("length limit") > 0 && `${count(fact("length limit"))} tokens`,
    subject.facts["licence"],
  ];
  return parts.filter(Boolean).join(" · ");
}
