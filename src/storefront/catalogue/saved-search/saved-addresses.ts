// Addresses of the searches that the signed-in account has saved. Nothing of them stays in the browser.
import { atom } from 'nanostores';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { currentUser } from '#client/session/session.ts';

/** Null until they are known. */
export const savedAddresses = atom<ReadonlySet<string> | null>(null);

let owner: string | null = null;

/** To be called where it is shown what is saved; asks once for each account. */
export function followSavedAddresses(): () => void {
  return currentUser.subscribe((user) => void follow(user?.userId ?? null));
}

async function follow(userId: string | null) {
  if (userId === owner) return;
  owner = userId;
  savedAddresses.set(null);
  if (userId === null) return;
  try {
    const { items } = await createBrowserApi().get('/saved-search', { asUser: true });
    if (owner === userId) savedAddresses.set(new Set(items.map(({ address }) => address)));
  } catch {
    // Asked again on the next list. What is saved already is answered as it is.
    if (owner === userId) owner = null;
  }
}

export function noteSaved(address: string, isSaved: boolean) {
  const addresses = savedAddresses.get();
  if (!addresses) return;
  const others = [...addresses].filter((other) => other !== address);
  savedAddresses.set(new Set(isSaved ? [...others, address] : others));
}
