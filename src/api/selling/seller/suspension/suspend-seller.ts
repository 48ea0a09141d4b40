// Suspending a shop, and taking that back. From the moment on nothing of it is in the catalogue or can be paid for; what was paid stays.

import type { Transaction } from 'kysely';
import type { Marketplace } from '#contract/marketplace.ts';
import type { SellerState } from '#contract/selling/seller.ts';
import { isMailable, type Message, type SendMail } from '#mail/mailer.ts';
import { recordAudit } from '../../../audit/audit.ts';
import { recordEvent } from '../../../event/event.store.ts';
import type { Db } from '../../../schema/db.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { updateListed } from '../../listing/listed.store.ts';
import { mailedSeller, moveSeller } from '../seller.store.ts';
import type { MailedSeller } from '../seller-mails.rules.ts';
import type { SellerStep } from '../seller-state.rules.ts';
import { reinstatedMail, suspendedMail } from './suspension-mails.ts';

export type Suspending = {
  db: Db;
  sendMail: SendMail;
  shop: Marketplace;
  /** Ends the orders that wait for their payment and have something of a suspended shop. */
  endOrders: () => Promise<void>;
  /** The catalogue has changed. */
  refresh: () => Promise<void>;
};

/** `state`: the one that the shop is in, from which it cannot be done; null: there is no such shop. */
export type SuspensionOutcome = { ok: true } | { ok: false; state: SellerState | null };

/** `by` is the account that decides. */
export async function suspendSeller(
  deps: Suspending,
  sellerId: string,
  { reason, by }: { reason: string; by: string },
): Promise<SuspensionOutcome> {
  const outcome = await move(deps, sellerId, {
    step: 'suspend',
    reason,
    by,
    mail: (seller, to) =>
      suspendedMail(deps.shop, { to, sellerName: seller.name, sellerAddress: seller.address, reason }),
  });
  // After the commit: an order that was being placed meanwhile is seen too.
  if (outcome.ok) await deps.endOrders();
  return outcome;
}

export function reinstateSeller(
  deps: Suspending,
  sellerId: string,
  { by }: { by: string },
): Promise<SuspensionOutcome> {
  return move(deps, sellerId, {
    step: 'reinstate',
    reason: '',
    by,
    mail: (seller, to) => reinstatedMail(deps.shop, { to, sellerName: seller.name, sellerAddress: seller.address }),
  });
}

type Move = {
  step: 'suspend' | 'reinstate';
  reason: string;
  by: string;
  mail: (seller: MailedSeller, to: string) => Message;
};

const actions = { suspend: 'seller.suspended', reinstate: 'seller.reinstated' } as const satisfies Partial<
  Record<SellerStep, string>
>;

async function move(deps: Suspending, sellerId: string, { step, reason, by, mail }: Move): Promise<SuspensionOutcome> {
  const outcome = await deps.db.transaction().execute(async (transaction): Promise<SuspensionOutcome> => {
    const moved = await moveSeller(transaction, sellerId, step, { reason });
    if (!moved.ok) return moved;
    const changed = await updateListed(transaction, { sellerId });
    await recordAudit(
      transaction,
      { kind: 'customer' },
      {
        action: actions[step],
        subject: { kind: 'seller', id: sellerId },
        details: { by, products: changed.length, ...(reason && { reason }) },
        changes: { suspended: { before: step !== 'suspend', after: step === 'suspend' } },
      },
    );
    if (step === 'suspend') await recordEvent(transaction, sellerId, 'seller.suspended', { reason });
    await mailOwners(transaction, deps, await mailedSeller(transaction, moved.seller), mail);
    return { ok: true };
  });
  if (outcome.ok) await deps.refresh();
  return outcome;
}

async function mailOwners(
  transaction: Transaction<ApiTables>,
  { sendMail }: Suspending,
  seller: MailedSeller,
  mail: Move['mail'],
): Promise<void> {
  for (const to of seller.owners) if (isMailable(to)) await sendMail(transaction, mail(seller, to));
}
