import { Hono } from 'hono';
import { z } from 'zod';
import { accountObject } from '../account/account.object.ts';
import { lockAccount } from '../account/account.store.ts';
import { completeOnboarding } from '../account/complete-onboarding.ts';
import { addMovement } from '../balance/add-movement.ts';
import { makeAvailable, readBalances } from '../balance/balance.store.ts';
import { balanceTransactionObject } from '../balance/balance-transaction.object.ts';
import { letGo } from '../event/event.store.ts';
import { isCurrency } from '../money/currency.rules.ts';
import { createPayout } from '../payout/create-payout.ts';
import { payoutObject } from '../payout/payout.object.ts';
import { lockPayout } from '../payout/payout.store.ts';
import { payoutFailureCodes } from '../payout/payout-failures.rules.ts';
import { advancePayout, failPayout, movePayout } from '../payout/settle-payout.ts';
import { findPayoutAccount, payoutTestAccounts } from '../payout/test-bank-accounts.ts';
import { acts, type Env, reads, writes } from '../protocol/endpoint.ts';
import { noSuch } from '../protocol/errors.ts';
import { newId } from '../protocol/new-id.ts';
import { integer, oneOf, refuse, text } from '../protocol/parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import { type Db, type Payout, payoutEnds, webhookManners } from '../schema.ts';
import { readSwitches, turnSwitches } from '../switches/switches.store.ts';

/** Minor units, either way. */
const MOST_ADJUSTED = 99_999_999_999;
const LONGEST_DELAY = 30 * 24 * 3_600;

const nothing = z.strictObject({});
const currency = text(3).superRefine((code, context) => {
  if (!isCurrency(code)) refuse(context, `Invalid currency: ${code}`);
});
const switches = z.strictObject({
  available_after_seconds: integer({ least: 0, most: LONGEST_DELAY }).exactOptional(),
  payouts_end: oneOf(...payoutEnds).exactOptional(),
  webhooks: oneOf(...webhookManners).exactOptional(),
});
const onboarding = z.strictObject({
  document: oneOf('accepted', 'missing', 'rejected').default('accepted'),
  bank_account: oneOf(...payoutTestAccounts.map(({ number }) => number)).default('000123456789'),
});
const adjustment = z.strictObject({
  amount: integer({ least: -MOST_ADJUSTED, most: MOST_ADJUSTED }).superRefine((amount, context) => {
    if (amount === 0) refuse(context, 'This value must not be 0.', 'parameter_invalid_integer');
  }),
  currency,
  description: text().default('Adjustment'),
});
const failure = z.strictObject({ failure_code: oneOf(...payoutFailureCodes).optional() });
const release = z.strictObject({ order: oneOf('as_made', 'reversed').default('as_made') });

export function connectHelperRoutes(sandbox: Sandbox): Hono<Env> {
  const { db, now } = sandbox;
  const app = new Hono<Env>();

  app.get(
    '/test_helpers/switches',
    reads(nothing, async () => readSwitches(db)),
  );
  app.post(
    '/test_helpers/switches',
    writes(sandbox, switches, (transaction, changes) => turnSwitches(transaction, changes)),
  );

  // Form that the seller would fill in on the page of an account link.
  app.post(
    '/test_helpers/accounts/:id{\\w+}/complete_onboarding',
    writes(sandbox, onboarding, async (transaction, { document, bank_account: number }, id) => {
      const account = await lockAccount(transaction, id);
      const bank = findPayoutAccount(number);
      if (!account || account.closed_at || !bank) throw noSuch('account', id, 'id', 404);
      const identity = { country: 'us', entity_type: 'individual', ...account.identity };
      const done = await completeOnboarding(transaction, sandbox, account, { identity, bank, document });
      return accountObject(done.account, new Set(['configuration.recipient', 'requirements', 'identity']));
    }),
  );

  // Money comes to the balance from nowhere, or leaves it, below zero as well.
  app.post(
    '/test_helpers/balance/adjust',
    writes(sandbox, adjustment, async (transaction, asked, _id, { account }) => {
      const movement = await addMovement(transaction, {
        ...asked,
        account,
        type: 'adjustment',
        reporting_category: 'other_adjustment',
        source: newId('adj'),
        created_at: now(),
      });
      return balanceTransactionObject(movement, now());
    }),
  );
  app.post(
    '/test_helpers/balance/make_available',
    writes(sandbox, nothing, async (transaction, _params, _id, { account }) => {
      const moved = await makeAvailable(transaction, account, now());
      return { object: 'test_helpers.availability', moved, balances: await readBalances(transaction, account, now()) };
    }),
  );

  // As the provider pays out by itself, by a schedule: all that can be.
  app.post(
    '/test_helpers/payouts',
    writes(sandbox, z.strictObject({ currency }), async (transaction, { currency }, _id, { account }) =>
      payoutObject(await createPayout(transaction, sandbox, account, { amount: null, currency, metadata: {} })),
    ),
  );
  for (const [name, status] of [
    ['send', 'in_transit'],
    ['pay', 'paid'],
  ] as const)
    app.post(
      `/test_helpers/payouts/:id{\\w+}/${name}`,
      writes(sandbox, nothing, async (transaction, _params, id) =>
        payoutObject(await movePayout(transaction, sandbox, await payoutOf(transaction, id), status)),
      ),
    );
  app.post(
    '/test_helpers/payouts/:id{\\w+}/fail',
    writes(sandbox, failure, async (transaction, { failure_code }, id) =>
      payoutObject(await failPayout(transaction, sandbox, await payoutOf(transaction, id), failure_code ?? null)),
    ),
  );
  app.post(
    '/test_helpers/payouts/:id{\\w+}/advance',
    writes(sandbox, nothing, async (transaction, _params, id) =>
      payoutObject(await advancePayout(transaction, sandbox, await payoutOf(transaction, id))),
    ),
  );

  // Webhooks that the switch `webhooks` has held, one after the other.
  app.post(
    '/test_helpers/webhooks/release',
    acts(release, async ({ order }) => {
      const held = await letGo(db);
      const released = order === 'reversed' ? held.toReversed() : held;
      for (const id of released) await sandbox.notifyShop([id]);
      return { object: 'test_helpers.release', told: released };
    }),
  );

  return app;
}

async function payoutOf(transaction: Db, id: string): Promise<Payout> {
  const payout = await lockPayout(transaction, id);
  if (!payout) throw noSuch('payout', id, 'payout', 404);
  return payout;
}
