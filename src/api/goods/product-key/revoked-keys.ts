// Which license tokens of a product are not to be used any more, for software that asks now and then.
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';
import { type RevokedKeys, revokedKeyName } from '../manifest/product-token.rules.ts';
import { validUntil } from './product-key.rules.ts';
import { hasProduct, listRevokedTokens } from './product-key.store.ts';

/** So long an answer is the same but for what is revoked meanwhile, and may be kept by whoever has asked. */
export const REVOKED_KEPT_SECONDS = 300;
/** So long a list says what is so: an older one may have been kept to hide something. */
const GOOD_MS = 24 * 60 * 60_000;

type Db = Kysely<ApiTables>;

export type ReadRevoked = {
  db: Db;
  /** As goods/manifest/sign-product-token.ts signs. */
  signRevoked: (list: RevokedKeys, db: Db) => Promise<string>;
  now: () => Date;
};

/** `sign` is asked for the text only where it is not known yet by its `etag`. Null: the shop has never had such a product. */
export async function readRevoked(
  { db, signRevoked, now }: ReadRevoked,
  productId: string,
): Promise<{ etag: string; sign: () => Promise<string> } | null> {
  const at = now();
  const rows = await listRevokedTokens(db, productId);
  if (rows.length === 0 && !(await hasProduct(db, productId))) return null;
  const lasting = rows.filter((row) => (validUntil(row) ?? at) >= at);
  const issued = Math.floor(at.getTime() / 1_000 / REVOKED_KEPT_SECONDS) * REVOKED_KEPT_SECONDS * 1_000;
  const list: RevokedKeys = {
    product_id: productId,
    // In an order that says nothing of when each was sold.
    revoked: lasting.map(({ key_id }) => revokedKeyName(key_id)).sort(),
    issued_at: new Date(issued),
    good_until: new Date(issued + GOOD_MS),
  };
  const etag = createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 22);
  return { etag: `"${etag}"`, sign: () => signRevoked(list, db) };
}
