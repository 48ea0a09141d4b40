// Products saved in this browser while nobody was signed in: ids alone, newest first. An account takes them over (saved-ids.ts).

const KEY = 'saved-products';

/** So many products a browser saves without an account; their screen asks for each of them. */
export const savedHereMaximum = 50;

export function readSavedHere(): string[] {
  try {
    const ids: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, savedHereMaximum) : [];
  } catch {
    // Storage is refused, or holds what is not ours.
    return [];
  }
}

/** Answers whether the browser has taken it. */
export function writeSavedHere(ids: readonly string[]): boolean {
  try {
    if (ids.length === 0) window.localStorage.removeItem(KEY);
    else window.localStorage.setItem(KEY, JSON.stringify(ids));
    return true;
  } catch {
    return false;
  }
}
