// Which products are in the library of the account that is signed in. Pages are everybody's: it is asked for once they are shown.
import { atom } from 'nanostores';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { currentUser } from '#client/session/session.ts';

/** Entitlements of the account, by product; null: it has nothing of it. */
export const ownedItems = atom<ReadonlyMap<string, string | null>>(new Map());

/** Most products of one question, and characters of their ids: they stand in its address. */
const AT_ONCE = 100;
const LONGEST = 4_000;

let started = false;
let owner: string | null | undefined;
let waiting = new Set<string>();

/** Asks which of these products the account has. All that is asked for in one turn is one request. */
export function askOwned(productIds: readonly string[]): void {
  if (waiting.size === 0) setTimeout(() => void flush());
  for (const id of productIds) waiting.add(id);
}

/** To be called in the browser, where products are shown: what is known belongs to one account. */
export function startOwned() {
  if (started) return;
  started = true;
  currentUser.subscribe((user) => {
    if (user === undefined || (user?.userId ?? null) === owner) return;
    const shown = [...ownedItems.get().keys()];
    owner = user?.userId ?? null;
    ownedItems.set(new Map());
    askOwned(shown);
  });
}

/** Records what the account has just got, or bought. */
export function setOwned(productId: string, entitlementId: string) {
  ownedItems.set(new Map(ownedItems.get()).set(productId, entitlementId));
}

async function flush() {
  const asked = [...waiting];
  waiting = new Set();
  const asker = owner;
  // After a sign-in on this page it is asked again.
  if (!asker) return ownedItems.set(new Map([...asked.map((id) => [id, null] as const), ...ownedItems.get()]));
  for (const ids of questionsOf(asked)) {
    const answer = await createBrowserApi()
      .get('/library/owned', { params: { query: { id: ids } }, asUser: true })
      // Without an answer there are no marks: the shop asks before it sells the same files again.
      .catch(() => null);
    if (!answer || owner !== asker) return;
    const found = new Map(answer.items.map((item) => [item.product_id, item.entitlement_id]));
    ownedItems.set(new Map([...ownedItems.get(), ...ids.map((id) => [id, found.get(id) ?? null] as const)]));
  }
}

function questionsOf(ids: readonly string[]): string[][] {
  const questions: string[][] = [];
  let length = LONGEST;
  for (const id of ids) {
    length += encodeURIComponent(id).length;
    const last = questions.at(-1);
    if (last && length < LONGEST && last.length < AT_ONCE) last.push(id);
    else {
      questions.push([id]);
      length = encodeURIComponent(id).length;
    }
  }
  return questions;
}
