// What becomes of keys and webhooks when whoever made them leaves the shop, or may do less in it.
import type { SellerRole } from '#contract/seller.ts';
import { scopesWithin } from '../access/access.rules.ts';
import type { Db } from '../db.ts';
import { handOverKey, listKeysOf, revokeKey } from '../seller-key/seller-key.store.ts';
import { switchOffWebhooksOf } from '../webhook/webhook.store.ts';
import { auditSeller } from './seller.store.ts';

/**
 * Revokes the keys of an account that do more than its new role may (null: it is nothing in the shop any more), and switches off its webhooks where
 * it may have none; with a `keeper`, an owner, the keys are theirs from now on, and the webhooks go on. In the transaction that has locked the shop.
 */
export async function settleKeys(
  transaction: Db,
  sellerId: string,
  { accountId, role }: { accountId: string; role: SellerRole | null },
  keeper: string | null,
  by?: { userId: string },
): Promise<void> {
  const said = { ...(by && { by: by.userId }), account: accountId };
  const keeps = keeper !== null && keeper !== accountId;
  for (const { key_id: key, scopes } of await listKeysOf(transaction, sellerId, accountId)) {
    if (role !== null && scopesWithin(role, scopes).length === scopes.length) continue;
    if (keeps) await handOverKey(transaction, sellerId, key, keeper);
    else await revokeKey(transaction, sellerId, key);
    await auditSeller(transaction, keeps ? 'seller.key_taken_over' : 'seller.key_revoked', sellerId, { ...said, key });
  }
  if (keeps || (role !== null && scopesWithin(role, ['manageWebhooks']).length > 0)) return;
  for (const webhook of await switchOffWebhooksOf(transaction, sellerId, accountId))
    await auditSeller(transaction, 'seller.webhook_switched_off', sellerId, { ...said, webhook });
}
