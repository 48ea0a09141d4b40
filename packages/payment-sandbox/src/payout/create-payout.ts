import { relyOnAccount } from '../account/account.store.ts';
import { transfersStatus } from '../account/requirements.rules.ts';
import { addMovement } from '../balance/add-movement.ts';
import { lockBalance, markPaidOut, readAvailable } from '../balance/balance.store.ts';
import { emit } from '../event/emit.ts';
import { invalid, noSuch, ProviderError } from '../protocol/errors.ts';
import { newId } from '../protocol/new-id.ts';
import { type Sandbox, settlesAt } from '../sandbox.ts';
import type { Db, Metadata, Payout, PayoutBankAccount } from '../schema.ts';
import { readSwitches } from '../switches/switches.store.ts';
import { payoutObject } from './payout.object.ts';
import { addPayout } from './payout.store.ts';
import { platformBank } from './platform-bank.ts';

type NewPayout = {
  /** Minor units; null: all that can be paid out, as the provider does by itself where it pays out by a schedule. */
  amount: number | null;
  currency: string;
  destination?: string | undefined;
  description?: string | undefined;
  statement_descriptor?: string | undefined;
  method?: 'standard' | 'instant' | undefined;
  metadata: Metadata;
};

const DAY_MS = 24 * 60 * 60_000;
const DAYS_TO_ARRIVE = 2;

/** Sends money from the balance of an account (null: the platform) to its bank. It leaves the balance now. */
export async function createPayout(
  transaction: Db,
  sandbox: Pick<Sandbox, 'now' | 'listensTo' | 'settleMs'>,
  account: string | null,
  asked: NewPayout,
): Promise<Payout> {
  const now = sandbox.now();
  const { currency } = asked;
  const bank = account === null ? platformBank : await bankOf(transaction, account, currency);
  if (asked.destination !== undefined && asked.destination !== bank.id)
    throw noSuch('external account', asked.destination, 'destination', 400);
  await lockBalance(transaction, account);
  const available = await readAvailable(transaction, account, currency, now);
  const amount = asked.amount ?? available;
  if (amount > available || amount < 1)
    throw new ProviderError(
      'balance_insufficient',
      'You have insufficient funds in your Stripe account for this payout. What has come in may not be available yet: the balance says how much is.',
    );
  const id = newId('po');
  const { id: movement } = await addMovement(transaction, {
    account,
    type: 'payout',
    reporting_category: 'payout',
    amount: -amount,
    currency,
    source: id,
    description: asked.description ?? 'STRIPE PAYOUT',
    created_at: now,
  });
  if (asked.amount === null) await markPaidOut(transaction, { account, currency, payout: id, now });
  const { payouts_end: ends } = await readSwitches(transaction);
  const payout = await addPayout(transaction, {
    id,
    account,
    amount,
    currency,
    description: asked.description ?? null,
    statement_descriptor: asked.statement_descriptor ?? null,
    metadata: JSON.stringify(asked.metadata),
    method: asked.method ?? 'standard',
    automatic: asked.amount === null,
    bank_account: JSON.stringify(bank),
    status: 'pending',
    ends: ends === 'paid' ? bank.ends : ends,
    settles_at: settlesAt(sandbox),
    arrives_at: new Date(now.getTime() + DAYS_TO_ARRIVE * DAY_MS),
    balance_transaction: movement,
    original_payout: null,
    created_at: now,
  });
  await emit(transaction, sandbox, [{ type: 'payout.created', object: payoutObject(payout), account }]);
  return payout;
}

/** Where the money of a connected account goes; it stays so until the transaction ends. */
async function bankOf(transaction: Db, id: string, currency: string): Promise<PayoutBankAccount> {
  const account = await relyOnAccount(transaction, id);
  if (!account || account.closed_at || transfersStatus(account) !== 'active')
    throw new ProviderError(
      'payouts_not_allowed',
      'Payouts are not enabled on this account: its requirements say what is still needed.',
    );
  if (!account.bank_account || account.currency !== currency)
    throw invalid('currency', `Sorry, you don't have any external accounts in that currency (${currency}).`);
  return account.bank_account;
}
