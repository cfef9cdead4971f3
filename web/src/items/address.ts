// The address of an item, which survives reloading and can be sent along.

// Half a surrogate pair has no form in an address.
const wellFormed = (id: string) => id.replace(/\p{Cs}/gu, "\ufffd");

export const itemAddress = (task: string, id: string) => `#item=${task}/${encodeURIComponent(wellFormed(id))}`;

/** "item=t0/some%20id" -> its task and id; null where it is none. */
export function addressedItem(text: string): { task: string; id: string } | null {
  const found = /^item=([^/]+)\/(.*)$/s.exec(text);
  if (!found) return null;
  try {
    return { task: found[1]!, id: decodeURIComponent(found[2]!) };
  } catch {
    return null; // cut off in the middle of a character
  }
}

export const placeOf = (ids: string[], id: string) => ids.findIndex((one) => wellFormed(one) === id);
