// State changes of a payout, whoever reports them: the staff of a bank transfer, the provider of its own.
import type { Transaction } from 'kysely';
import type { PayoutState } from '#contract/money/payout.ts';
import { post } from '#ledger/post.ts';
import { isMailable } from '#mail/mailer.ts';
import type { Actor } from '#platform/audit/audit-log.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { canTake } from '#platform/state/transitions.rules.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { findSeller, mailedSeller } from '../../selling/ports.ts';
import { payoutCameBack, payoutLeft } from '../wallet/posting/payout.posting.rules.ts';
import { lockPayout, movePayout, type StoredPayout } from './payout.store.ts';
import { payoutCameBackMails } from './payout-mails.rules.ts';
import type { PayoutService } from './payout-service.ts';
import { type PayoutStep, payoutTransitions } from './payout-states.rules.ts';

type Db = Transaction<ApiTables>;
export type Mover = { actor: Actor; by: string };

/** Changes a payout in its own transaction, if there is one with this id. */
export function withPayout<T>(
  { db }: Pick<PayoutService, 'db'>,
  payoutId: string,
  change: (transaction: Db, payout: StoredPayout) => Promise<T>,
): Promise<T | undefined> {
  return inTransaction(db, async (transaction) => {
    const payout = await lockPayout(transaction, payoutId);
    return payout && (await change(transaction, payout));
  });
}

/** It is on its way. `left`: the provider has the money. The payout must be locked. Does nothing where it cannot become so. */
export async function recordSent(
  transaction: Db,
  { now }: PayoutService,
  payout: StoredPayout,
  given: Mover & { left: boolean; transfer?: string },
): Promise<StoredPayout> {
  if (!canTake<PayoutState>(payoutTransitions.send, payout.state)) return payout;
  const at = now();
  if (given.left) post(transaction, payoutLeft(payout, at));
  const change = { sent_at: at, has_left: given.left, transfer: given.transfer ?? null };
  return noted(transaction, payout, given, 'send', change);
}

/** It has arrived. */
export async function recordPaid(
  transaction: Db,
  { now }: PayoutService,
  payout: StoredPayout,
  given: Mover,
): Promise<StoredPayout> {
  if (!canTake<PayoutState>(payoutTransitions.arrive, payout.state)) return payout;
  const at = now();
  if (!payout.has_left) post(transaction, payoutLeft(payout, at));
  return noted(transaction, payout, given, 'arrive', { paid_at: at, has_left: true });
}

/** It has not arrived, or was sent back after it had: the money is the shop's again. Its owners are told. */
export async function recordFailed(
  transaction: Db,
  service: PayoutService,
  payout: StoredPayout,
  given: Mover & { reason: string },
): Promise<StoredPayout> {
  const step = payout.state === 'paid' ? 'return' : 'fail';
  if (!canTake<PayoutState>(payoutTransitions[step], payout.state)) return payout;
  const at = service.now();
  const { reason } = given;
  const over = { next_check_at: null, stuck_since: null, stuck_because: null };
  const change = { failure: reason, ended_at: at, ...over };
  const after = await noted(transaction, payout, given, step, change, { reason });
  post(transaction, payoutCameBack(payout, { kind: `payout_${payoutTransitions[step].to}`, reason, at }));
  const seller = await findSeller(transaction, payout.seller_id);
  if (!seller) return after;
  const { payout_id: payoutId, amount_cents: cents } = payout;
  const mails = payoutCameBackMails(service.shop, await mailedSeller(transaction, seller), { payoutId, cents, reason });
  for (const mail of mails) if (isMailable(mail.to)) await service.sendMail(transaction, mail);
  return after;
}

async function noted(
  transaction: Db,
  payout: StoredPayout,
  { actor, by }: Mover,
  step: PayoutStep,
  change: Parameters<typeof movePayout>[3],
  more: Record<string, string> = {},
): Promise<StoredPayout> {
  const { payout_id: id, seller_id: seller, amount_cents: cents } = payout;
  await recordAudit(transaction, actor, {
    action: `payout.${payoutTransitions[step].to}`,
    subject: { kind: 'payout', id },
    details: { by, seller, cents, ...more },
  });
  return movePayout(transaction, id, step, change);
}
