// How a shop closes: nothing is sold any more at once, what is open is delivered or given back, then the page says that it has closed.

import { formatCents } from '#contract/money/amount/money.ts';
import { jobOf } from '#contract/operations/jobs.ts';
import type { SellerClosing } from '#contract/selling/seller.schema.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import type { Db } from '../../../schema/db.ts';
import { withdrawProductApprovals } from '../../approval/approval.store.ts';
import { updateListed } from '../../listing/listed.store.ts';
import { auditSeller, findSeller, lockSeller, mailedSeller, moveSeller, unmakeSellers } from '../seller.store.ts';
import { sellerClosedMails } from '../seller-mails.rules.ts';
import { type NotDone, notDone, type SellerService, sendMails } from '../seller-service.ts';
import { stateSentence } from '../seller-state.rules.ts';
import {
  archiveForClosing,
  countOpen,
  listClosing,
  listMemberAccounts,
  type OpenThings,
  unarchiveAfterClosing,
} from './closing.store.ts';

/** Meanwhile an owner can change their mind, also where nothing was open. */
const GRACE_MS = 24 * 3_600_000;
const SELLERS = 100;

type Done = { ok: true } | NotDone;

/** Open items, before a shop is closed and while it is. */
export async function previewClosing(
  { db, unpaidCents }: SellerService,
  sellerId: string,
): Promise<SellerClosing | null> {
  const seller = await findSeller(db, sellerId);
  if (!seller) return null;
  const open = await countOpen(db, sellerId);
  return {
    state: seller.state,
    products_on_sale: open.productsOnSale,
    waiting_for_approval: open.waitingForApproval,
    open_orders: open.openOrders,
    balance: (await unpaidCents(db, sellerId)) / 100,
  };
}

/** Nothing is sold any more from now on. Closing what is closing already changes nothing. */
export async function closeSeller({ db }: SellerService, sellerId: string, by: string): Promise<Done> {
  return db.transaction().execute((transaction) => beginClosing(transaction, sellerId, { by }));
}

/** In the caller's transaction, as when its last owner leaves. */
export async function beginClosing(transaction: Db, sellerId: string, details: Record<string, string>): Promise<Done> {
  const seller = await lockSeller(transaction, sellerId);
  if (seller?.state === 'closing') return { ok: true };
  const moved = await moveSeller(transaction, sellerId, 'close');
  if (!moved.ok) return refused(moved.state);
  await updateListed(transaction, { sellerId });
  await withdrawProductApprovals(transaction, sellerId);
  await archiveForClosing(transaction, sellerId);
  await auditSeller(transaction, 'seller.closing', sellerId, details);
  return { ok: true };
}

/** The shop is what it was, with what closing has archived: open, or suspended for the reason that it still has. */
export async function reopenSeller({ db }: SellerService, sellerId: string, by: string): Promise<Done> {
  return db.transaction().execute(async (transaction) => {
    const seller = await lockSeller(transaction, sellerId);
    const moved = await moveSeller(transaction, sellerId, seller?.reason ? 'reopenSuspended' : 'reopen');
    if (!moved.ok) return refused(moved.state);
    await unarchiveAfterClosing(transaction, sellerId);
    await updateListed(transaction, { sellerId });
    await auditSeller(transaction, 'seller.reopened', sellerId, { by });
    return { ok: true };
  });
}

/** Closes for good what is closing, where nothing is open any more; `by` an owner who does not wait for it. */
export async function finishClosing(service: SellerService, sellerId: string, by?: string): Promise<Done> {
  return service.db.transaction().execute(async (transaction) => {
    const seller = await lockSeller(transaction, sellerId);
    if (seller?.state !== 'closing') return refused(seller?.state ?? null);
    const open = await countOpen(transaction, sellerId);
    const unpaid = await service.unpaidCents(transaction, sellerId);
    if (open.openOrders > 0 || unpaid > 0) return notDone(409, openSentence(open, unpaid));
    const moved = await moveSeller(transaction, sellerId, 'finish', { closed_at: service.now() });
    if (!moved.ok) return refused(moved.state);
    await unmakeSellers(transaction, await listMemberAccounts(transaction, sellerId));
    await auditSeller(transaction, 'seller.closed', sellerId, by ? { by } : {}, { kind: by ? 'customer' : 'job' });
    await sendMails(
      service,
      transaction,
      sellerClosedMails(service.shop, await mailedSeller(transaction, moved.seller)),
    );
    return { ok: true };
  });
}

/** Closes what has nothing open any more, now and then; answers how to stop. */
export function finishClosingRegularly(service: SellerService): () => Promise<void> {
  return runRegularly({
    db: service.db,
    ...jobOf('close sellers'),
    async work() {
      const before = new Date(service.now().getTime() - GRACE_MS);
      for (const sellerId of await listClosing(service.db, before, SELLERS)) await finishClosing(service, sellerId);
    },
    onError: (error) => service.log.error({ part: 'api', error: (error as Error).stack }, 'sellers were not closed'),
  });
}

function openSentence({ openOrders }: OpenThings, unpaid: number): string {
  const orders = openOrders === 1 ? 'One order is open' : `${openOrders} orders are open`;
  if (openOrders > 0) return `${orders}: deliver or refund first. The shop closes by itself then.`;
  return `${formatCents(unpaid)} is not paid out yet: ask for a payout in My Wallet. The shop closes by itself when it has arrived.`;
}

function refused(state: Parameters<typeof stateSentence>[0] | null): NotDone {
  return state
    ? notDone(409, stateSentence(state))
    : notDone(404, 'There is no such shop, or you are not a member of it.');
}
