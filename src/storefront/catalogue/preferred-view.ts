// Whether a visitor looks at machines as cards or in a table: kept in this browser, as the pages are the same for everybody.
import type { ListView } from '#contract/product-query.ts';

const KEY = 'list-view';

export function preferredView(): ListView {
  return read() === 'table' ? 'table' : 'cards';
}

export function preferView(view: ListView) {
  try {
    localStorage.setItem(KEY, view);
  } catch {
    // Where nothing may be kept the choice is good for the page.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
