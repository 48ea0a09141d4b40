// The shops that the signed-in user belongs to: asked for by every screen that shows them, told to all of them.
import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useCallback, useEffect } from 'react';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { useCurrentUser } from '#client/session/use-current-user.ts';
import type { SellerMembership } from '#contract/selling/seller.schema.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

type Known = { userId: string | null; value: SellerMembership[] | null; failed: boolean };

const nothing: Known = { userId: null, value: null, failed: false };
const known = atom<Known>(nothing);
/** Several parts of a screen ask at once: one question is enough for all. */
let asking: { userId: string; answer: Promise<void> } | null = null;

/** Null until they are known. A screen that is opened asks again: an application may have been decided meanwhile. */
export function useMySellers(): Loaded<SellerMembership[]> {
  const userId = useCurrentUser()?.userId ?? null;
  const all = useStore(known, { ssr: 'initial' });
  useEffect(() => {
    if (userId !== null) void ask(userId);
  }, [userId]);
  const reload = useCallback(() => reloadMySellers(userId), [userId]);
  const { value, failed } = all.userId === userId ? all : nothing;
  return { value, failed, reload };
}

/** To be called after what changes them. */
async function reloadMySellers(userId: string | null): Promise<void> {
  if (userId === null) return;
  // An answer that is under way may be of before.
  await asking?.answer;
  await ask(userId);
}

function ask(userId: string): Promise<void> {
  if (asking?.userId === userId) return asking.answer;
  const mine = { userId, answer: load(userId).finally(() => (asking = asking === mine ? null : asking)) };
  asking = mine;
  return mine.answer;
}

async function load(userId: string) {
  try {
    const { items } = await createBrowserApi().get('/seller/mine', { asUser: true });
    known.set({ userId, value: items, failed: false });
  } catch {
    const before = known.get();
    known.set({ userId, value: before.userId === userId ? before.value : null, failed: true });
  }
}
