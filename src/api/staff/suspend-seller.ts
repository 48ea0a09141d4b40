// Suspending a shop, and taking that back. From the moment on nothing of it is in the catalogue or can be paid for; what was paid stays.
import type { Transaction } from 'kysely';
import type { SellerState } from '#contract/seller.ts';
import { isMailable, type Message, type SendMail } from '#mail/mailer.ts';
import { recordAudit } from '../audit.ts';
import type { Db } from '../db.ts';
import type { ApiTables } from '../schema.ts';
import {
  addressesOfOwners,
  type LockedSeller,
  listProductsOf,
  lockSeller,
  setSellerState,
} from './suspension.store.ts';
import { type MarketplaceOfMails, reinstatedMail, suspendedMail } from './suspension-mails.ts';

export type Suspending = {
  db: Db;
  sendMail: SendMail;
  shop: MarketplaceOfMails;
  /** Ends the orders that wait for their payment and have something of a suspended shop. */
  endOrders: () => Promise<void>;
  /** The catalogue has changed. */
  refresh: () => Promise<void>;
};

/** `state`: the one that the shop is in, where that allows it not. */
export type SuspensionOutcome = { done: true } | { refused: 'unknown' } | { refused: 'state'; state: SellerState };

/** `by` is the account that decides. */
export async function suspendSeller(
  deps: Suspending,
  sellerId: string,
  { reason, by }: { reason: string; by: string },
): Promise<SuspensionOutcome> {
  const outcome = await change(deps, sellerId, 'approved', async (transaction, seller) => {
    await setSellerState(transaction, sellerId, { state: 'suspended', reason });
    const products = await listProductsOf(transaction, sellerId, false);
    await record(transaction, 'seller.suspended', sellerId, { by, reason, products });
    await mailOwners(transaction, deps, sellerId, (to) =>
      suspendedMail(deps.shop, { to, sellerName: nameOf(seller), reason }),
    );
  });
  // After the commit: an order that was being placed meanwhile is seen too.
  if ('done' in outcome) await deps.endOrders();
  return outcome;
}

export function reinstateSeller(
  deps: Suspending,
  sellerId: string,
  { by }: { by: string },
): Promise<SuspensionOutcome> {
  return change(deps, sellerId, 'suspended', async (transaction, seller) => {
    await setSellerState(transaction, sellerId, { state: 'approved', reason: '' });
    const products = await listProductsOf(transaction, sellerId, true);
    await record(transaction, 'seller.reinstated', sellerId, { by, products });
    await mailOwners(transaction, deps, sellerId, (to) =>
      reinstatedMail(deps.shop, { to, sellerName: nameOf(seller) }),
    );
  });
}

async function change(
  deps: Suspending,
  sellerId: string,
  from: SellerState,
  work: (transaction: Transaction<ApiTables>, seller: LockedSeller) => Promise<void>,
): Promise<SuspensionOutcome> {
  const outcome = await deps.db.transaction().execute(async (transaction): Promise<SuspensionOutcome> => {
    const seller = await lockSeller(transaction, sellerId);
    if (!seller) return { refused: 'unknown' };
    if (seller.state !== from) return { refused: 'state', state: seller.state };
    await work(transaction, seller);
    return { done: true };
  });
  if ('done' in outcome) await deps.refresh();
  return outcome;
}

function record(
  transaction: Transaction<ApiTables>,
  action: 'seller.suspended' | 'seller.reinstated',
  id: string,
  details: Record<string, string | number>,
): Promise<void> {
  return recordAudit(transaction, { kind: 'customer' }, { action, subject: { kind: 'seller', id }, details });
}

async function mailOwners(
  transaction: Transaction<ApiTables>,
  { sendMail }: Suspending,
  sellerId: string,
  message: (to: string) => Message,
): Promise<void> {
  for (const to of await addressesOfOwners(transaction, sellerId))
    if (isMailable(to)) await sendMail(transaction, message(to));
}

function nameOf({ name }: LockedSeller): string {
  return name ?? 'Your shop';
}
