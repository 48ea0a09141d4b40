// The searches of this browser, the last one first. They stay in it: the shop never learns of them.
const KEY = 'earlier-searches';
const KEPT = 6;

export function earlierSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((keyword) => typeof keyword === 'string').slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(keyword: string) {
  saveSearches([keyword, ...earlierSearches().filter((earlier) => earlier !== keyword)].slice(0, KEPT));
}

export function forgetSearches() {
  saveSearches([]);
}

/** Where a browser keeps nothing, there is nothing to show next time. */
function saveSearches(keywords: string[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(keywords));
  } catch {}
}
