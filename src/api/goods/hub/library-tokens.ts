// Making library tokens, and what is told of them.
import { randomInt, randomUUID } from 'node:crypto';
import type { LibraryToken, NewLibraryToken } from '#contract/goods/library/library-token.schema.ts';
import { libraryTokenMaximum, libraryTokenStart } from '#contract/goods/library/library-token.ts';
import { keyHash, keyPrefix, newKeyText } from '../../access/key-text.rules.ts';
import type { Db } from '../../schema/db.ts';
import { countTokens, insertToken, lockTokens, type StoredToken } from './library-token.store.ts';

/** The token itself is in the answer alone. Null: the customer has as many as they may have. */
export function makeToken(
  db: Db,
  accountId: string,
  wanted: NewLibraryToken,
  now: Date,
): Promise<{ stored: LibraryToken; token: string } | null> {
  const token = newKeyText((below) => randomInt(below), libraryTokenStart);
  return db.transaction().execute(async (transaction) => {
    await lockTokens(transaction, accountId);
    if ((await countTokens(transaction, accountId, now)) >= libraryTokenMaximum) return null;
    const stored = await insertToken(transaction, {
      token_id: randomUUID(),
      account_id: accountId,
      name: wanted.name,
      prefix: keyPrefix(token, libraryTokenStart),
      sha256: keyHash(token),
      expires_at: wanted.expires_at === null ? null : new Date(wanted.expires_at),
    });
    return { stored: toToken(stored), token };
  });
}

export function toToken(stored: StoredToken): LibraryToken {
  return {
    token_id: stored.token_id,
    name: stored.name,
    prefix: stored.prefix,
    create_time: stored.created_at.toISOString(),
    expires_at: stored.expires_at?.toISOString() ?? null,
    last_used_at: stored.last_used_at?.toISOString() ?? null,
    revoked_at: stored.revoked_at?.toISOString() ?? null,
  };
}
