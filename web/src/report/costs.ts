// An encoder's cost, in a line.
import { count } from "../numbers.js";
import type { Subject } from "../types.js";

const rounded = (n: number, units: [number, string][]) => {
  const [size, name] = units.find(([least]) => n >= least) ?? [1, ""];
  return size === 1 ? count(n) + name : `${n / size < 9.95 ? (n / size).toFixed(1) : Math.round(n / size)}${name}`;
};

/** Parameters, size, dimensions, longest input, speed if the report measured it, and licence. */
export function costs(subject: Subject): string {
  const fact = (name: string) => Number(subject.facts[name]);
  const part = (name: string, text: (n: number) => string) => fact(name) > 0 && text(fact(name));
  const parts = [
    part("parameters", (n) => `${rounded(n, [[1e9, "B"], [1e6, "M"]])} parameters`),
    part("bytes on disk", (n) => rounded(n, [[1e9, " GB"], [1e6, " MB"], [1e3, " kB"], [1, " bytes"]])),
    part("dimension", (n) => `${count(n)} dimensions`),
    part("length limit", (n) => `${count(n)} tokens at most`),
    part("texts per second", (n) => `${count(n)} texts per second`),
    subject.facts["licence"],
  ];
  return parts.filter(Boolean).join(" · ");
}
