import { Hono } from 'hono';
import { z } from 'zod';
import { checkoutSessionObject } from '../checkout-session/checkout-session.object.ts';
import { findSession } from '../checkout-session/checkout-session.store.ts';
import { testBank, testRouting } from '../pages/test-accounts.ts';
import { payByDebit } from '../paying/pay-by-debit.ts';
import { settleDebit } from '../paying/settle-debit.ts';
import { acts, type Env, writes } from '../protocol/endpoint.ts';
import { noSuch, notOpen } from '../protocol/errors.ts';
import { oneOf } from '../protocol/parameters.ts';
import type { Sandbox } from '../sandbox.ts';

const nothing = z.strictObject({});
const settlement = z.strictObject({ outcome: oneOf('succeeded', 'failed') });

/** Payer where no page is filled in: the provider's own example of a customer. */
const account = { bank_name: testBank, last4: '6789', routing_number: testRouting };
const billing = { email: 'jenny@example.com', name: 'Jenny Rosen', country: 'US', postal_code: null };

export function debitHelperRoutes(sandbox: Sandbox): Hono<Env> {
  const app = new Hono<Env>();

  // Also where the session offers cards alone: it stands for a session from before the shop asked for that.
  app.post(
    '/test_helpers/checkout/sessions/:id{\\w+}/pay_by_debit',
    acts(nothing, async (_params, id) => {
      const before = await findSession(sandbox.db, id);
      if (before && before.status !== 'open') throw notOpen(before.status);
      const outcome = await payByDebit(sandbox, id, { account, billing, ends: 'paid' });
      if (outcome.kind === 'unknown') throw noSuch('checkout.session', id, 'session', 404);
      if (outcome.kind !== 'complete') throw notOpen(outcome.session.status);
      await sandbox.notifyShop(outcome.events);
      return checkoutSessionObject(outcome.session, sandbox.origin);
    }),
  );
  app.post(
    '/test_helpers/checkout/sessions/:id{\\w+}/settle',
    writes(sandbox, settlement, async (transaction, { outcome }, id) => {
      const declined = outcome === 'failed' ? 'lacks funds in the account' : null;
      return checkoutSessionObject(await settleDebit(transaction, sandbox, id, declined), sandbox.origin);
    }),
  );

  return app;
}
