// Money of a wallet on its way back to the cards that it came from: taken from the wallet when that is decided, and asked for at the provider
// once it is committed.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Withdrawal } from '#contract/money/buyer-wallet.ts';
import type { Refused } from '#contract/refusal.ts';
import { post } from '#ledger/post.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { payInMoved } from '../wallet/posting/buyer-wallet.posting.rules.ts';
import { partsOfWithdrawal, stateOfWithdrawal, withdrawableCents } from './buyer-wallet.rules.ts';
import { findWallet, lockWallet } from './buyer-wallet.store.ts';
import type { BuyerWalletService } from './buyer-wallet-service.ts';
import { carryOutReturns } from './carry-out-returns.ts';
import { listReturnable, type StoredPayIn } from './pay-in.store.ts';
import { insertReturns, listWithdrawal } from './pay-in-refund.store.ts';

type Asked = { accountId: string; cents: number; requestKey: string };
type Withdrawn = { withdrawal: { cents: number; state: Withdrawal['state'] } };

/** Back to the cards of the pay-ins, newest first. The same key is the same withdrawal. */
export async function withdraw(service: BuyerWalletService, asked: Asked): Promise<Withdrawn | Refused> {
  const { accountId, cents, requestKey } = asked;
  const refused = await inTransaction(service.db, (transaction) => decide(transaction, service, asked));
  if (refused) return refused;
  await carryOutReturns(service, { accountId, requestKey });
  const parts = await listWithdrawal(service.db, accountId, requestKey);
  return { withdrawal: { cents, state: stateOfWithdrawal(parts.map(({ state }) => state)) } };
}

/** Null: it is decided, now or before. */
async function decide(
  transaction: Transaction<ApiTables>,
  service: BuyerWalletService,
  { accountId, cents, requestKey }: Asked,
): Promise<Refused | null> {
  await lockWallet(transaction, accountId);
  const known = await listWithdrawal(transaction, accountId, requestKey);
  if (known.length > 0) {
    const before = known.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    return before === cents ? null : { refused: { code: 'request_key_reused' } };
  }
  const now = service.now();
  const most = withdrawableCents(await findWallet(transaction, accountId, now));
  if (cents > most) return { refused: { code: 'withdrawal_too_large', mostCents: most } };
  const parts = partsOfWithdrawal(await listReturnable(transaction, accountId), cents).map((part, place) => ({
    ...part,
    pay_in_refund_id: randomUUID(),
    account_id: accountId,
    origin: 'withdrawal' as const,
    request_key: requestKey,
    place,
    wallet_cents: part.amount_cents,
    next_attempt_at: now,
    created_at: now,
  }));
  await insertReturns(transaction, parts);
  for (const part of parts) post(transaction, payInMoved('withdrawal', part, { reason: '', at: now }));
  await recordAudit(transaction, service.actor, {
    action: 'wallet.withdrawn',
    subject: { kind: 'account', id: accountId },
    details: { cents },
  });
  return null;
}

/** Withdraws money back in the wallet of a deleted account: to the cards that it was paid in from, as far as it came from cards. */
export async function withdrawOfEnded(service: BuyerWalletService, accountId: string): Promise<void> {
  const cents = withdrawableCents(await findWallet(service.db, accountId, service.now()));
  if (cents > 0) await withdraw(service, { accountId, cents, requestKey: `ended ${randomUUID()}` });
}

/** Returns a pay-in whose account was deleted: it has just come into the wallet, by this transaction, and goes back. */
export async function returnUnwanted(
  transaction: Transaction<ApiTables>,
  { pay_in_id, account_id, amount_cents }: StoredPayIn,
  now: Date,
): Promise<void> {
  const back = { pay_in_refund_id: randomUUID(), pay_in_id, account_id, amount_cents, wallet_cents: amount_cents };
  await insertReturns(transaction, [
    { ...back, origin: 'unwanted', request_key: null, next_attempt_at: now, created_at: now },
  ]);
  post(transaction, payInMoved('withdrawal', back, { reason: 'the account was deleted', at: now }));
}
