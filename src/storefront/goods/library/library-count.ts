// How many things the library has: asked for by the sidebar, and heard from the library itself.
import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect } from 'react';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { useCurrentUser } from '#client/session/use-current-user.ts';
import type { LibraryCounts } from '#contract/goods/library/library.ts';

const known = atom<{ userId: string; text: string | null } | null>(null);

/** Such as '7' or '1,000+'. Null until it is known, and where there is nothing. */
export function useLibraryCount(): string | null {
  const userId = useCurrentUser()?.userId;
  const counted = useStore(known, { ssr: 'initial' });
  useEffect(() => {
    if (userId) void ask(userId);
  }, [userId]);
  return counted && counted.userId === userId ? counted.text : null;
}

function recordLibraryCounts(userId: string, { all, more }: LibraryCounts): void {
  known.set({ userId, text: all === 0 ? null : `${all.toLocaleString('en-US')}${more ? '+' : ''}` });
}

/** Nobody waits for it: the library itself says what cannot be loaded. */
async function ask(userId: string): Promise<void> {
  try {
    const { counts } = await createBrowserApi().get('/library', { params: { query: { limit: 1 } }, asUser: true });
    recordLibraryCounts(userId, counts);
  } catch {
    // What is known stays.
  }
}
