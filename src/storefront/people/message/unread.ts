// How many threads have something unread: asked for by the sidebar, and again after something was read.
import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect } from 'react';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { useCurrentUser } from '#client/session/use-current-user.ts';

const known = atom<{ userId: string; count: number } | null>(null);

/** 0 until it is known. `moment`: it is asked for again whenever this changes. */
export function useUnread(moment: string): number {
  const userId = useCurrentUser()?.userId;
  const counted = useStore(known, { ssr: 'initial' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: again with every change of screen
  useEffect(() => {
    if (userId) void askUnread(userId);
  }, [userId, moment]);
  return counted && counted.userId === userId ? counted.count : 0;
}

/** Nobody waits for it: without an answer what is known stays. */
export async function askUnread(userId: string): Promise<void> {
  try {
    const { buyer, sellers } = await createBrowserApi().get('/thread/unread', { asUser: true });
    known.set({ userId, count: buyer + sellers });
  } catch {
    // The screens themselves say what cannot be loaded.
  }
}
