// The tokens of the customer's programs. What fails is answered in words.
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import {
  listLibraryTokens,
  makeLibraryToken,
  revokeLibraryToken,
  type WantedLibraryToken,
} from '#client/goods/library-tokens.ts';
import type { LibraryToken } from '#contract/goods/library/library-token.schema.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';

export function useTokens(): Loaded<LibraryToken[]> {
  return useLoaded(() => listLibraryTokens(createBrowserApi()));
}

/** The token itself, which is told this once. */
export async function newToken(wanted: WantedLibraryToken): Promise<{ token: string } | { fault: string }> {
  return makeLibraryToken(createBrowserApi(), wanted).catch((error) => ({ fault: failureText(error) }));
}

export async function revokeToken(tokenId: string): Promise<string | undefined> {
  return revokeLibraryToken(createBrowserApi(), tokenId).then(() => undefined, failureText);
}
