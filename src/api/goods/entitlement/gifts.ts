// Gifts without an order, and their withdrawal: to a tester, or instead of what was lost. The screen and the command do the same.

import { randomInt } from 'node:crypto';
import { goodsFor, kindsOf } from '#contract/goods/goods.ts';
import type { GiftRefusal } from '#contract/goods/library/gift.ts';
import type { Marketplace } from '#contract/marketplace.ts';
import { isMailable, type SendMail } from '#mail/mailer.ts';
import type { Actor } from '#platform/audit/audit-log.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Db } from '../../schema/db.ts';
import { statusOf } from './entitlement.rules.ts';
import { getEntitlement, type SettleKinds } from './entitlement.store.ts';
import {
  findAccountOf,
  findAddressOf,
  findRequestedGift,
  insertGift,
  lockGiftedProduct,
  recordGiftWithdrawn,
} from './gift.store.ts';
import { givenMail, withdrawnMail } from './gift-mail.rules.ts';

export type Giving = {
  db: Db;
  kinds: SettleKinds;
  actor: Actor;
  /** The account of the staff that gives; an operator gives by a command, and stands above the roles of the staff. */
  by?: string;
  /** True if that account may give what shops sell: it takes keys and hours of theirs, and calls their endpoints. */
  givesOfShops?: boolean;
  now: () => Date;
  sendMail: SendMail;
  shop: Marketplace;
};

export type Gift = {
  email: string;
  productId: string;
  until: Date | null;
  note: string;
  /** By which the same request is known when it is sent again: it answers the same gift. */
  requestKey?: string;
};

/** Gives what a product promises, its own goods and not those of a variant. Answers the id of what was granted, or why it was not. */
export async function giveProduct(
  { db, kinds, actor, by, givesOfShops, now, sendMail, shop }: Giving,
  { email, productId, until, note, requestKey }: Gift,
): Promise<{ entitlementId: string } | { refused: GiftRefusal }> {
  const giver = by ?? (actor.kind === 'operator' ? actor.name : actor.kind);
  return inTransaction(db, async (transaction) => {
    const owner = await findAccountOf(transaction, email);
    if (owner === null) return { refused: 'no_account' };
    const { account_id: accountId, user_id: to } = owner;
    if (accountId === by) return { refused: 'own_account' };
    const product = await lockGiftedProduct(transaction, productId);
    const asked = { accountId, productId, until, note, giver };
    // Under the lock, so that the second of two at once sees the first; and before what the first has changed, such as the last key, refuses it.
    const known = await findGiven(transaction, asked, requestKey);
    if (known) return known;
    if (until && until <= now()) return { refused: 'until_passed' };
    if (!product) return { refused: 'no_product' };
    if (by && product.seller_id !== null && !givesOfShops) return { refused: 'of_a_shop' };
    const goods = goodsFor(product.goods, { is_variant: false, selected_options: [] });
    if (kindsOf(goods).length === 0) return { refused: product.goods.variants?.length ? 'of_variants' : 'by_hand' };
    if (goods.keys?.source === 'list' && product.free_keys < 1) return { refused: 'no_keys' };
    const entitlementId = newGiftId();
    const isNew = await insertGift(transaction, {
      entitlement_id: entitlementId,
      account_id: accountId,
      product_id: product.product_id,
      product_name: product.product_name,
      seller_id: product.seller_id,
      quantity: 1,
      goods: JSON.stringify(goods),
      license: product.license,
      product_version: product.version,
      because: 'gift',
      order_id: null,
      line: null,
      granted_by: giver,
      note,
      request_key: requestKey ?? null,
      granted_at: now(),
      expires_at: until,
    });
    // The same key with another product, which is another lock.
    if (!isNew) return (await findGiven(transaction, asked, requestKey)) ?? { refused: 'another_gift' };
    await settle(transaction, kinds, entitlementId, now());
    await recordAudit(transaction, actor, {
      action: 'entitlement.given',
      subject: { kind: 'entitlement', id: entitlementId },
      details: { ...(by && { by }), product: productId, account: accountId, until: until?.toISOString() ?? null },
    });
    const { product_name: productName } = product;
    if (isMailable(to)) await sendMail(transaction, givenMail({ to, shop, productName, entitlementId, until }));
    return { entitlementId };
  });
}

type Asked = { accountId: string; productId: string; until: Date | null; note: string; giver: string };

/** Gift that the same request has made before; null: it has made none. */
async function findGiven(
  transaction: Db,
  { accountId, productId, until, note, giver }: Asked,
  requestKey: string | undefined,
): Promise<{ entitlementId: string } | { refused: GiftRefusal } | null> {
  const known = requestKey && (await findRequestedGift(transaction, accountId, requestKey));
  if (!known) return null;
  const isSame =
    known.product_id === productId &&
    known.granted_by === giver &&
    known.note === note &&
    known.expires_at?.getTime() === until?.getTime();
  return isSame ? { entitlementId: known.entitlement_id } : { refused: 'another_gift' };
}

/** Its owner reads the reason. False: there is no such gift, or it was withdrawn before. What an order has granted ends with its money. */
export async function withdrawGift(
  { db, kinds, actor, by, now, sendMail, shop }: Giving,
  { entitlementId, reason }: { entitlementId: string; reason: string },
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const at = now();
    const gift = await recordGiftWithdrawn(transaction, entitlementId, { at, reason });
    if (!gift) return false;
    await settle(transaction, kinds, entitlementId, at);
    await recordAudit(transaction, actor, {
      action: 'entitlement.withdrawn',
      subject: { kind: 'entitlement', id: entitlementId },
      ...(by && { details: { by } }),
    });
    const { product_name: productName } = gift;
    const to = gift.account_id && (await findAddressOf(transaction, gift.account_id));
    if (to && isMailable(to))
      await sendMail(transaction, withdrawnMail({ to, shop, productName, entitlementId, reason }));
    return true;
  });
}

/** Hands out, or takes back, what it is. */
async function settle(transaction: Db, kinds: SettleKinds, entitlementId: string, at: Date): Promise<void> {
  const gift = await getEntitlement(transaction, entitlementId);
  if (!gift) return;
  const settled = { ...gift, standing: statusOf(gift, at) };
  for (const kind of kindsOf(gift.goods)) await kinds[kind]?.(transaction, [settled], at);
}

const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Without what is read as something else. */
function newGiftId(): string {
  return `GIFT-${Array.from({ length: 12 }, () => SIGNS[randomInt(SIGNS.length)]).join('')}`;
}
