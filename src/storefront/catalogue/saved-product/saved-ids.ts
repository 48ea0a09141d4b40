// Which products are saved: those of the account that is signed in, or else of this browser. Nothing of an account's stays in
// the browser: whoever uses it after a sign-out sees none of it.
import { atom } from 'nanostores';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { currentUser } from '#client/session/session.ts';
import { readSavedHere, writeSavedHere } from './saved-here.ts';

/** Newest first; null until it is known. */
export const savedIds = atom<readonly string[] | null>(null);

/** Whose ids they are; undefined: of nobody yet. */
let owner: string | null | undefined;
let merging: Promise<void> | null = null;

/** To be called once in the browser, where what is saved is shown. */
export function startSaved() {
  currentUser.subscribe((user) => {
    if (user !== undefined) void follow(user?.userId ?? null);
  });
  window.addEventListener('storage', () => {
    if (owner === null) savedIds.set(readSavedHere());
  });
}

async function follow(userId: string | null) {
  if (userId === owner) return;
  owner = userId;
  savedIds.set(null);
  if (userId === null) return savedIds.set(readSavedHere());
  const ids = await readSavedIds().catch(() => null);
  // Without an answer the products are shown without their state, and asked for again on the next page.
  if (ids === null) owner = undefined;
  else if (owner === userId) savedIds.set(ids);
}

async function readSavedIds(): Promise<string[]> {
  await mergeSavedHere();
  return (await createBrowserApi().get('/saved-product/ids', { asUser: true })).product_ids;
}

/** Gives the account what was saved here before, once at a time. What it has no room for stays. */
export function mergeSavedHere(): Promise<void> {
  merging ??= merge().finally(() => {
    merging = null;
  });
  return merging;
}

async function merge() {
  const here = readSavedHere();
  if (here.length === 0) return;
  const { left } = await createBrowserApi().post('/saved-product', { body: { product_ids: here } });
  // Removes only ids that were there: another tab may have saved more meanwhile.
  writeSavedHere(readSavedHere().filter((id) => !here.includes(id) || left.includes(id)));
}
