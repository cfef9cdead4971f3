// How numbers are written: percentages where they are shares, a true minus sign, an en dash between ends.

export const count = (value: number) => value.toLocaleString("en");

export function fixed(value: number | null | undefined, digits = 2): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const text = Math.abs(value).toFixed(digits);
  return (value < 0 && Number(text) !== 0 ? "−" : "") + text;
}

export const percent = (value: number) => fixed(100 * value, 0);

/** A value as it stands in a cell, with its unit. */
export function valueText(value: number | null, share: boolean): string {
  if (value === null) return "–";
  return share ? `${percent(value)} %` : fixed(value);
}

/** Its interval; empty where it has none. */
export function intervalText(low: number | null, high: number | null, share: boolean): string {
  if (low === null || high === null) return "";
  const [from, to] = share ? [percent(low), percent(high)] : [fixed(low), fixed(high)];
  return from.startsWith("−") || to.startsWith("−") ? `${from} to ${to}` : `${from}–${to}`;
}
