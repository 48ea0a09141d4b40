// License tokens: what a seller's software reads to know what was bought, without asking anybody.
import { createHash } from 'node:crypto';
import { z } from 'zod';

/** `typ` of a license token: no other token of the shop passes as one. */
export const productTokenType = 'license+jwt';

/** `typ` of the list of those that are not to be used any more. */
export const revokedKeysType = 'license-revocations+jwt';

/** Name of a revoked token in the list: nobody who has not got it learns its id, which has that of the order. */
export function revokedKeyName(keyId: string): string {
  return createHash('sha256').update(keyId).digest('base64url').slice(0, 22);
}

/** Revoked tokens of that product that have not ended by themselves. `issued_at` and `good_until` in whole seconds. */
export type RevokedKeys = { product_id: string; revoked: string[]; issued_at: Date; good_until: Date };

/** As they stand in the signed list. */
export function toRevokedPayload({ issued_at, good_until, ...list }: RevokedKeys, issuer: string) {
  return { iss: issuer, ...list, iat: toSeconds(issued_at), exp: toSeconds(good_until) };
}

export const productTokenClaimsSchema = z.strictObject({
  /** The id of the key that was given out. */
  jti: z.string().min(1),
  product_id: z.string().min(1),
  version: z.string(),
  /** Empty: the product has one edition. */
  edition: z.string(),
  /** The account, as the seller may know it (`pairwiseAccount`). */
  account: z.string().min(1),
  seats: z.int().min(1),
  issued_at: z.date(),
  /** Null: it does not expire. */
  expires_at: z.date().nullable(),
});
export type ProductTokenClaims = z.infer<typeof productTokenClaimsSchema>;

/** The claims as they stand in the token, times in whole seconds since 1970. */
export function toTokenPayload({ issued_at, expires_at, account, ...claims }: ProductTokenClaims, issuer: string) {
  return {
    iss: issuer,
    sub: account,
    ...claims,
    account,
    iat: toSeconds(issued_at),
    ...(expires_at && { exp: toSeconds(expires_at) }),
  };
}

/**
 * Name of an account for one seller: always the same, another one for each seller, and nothing of the e-mail. Somebody who knows the
 * account's id, which the shop tells nobody, could compute it. `sellerId` null: the operator.
 */
export function pairwiseAccount(accountId: string, sellerId: string | null): string {
  const text = JSON.stringify(['hearth license account', sellerId, accountId]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}
