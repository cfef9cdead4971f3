// Text that comes from data: nothing in it may act on the page or hide what it is.

// Controls, and the characters that turn the direction of writing or can't be seen. The two joiners stay:
// Persian, Hindi and emoji need them.
const HIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Cs}]|[\u{e0000}-\u{e0fff}]/gu;

const named = (hidden: string) =>
  `⟨U+${hidden.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}⟩`;

/** The text with hidden characters written out. */
export const visible = (text: string) => text.replace(HIDDEN, named);

/** At most `limit` characters of it; an ellipsis stands for the rest. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const whole = Array.from(text.slice(0, 2 * limit + 2));
  return whole.length <= limit ? text : whole.slice(0, limit - 1).join("").trimEnd() + "…";
}

const base = (name: string) => name.replace(/\?.*$/s, "").replace(/^.*\//s, "");
const optionsOf = (name: string) => (/\?(.*)$/s.exec(name)?.[1] ?? "").split("&").filter((one) => one !== "");
const listed = (options: string[]) => clip(visible(options.join(" ")), 80);

/** A subject's name in two parts: the model, and the options of an unnamed one. The first part differs from all others'. */
export function nameParts(name: string, others: string[]): [string, string] {
  const own = base(name);
  const isUnique = own !== "" && others.filter((other) => base(other) === own).length < 2;
  return isUnique ? [shortName(own), listed(optionsOf(name))] : [shortName(name), ""];
}

/** The same for the head of a column: of several views of a model, only the options in which they differ. */
export function headParts(name: string, others: string[]): [string, string] {
  const own = base(name);
  const views = own === "" ? [] : others.filter((other) => base(other) === own);
  if (views.length < 2) return nameParts(name, others);
  return [shortName(own), listed(optionsOf(name).filter((one) => views.some((view) => !optionsOf(view).includes(one))))];
}

/** A name as it is shown in tables, lists and figures. */
export const shortName = (name: string) => clip(visible(name).replace(/\s+/g, " "), 60);
