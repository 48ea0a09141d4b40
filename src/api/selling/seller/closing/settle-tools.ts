// Keys, webhooks and invitations of a member who leaves the shop, or may do less in it.
import type { EndingTools } from '#contract/selling/seller.schema.ts';
import type { SellerRole } from '#contract/selling/seller.ts';
import { type SellerAction, scopesWithin } from '../../../access/access.rules.ts';
import type { Db } from '../../../schema/db.ts';
import { handOverKey, listKeysOf, revokeKey } from '../../seller-key/seller-key.store.ts';
import { listWebhooksOf, updateWebhook } from '../../webhook/webhook.store.ts';
import { handOverInvitation, listInvitationsOf, withdrawInvitation } from '../member/member.store.ts';
import { auditSeller } from '../seller.store.ts';

/** `role`: what the account will be in the shop; null: nothing any more. */
type Change = { accountId: string; role: SellerRole | null };

/** Its keys that do more than the role may, its webhooks where the role may have none, and its invitations where the role may not invite. */
export async function listEndingTools(db: Db, sellerId: string, { accountId, role }: Change): Promise<EndingTools> {
  const keys = await listKeysOf(db, sellerId, accountId);
  const may = (action: SellerAction) => role !== null && scopesWithin(role, [action]).length > 0;
  return {
    keys: keys
      .filter(({ scopes }) => role === null || scopesWithin(role, scopes).length < scopes.length)
      .map(({ key_id, name, prefix }) => ({ key_id, name, prefix })),
    webhooks: may('manageWebhooks') ? [] : await listWebhooksOf(db, sellerId, accountId),
    invitations: may('manageMembers') ? [] : await listInvitationsOf(db, sellerId, accountId),
  };
}

/**
 * Revokes the keys, switches off the webhooks and withdraws the invitations that end with the change; with a `keeper`, an owner, keys and
 * invitations are theirs from now on, and the webhooks go on. In the transaction that has locked the shop.
 */
export async function settleTools(
  transaction: Db,
  sellerId: string,
  change: Change,
  keeper: string | null,
  by?: { userId: string },
): Promise<void> {
  const { accountId } = change;
  const said = { ...(by && { by: by.userId }), account: accountId };
  const isHandedOver = keeper !== null && keeper !== accountId;
  const { keys, webhooks, invitations } = await listEndingTools(transaction, sellerId, change);
  for (const { key_id: key } of keys) {
    if (isHandedOver) await handOverKey(transaction, sellerId, key, keeper);
    else await revokeKey(transaction, sellerId, key);
    await auditSeller(transaction, isHandedOver ? 'seller.key_taken_over' : 'seller.key_revoked', sellerId, {
      ...said,
      key,
    });
  }
  for (const { invitation_id: invitation } of invitations) {
    if (isHandedOver) await handOverInvitation(transaction, sellerId, invitation, keeper);
    else await withdrawInvitation(transaction, sellerId, invitation, new Date());
    const action = isHandedOver ? 'seller.invitation_taken_over' : 'seller.invitation_withdrawn';
    await auditSeller(transaction, action, sellerId, { ...said, invitation });
  }
  if (isHandedOver) return;
  for (const { webhook_id: webhook } of webhooks) {
    await updateWebhook(transaction, { sellerId, webhookId: webhook }, { enabled: false });
    await auditSeller(transaction, 'seller.webhook_switched_off', sellerId, { ...said, webhook });
  }
}
