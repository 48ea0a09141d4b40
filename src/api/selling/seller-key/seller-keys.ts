// Making and revoking keys, each with its entry in the audit log.
import { randomInt, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { NewSellerKey, SellerKey } from '#contract/selling/seller-key.schema.ts';
import { type KeyScope, keyMaximum } from '#contract/selling/seller-key.ts';
import { keyHash, keyPrefix, newKeyText } from '../../access/key-text.rules.ts';
import { assertStillActs } from '../../access/still-acts.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { lockSeller } from '../seller/seller.store.ts';
import {
  countKeys,
  handOverKey,
  insertKey,
  type ListedKey,
  listKeys,
  revokeKey as revoke,
} from './seller-key.store.ts';

type Db = Kysely<ApiTables>;
type Owner = { sellerId: string; by: string };

/** The key itself is in the answer alone. Null: the shop has as many as it may have. */
export async function makeKey(
  db: Db,
  { sellerId, by }: Owner,
  wanted: NewSellerKey,
  now: Date,
): Promise<{ stored: SellerKey; key: string } | null> {
  const key = newKeyText((below) => randomInt(below));
  return db.transaction().execute(async (transaction) => {
    // A member who adds one at the same moment waits, and counts this one.
    await lockSeller(transaction, sellerId);
    await assertStillActs(transaction, { sellerId, by }, 'manageKeys');
    if ((await countKeys(transaction, sellerId, now)) >= keyMaximum) return null;
    const stored = await insertKey(transaction, {
      key_id: randomUUID(),
      seller_id: sellerId,
      name: wanted.name,
      prefix: keyPrefix(key),
      sha256: keyHash(key),
      scopes: JSON.stringify(wanted.scopes),
      created_by: by,
      kept_by: by,
      expires_at: wanted.expires_at === null ? null : new Date(wanted.expires_at),
    });
    await recordAudit(
      transaction,
      { kind: 'customer' },
      {
        action: 'seller.key_made',
        subject: { kind: 'seller', id: sellerId },
        details: { by, key: stored.key_id, scopes: wanted.scopes.join(' ') },
      },
    );
    const [listed] = await listKeys(transaction, sellerId, stored.key_id);
    if (!listed) throw new Error('the key that was just made is not there');
    return { stored: toKey(listed), key };
  });
}

/** Answers whether the shop has such a key. */
export function revokeKey(db: Db, { sellerId, by }: Owner, keyId: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockSeller(transaction, sellerId);
    await assertStillActs(transaction, { sellerId, by }, 'manageKeys');
    const revoked = await revoke(transaction, sellerId, keyId);
    if (revoked === 'revoked')
      await recordAudit(
        transaction,
        { kind: 'customer' },
        { action: 'seller.key_revoked', subject: { kind: 'seller', id: sellerId }, details: { by, key: keyId } },
      );
    return revoked !== null;
  });
}

/** An owner answers for a key from now on. Answers whether the shop has it, and it is not revoked. */
export function takeOverKey(db: Db, { sellerId, by }: Owner, keyId: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockSeller(transaction, sellerId);
    await assertStillActs(transaction, { sellerId, by }, 'manageKeys');
    if (!(await handOverKey(transaction, sellerId, keyId, by))) return false;
    await recordAudit(
      transaction,
      { kind: 'customer' },
      { action: 'seller.key_taken_over', subject: { kind: 'seller', id: sellerId }, details: { by, key: keyId } },
    );
    return true;
  });
}

export function toKey(stored: ListedKey): SellerKey {
  return {
    key_id: stored.key_id,
    name: stored.name,
    prefix: stored.prefix,
    scopes: stored.scopes as KeyScope[],
    made_by: stored.made_by ?? '',
    keeper: stored.keeper ?? '',
    keeper_belongs: stored.keeper_belongs,
    create_time: stored.created_at.toISOString(),
    expires_at: stored.expires_at?.toISOString() ?? null,
    last_used_at: stored.last_used_at?.toISOString() ?? null,
    revoked_at: stored.revoked_at?.toISOString() ?? null,
  };
}
