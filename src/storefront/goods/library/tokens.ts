// The tokens of the customer's programs. What fails is answered in words.
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { selected, useApi } from '#client/query/use-api.ts';
import type { LibraryToken } from '#contract/goods/library/library-token.schema.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

/** `expires_at`: an ISO time; null: until it is revoked. */
type WantedLibraryToken = { name: string; expires_at: string | null };

/** Those that are good first, then those that were revoked. */
export function useTokens(): Loaded<LibraryToken[]> {
  return selected(useApi('/library/token'), ({ items }) => items);
}

/** The token itself, which is told this once. */
export async function newToken(wanted: WantedLibraryToken): Promise<{ token: string } | { fault: string }> {
  return createBrowserApi()
    .post('/library/token', { body: wanted })
    .catch((error) => ({ fault: failureText(error) }));
}

export async function revokeToken(tokenId: string): Promise<string | undefined> {
  return createBrowserApi()
    .delete('/library/token/{tokenId}', { params: { path: { tokenId } } })
    .then(() => undefined, failureText);
}
