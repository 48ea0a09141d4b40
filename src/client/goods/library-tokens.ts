import type { LibraryToken, LibraryTokens, MadeLibraryToken } from '#contract/goods/library/library-token.schema.ts';
import type { ApiClient } from '../api/api-client.ts';

const tokens = '/library/token';

/** The customer's own: those that are good first, then those that were revoked. */
export async function listLibraryTokens(api: ApiClient): Promise<LibraryToken[]> {
  return (await api.get<LibraryTokens>(tokens, { asUser: true })).items;
}

/** `expires_at`: an ISO time; null: until it is revoked. */
export type WantedLibraryToken = { name: string; expires_at: string | null };

/** The answer alone has the token itself. */
export function makeLibraryToken(api: ApiClient, wanted: WantedLibraryToken): Promise<MadeLibraryToken> {
  return api.post(tokens, wanted);
}

export function revokeLibraryToken(api: ApiClient, tokenId: string): Promise<void> {
  return api.delete(`${tokens}/${encodeURIComponent(tokenId)}`);
}
