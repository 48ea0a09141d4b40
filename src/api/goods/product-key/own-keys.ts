// Keys of a buyer: the whole text, as long as they are theirs. Those that the shop signs are made when they are first asked for, so
// that no payment waits for a signature, and are the same from then on.
import type { Kysely } from 'kysely';
import type { OwnProductKeys } from '#contract/goods/product-key.schema.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { statusOf } from '../entitlement/entitlement.rules.ts';
import { findEntitlement, lockEntitlement, type StoredEntitlement } from '../entitlement/entitlement.store.ts';
import { pairwiseAccount } from '../manifest/product-token.rules.ts';
import { digestPurpose, keyBoundTo, validUntil } from './product-key.rules.ts';
import { countKeysOf, findRevokedAt, insertSignedKey, listGivenKeys, listKeyIds } from './product-key.store.ts';

type Db = Kysely<ApiTables>;

/** As goods/manifest/sign-product-token.ts signs: a compact token. */
type SignToken = (
  claims: {
    jti: string;
    product_id: string;
    version: string;
    edition: string;
    account: string;
    seats: number;
    issued_at: Date;
    expires_at: Date | null;
  },
  db: Db,
) => Promise<string>;

/** So many are told at once. */
export const readKeysOf = 200;

export type OwnKeys = { db: Db; secrets: Secrets; signToken: SignToken; now: () => Date };

/** Keys of what the account has bought, after the one of place `after`; null where it has bought none there. */
export async function readOwnKeys(
  own: OwnKeys,
  { accountId, entitlementId }: { accountId: string; entitlementId: string },
  { after, limit }: { after: number; limit: number },
): Promise<OwnProductKeys | null> {
  const { db, secrets, now } = own;
  const asked = await findEntitlement(db, accountId, entitlementId);
  const promised = asked?.goods.keys;
  if (!asked || !promised) return null;
  const entitlement = promised.source === 'signed' ? await signMissing(own, asked, accountId) : asked;
  const status = statusOf(entitlement, now());
  const isActive = status === 'active';
  const rows = isActive ? await listGivenKeys(db, entitlementId, { after, limit: limit + 1 }) : [];
  const page = rows.slice(0, limit);
  const counts = (await countKeysOf(db, [entitlementId])).get(entitlementId);
  const until = validUntil(entitlement);
  const isTakenBack = status === 'refunded' || status === 'withdrawn';
  return {
    entitlement_id: entitlementId,
    source: promised.source,
    standing: status,
    items: page.map(({ key_id, sealed, given_at }) => ({
      key_id,
      key: secrets.open(sealed, keyBoundTo(key_id)).toString('utf8'),
      given_at: (given_at ?? entitlement.granted_at).toISOString(),
    })),
    next: rows.length > limit ? String(page.at(-1)?.place) : null,
    quantity: entitlement.quantity,
    waiting: isActive ? Math.max(0, entitlement.quantity - (counts?.given ?? 0)) : 0,
    seats: promised.seats ?? null,
    valid_until: until?.toISOString() ?? null,
    is_expired: until !== null && until <= now(),
    revoked_at: isTakenBack
      ? (((await findRevokedAt(db, entitlementId)) ?? entitlement.withdrawn_at)?.toISOString() ?? null)
      : null,
  };
}

/** At most 200 of what the account has bought there; none where it has none. */
export async function listOwnKeyTexts(
  own: OwnKeys,
  asked: { accountId: string; entitlementId: string },
): Promise<string[]> {
  const keys = await readOwnKeys(own, asked, { after: 0, limit: readKeysOf });
  return keys?.items.map(({ key }) => key) ?? [];
}

/**
 * Each has an id that follows from the entitlement and its number: two readers at once make the same one, and one of them keeps it. Answers the
 * entitlement as it is then: where its money goes back at this moment nothing is signed that nobody would revoke.
 */
async function signMissing(own: OwnKeys, asked: StoredEntitlement, accountId: string): Promise<StoredEntitlement> {
  const { entitlement_id: id, quantity } = asked;
  const isActive = (one: StoredEntitlement) => statusOf(one, own.now()) === 'active';
  const known = isActive(asked) ? await listKeyIds(own.db, id) : null;
  if (!known || known.size >= quantity) return asked;
  const ids = Array.from({ length: quantity }, (_, index) => `${id}-${index + 1}`);
  return inTransaction(own.db, async (transaction) => {
    const entitlement = await lockEntitlement(transaction, asked);
    if (!isActive(entitlement)) return entitlement;
    const { product_id, edition, goods, seller_id, granted_at } = entitlement;
    for (const keyId of ids.filter((one) => !known.has(one))) {
      const token = await own.signToken(
        {
          jti: keyId,
          product_id,
          version: String(entitlement.product_version ?? ''),
          edition,
          account: pairwiseAccount(accountId, seller_id),
          seats: goods.keys?.seats ?? 1,
          issued_at: granted_at,
          expires_at: validUntil(entitlement),
        },
        transaction,
      );
      await insertSignedKey(transaction, {
        key_id: keyId,
        product_id,
        edition,
        seller_id,
        entitlement_id: id,
        sealed: own.secrets.seal(token, keyBoundTo(keyId)),
        digest: own.secrets.hmac(token, digestPurpose(product_id)),
        given_at: own.now(),
      });
    }
    return entitlement;
  });
}
