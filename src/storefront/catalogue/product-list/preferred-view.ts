// Preferred view of machines, cards or a table: kept in this browser, as the pages are the same for everybody.
import type { ListView } from '#contract/catalogue/product/product-query.ts';

const KEY = 'list-view';

/** Keeps the view that an address says. Of one that says none: how it says the view that was kept, where that is not `view`. */
export function saveView(params: URLSearchParams, view: ListView): URLSearchParams | null {
  if (typeof localStorage === 'undefined') return null;
  if (params.has('view')) prefer(view);
  const kept = params.has('view') ? view : preferred();
  if (kept === view) return null;
  const asked = new URLSearchParams(params);
  asked.set('view', kept);
  return asked;
}

function preferred(): ListView {
  try {
    return localStorage.getItem(KEY) === 'table' ? 'table' : 'cards';
  } catch {
    return 'cards';
  }
}

function prefer(view: ListView) {
  try {
    localStorage.setItem(KEY, view);
  } catch {
    // Where nothing may be kept the choice is good for the page.
  }
}
