import { Hono } from 'hono';
import { z } from 'zod';
import { expandedMovement } from '../balance/expanded-movement.ts';
import { emit } from '../event/emit.ts';
import { isCurrency } from '../money/currency.rules.ts';
import { transferAmount } from '../money/transfer-amount.ts';
import { type Env, reads, writes } from '../protocol/endpoint.ts';
import { noSuch } from '../protocol/errors.ts';
import { listObject, pageOf } from '../protocol/list-object.ts';
import { expand, expandEach, metadata, oneOf, paging, refuse, text } from '../protocol/parameters.ts';
import { timeRange } from '../protocol/time-range.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Db, Payout } from '../schema.ts';
import { createPayout } from './create-payout.ts';
import { payoutObject } from './payout.object.ts';
import { findPayout, listPayouts, lockPayout, updatePayout } from './payout.store.ts';
import { cancelPayout, reversePayout } from './settle-payout.ts';

const expandable = ['balance_transaction', 'failure_balance_transaction'] as const;
const LONGEST_DESCRIPTOR = 22;
const retrieve = z.strictObject({ expand: expand(...expandable) });
const list = z.strictObject({
  ...paging,
  arrival_date: timeRange.optional(),
  created: timeRange.optional(),
  status: oneOf('pending', 'in_transit', 'paid', 'failed', 'canceled').exactOptional(),
  expand: expandEach(...expandable),
});
const create = z.strictObject({
  amount: transferAmount,
  currency: text(3).superRefine((code, context) => {
    if (!isCurrency(code)) refuse(context, `Invalid currency: ${code}`);
  }),
  description: text().optional(),
  destination: text().optional(),
  metadata,
  method: oneOf('standard', 'instant').optional(),
  source_type: oneOf('card', 'bank_account').optional(),
  statement_descriptor: text(LONGEST_DESCRIPTOR).optional(),
  expand: expand(...expandable),
});
const change = z.strictObject({ metadata, expand: expand(...expandable) });

export function payoutRoutes(sandbox: Sandbox): Hono<Env> {
  const { db, now } = sandbox;
  const app = new Hono<Env>();

  async function shown(db: Db, payout: Payout, expanded: ReadonlySet<string>): Promise<object> {
    let object: object = payoutObject(payout);
    for (const name of expanded) object = await expandedMovement(db, object, payout.account, now(), name);
    return object;
  }

  app.get(
    '/payouts',
    reads(list, async ({ limit, starting_after, expand, ...filter }, _id, { account }) => {
      const paging = { limit, starting_after };
      const page = await pageOf('payout', paging, (id) => findPayout(db, id, account));
      const payouts = await listPayouts(db, account, filter, page);
      return listObject('/v1/payouts', paging, payouts, (payout) => shown(db, payout, expand));
    }),
  );

  app.post(
    '/payouts',
    writes(sandbox, create, async (transaction, { expand, source_type: _any, ...asked }, _id, { account }) =>
      shown(transaction, await createPayout(transaction, sandbox, account, asked), expand),
    ),
  );

  app.get(
    '/payouts/:id{\\w+}',
    reads(retrieve, async ({ expand }, id, { account }) => {
      const payout = await findPayout(db, id, account);
      if (!payout) throw noSuch('payout', id, 'payout', 404);
      return shown(db, payout, expand);
    }),
  );

  app.post(
    '/payouts/:id{\\w+}',
    writes(sandbox, change, async (transaction, { metadata, expand }, id, { account }) => {
      const before = await lockedPayout(transaction, id, account);
      const changed = JSON.stringify({ ...before.metadata, ...metadata });
      const payout = await updatePayout(transaction, id, { metadata: changed });
      const previous = { metadata: before.metadata };
      await emit(transaction, sandbox, [{ type: 'payout.updated', object: payoutObject(payout), previous, account }]);
      return shown(transaction, payout, expand);
    }),
  );

  app.post(
    '/payouts/:id{\\w+}/cancel',
    writes(sandbox, retrieve, async (transaction, { expand }, id, { account }) => {
      const payout = await lockedPayout(transaction, id, account);
      return shown(transaction, await cancelPayout(transaction, sandbox, payout), expand);
    }),
  );

  app.post(
    '/payouts/:id{\\w+}/reverse',
    writes(sandbox, change, async (transaction, { metadata, expand }, id, { account }) => {
      const payout = await lockedPayout(transaction, id, account);
      return shown(transaction, await reversePayout(transaction, sandbox, payout, metadata), expand);
    }),
  );

  return app;
}

async function lockedPayout(transaction: Db, id: string, account: string | null): Promise<Payout> {
  const payout = await lockPayout(transaction, id);
  if (!payout || payout.account !== account) throw noSuch('payout', id, 'payout', 404);
  return payout;
}
