// How numbers are written: percentages if they are shares, a true minus sign, an en dash between ends.

export const count = (value: number) => value.toLocaleString("en");

/** "1 item", "1,200 items". */
export const counted = (n: number, word: string) => `${count(n)} ${word}${n === 1 ? "" : "s"}`;

/** Rounded half away from zero as a decimal number, like `decimal` of src/report/number_format.h. */
function decimal(value: number, digits: number): string {
  const unit = 10 ** digits, noise = 1e9;
  return (Math.round(Math.round(value * unit * noise) / noise) / unit).toFixed(digits);
}

export function fixed(value: number | null | undefined, digits = 2): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const text = decimal(Math.abs(value), digits);
  return (value < 0 && Number(text) !== 0 ? "−" : "") + text;
}

export const percent = (value: number) => fixed(100 * value, 0);

/** A value in a cell, with its unit. */
export function valueText(value: number | null, share: boolean): string {
  if (value === null) return "–";
  return share ? `${percent(value)}%` : fixed(value);
}

/** A difference: "+12 points", "−0.04". */
export function differenceText(value: number | null, share: boolean): string {
  if (value === null) return "–";
  const text = share ? percent(value) : fixed(value);
  const sign = value > 0 && Number(text) !== 0 ? "+" : "";
  return share ? `${sign}${text} point${text === "1" || text === "−1" ? "" : "s"}` : sign + text;
}

/** Its interval; empty if there is none. */
export function intervalText(low: number | null, high: number | null, share: boolean): string {
  if (low === null || high === null) return "";
  const [from, to] = share ? [percent(low), percent(high)] : [fixed(low), fixed(high)];
  return from.startsWith("−") || to.startsWith("−") ? `${from} to ${to}` : `${from}–${to}`;
}

/** "p < .001", "p = .023". */
export function pText(p: number | null): string {
  if (p === null) return "not testable";
  return p < 0.001 ? "p < .001" : `p = ${p.toFixed(3).replace(/^0/, "")}`;
}
