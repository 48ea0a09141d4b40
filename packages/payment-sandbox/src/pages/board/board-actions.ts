// Actions of the board's buttons: the same as the test helpers of the API.
import { completeOnboarding } from '../../account/complete-onboarding.ts';
import { openAccount } from '../../account/open-account.ts';
import { addMovement } from '../../balance/add-movement.ts';
import { makeAvailable } from '../../balance/balance.store.ts';
import { letGo } from '../../event/event.store.ts';
import { createPayout } from '../../payout/create-payout.ts';
import { lockPayout } from '../../payout/payout.store.ts';
import { isPayoutFailure } from '../../payout/payout-failures.rules.ts';
import { failPayout, movePayout } from '../../payout/settle-payout.ts';
import { findPayoutAccount } from '../../payout/test-bank-accounts.ts';
import { noSuch, ProviderError } from '../../protocol/errors.ts';
import { newId } from '../../protocol/new-id.ts';
import type { Sandbox } from '../../sandbox.ts';
import { type Db, type Payout, payoutEnds, webhookManners } from '../../schema.ts';
import { turnSwitches } from '../../switches/switches.store.ts';

const CURRENCY = 'usd';
const LONGEST_WAIT = 30 * 24 * 3_600;

type Action = (sandbox: Sandbox, form: URLSearchParams) => Promise<string>;

/** By the value of their button. Each answers what was done, for whoever has pressed it. */
export const boardActions: Record<string, Action> = {
  async turn(sandbox, form) {
    const seconds = Number(form.get('available_after_seconds'));
    const payouts_end = payoutEnds.find((name) => name === form.get('payouts_end'));
    const webhooks = webhookManners.find((name) => name === form.get('webhooks'));
    if (!Number.isInteger(seconds) || seconds < 0 || seconds > LONGEST_WAIT || !payouts_end || !webhooks)
      throw refused('Choose one of each.');
    await turnSwitches(sandbox.db, { available_after_seconds: seconds, payouts_end, webhooks });
    return 'The switches are set.';
  },

  async release(sandbox, form) {
    const held = await letGo(sandbox.db);
    for (const id of form.get('order') === 'reversed' ? held.toReversed() : held) await sandbox.notifyShop([id]);
    return `${held.length} held webhooks were sent.`;
  },

  onboard: inTransaction(async (transaction, sandbox, form) => {
    const account = await openAccount(transaction, accountIn(form) ?? '');
    const document = (['accepted', 'missing', 'rejected'] as const).find((name) => name === form.get('document'));
    const bank = account.bank_account ?? findPayoutAccount('000123456789');
    if (!document || !bank) throw refused('Choose what becomes of the document.');
    const identity = { country: 'us', entity_type: 'individual', ...account.identity };
    const { id: _old, ...place } = { id: '', ...bank };
    await completeOnboarding(transaction, sandbox, account, { identity, bank: place, document });
    return `The onboarding of ${account.id} went on.`;
  }),

  available: inTransaction(async (transaction, sandbox, form) => {
    const moved = await makeAvailable(transaction, accountIn(form), sandbox.now());
    return moved === 0 ? 'Nothing was waiting.' : 'What was waiting can be used now.';
  }),

  adjust: inTransaction(async (transaction, sandbox, form) => {
    const typed = (form.get('amount') ?? '').trim();
    const amount = /^-?\d{1,9}(\.\d{2})?$/.test(typed) ? Math.round(Number(typed) * 100) : 0;
    if (amount === 0) throw refused('Type an amount such as 25.00 or -25.00.');
    const account = accountIn(form);
    if (account !== null) await openAccount(transaction, account);
    await addMovement(transaction, {
      account,
      type: 'adjustment',
      reporting_category: 'other_adjustment',
      amount,
      currency: CURRENCY,
      source: newId('adj'),
      description: 'Adjustment on the board',
      created_at: sandbox.now(),
    });
    return 'The balance was changed.';
  }),

  pay_out: inTransaction(async (transaction, sandbox, form) => {
    const asked = { amount: null, currency: CURRENCY, metadata: {} };
    const { id } = await createPayout(transaction, sandbox, accountIn(form), asked);
    return `${id} was made.`;
  }),

  send: inTransaction(async (transaction, sandbox, form) => {
    const { id } = await movePayout(transaction, sandbox, await payoutIn(transaction, form), 'in_transit');
    return `${id} is on its way.`;
  }),

  pay: inTransaction(async (transaction, sandbox, form) => {
    const { id } = await movePayout(transaction, sandbox, await payoutIn(transaction, form), 'paid');
    return `${id} has arrived.`;
  }),

  fail: inTransaction(async (transaction, sandbox, form) => {
    const code = form.get('failure_code') ?? '';
    const payout = await payoutIn(transaction, form);
    const { id } = await failPayout(transaction, sandbox, payout, isPayoutFailure(code) ? code : null);
    return `${id} has failed.`;
  }),
};

function inTransaction(act: (transaction: Db, sandbox: Sandbox, form: URLSearchParams) => Promise<string>): Action {
  return (sandbox, form) => sandbox.db.transaction().execute((transaction) => act(transaction, sandbox, form));
}

/** Null: the platform. */
function accountIn(form: URLSearchParams): string | null {
  return form.get('account') || null;
}

async function payoutIn(transaction: Db, form: URLSearchParams): Promise<Payout> {
  const id = form.get('payout') ?? '';
  const payout = await lockPayout(transaction, id);
  if (!payout) throw noSuch('payout', id, 'payout', 404);
  return payout;
}

function refused(message: string): ProviderError {
  return new ProviderError('state_forbids', message);
}
