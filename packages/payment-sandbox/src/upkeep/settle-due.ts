import { listDueSessions } from '../checkout-session/checkout-session.store.ts';
import { settleDebit } from '../paying/settle-debit.ts';
import { listDuePayouts } from '../payout/payout.store.ts';
import { advanceDuePayout } from '../payout/settle-payout.ts';
import { ProviderError } from '../protocol/errors.ts';
import { listDueRefunds } from '../refund/refund.store.ts';
import { settleRefund } from '../refund/settle-refund.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Db } from '../schema.ts';

/** The others wait for the next turn. */
const MOST_AT_ONCE = 100;

/** Ends the debits and refunds, and moves the payouts, whose time has come, one transaction each. */
export async function settleDue(sandbox: Sandbox): Promise<void> {
  const { db, now } = sandbox;
  for (const { id, plan } of await listDueSessions(db, now(), MOST_AT_ONCE))
    await unlessDone(db, (transaction) => settleDebit(transaction, sandbox, id, plan.declinesLater ?? null));
  for (const id of await listDuePayouts(db, now(), MOST_AT_ONCE))
    await unlessDone(db, (transaction) => advanceDuePayout(transaction, sandbox, id));
  for (const refund of await listDueRefunds(db, now(), MOST_AT_ONCE))
    await unlessDone(db, (transaction) => settleRefund(transaction, sandbox, refund, refund.becomes ?? 'succeeded'));
}

/** Somebody else may have done it meanwhile. */
async function unlessDone(db: Db, settle: (transaction: Db) => Promise<unknown>): Promise<void> {
  await db
    .transaction()
    .execute(settle)
    .catch((error) => {
      if (!(error instanceof ProviderError)) throw error;
    });
}
