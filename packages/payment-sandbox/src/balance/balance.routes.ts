import { Hono } from 'hono';
import { z } from 'zod';
import { findPayout } from '../payout/payout.store.ts';
import { type Env, reads } from '../protocol/endpoint.ts';
import { invalid, noSuch } from '../protocol/errors.ts';
import { listObject, pageOf } from '../protocol/list-object.ts';
import { expand, expandEach, paging, text } from '../protocol/parameters.ts';
import { timeRange } from '../protocol/time-range.ts';
import type { Sandbox } from '../sandbox.ts';
import type { BalanceTransaction, Db } from '../schema.ts';
import { type CurrencyBalance, findMovement, listMovements, readBalances } from './balance.store.ts';
import { balanceTransactionObject } from './balance-transaction.object.ts';
import { sourceObject } from './source-object.ts';

const expandable = ['source'] as const;
const nothing = z.strictObject({ expand: expand() });
const retrieve = z.strictObject({ expand: expand(...expandable) });
const list = z.strictObject({
  ...paging,
  created: timeRange.optional(),
  currency: text(3).exactOptional(),
  payout: text().exactOptional(),
  source: text().exactOptional(),
  type: text().exactOptional(),
  expand: expandEach(...expandable),
});

/** Balance of the platform, or of the connected account that the request is made for. */
export function balanceRoutes({ db, now }: Sandbox): Hono<Env> {
  const app = new Hono<Env>();

  async function shown(db: Db, movement: BalanceTransaction, expanded: ReadonlySet<string>): Promise<object> {
    const object = balanceTransactionObject(movement, now());
    if (!expanded.has('source') || movement.source === null) return object;
    return { ...object, source: (await sourceObject(db, movement.source)) ?? movement.source };
  }

  app.get(
    '/balance',
    reads(nothing, async (_params, _id, { account }) => {
      const balances = await readBalances(db, account, now());
      return balanceObject(balances.length > 0 ? balances : [nothingIn('usd')], account);
    }),
  );

  app.get(
    '/balance_transactions',
    reads(list, async ({ limit, starting_after, expand, ...filter }, _id, { account }) => {
      if (filter.payout !== undefined) await refuseManual(db, filter.payout, account);
      const paging = { limit, starting_after };
      const page = await pageOf('balance_transaction', paging, (id) => findMovement(db, id, account));
      const movements = await listMovements(db, account, filter, page);
      return listObject('/v1/balance_transactions', paging, movements, (movement) => shown(db, movement, expand));
    }),
  );

  app.get(
    '/balance_transactions/:id{\\w+}',
    reads(retrieve, async ({ expand }, id, { account }) => {
      const movement = await findMovement(db, id, account);
      if (!movement) throw noSuch('balance transaction', id, 'id', 404);
      return shown(db, movement, expand);
    }),
  );

  return app;
}

/** Only of an automatic payout the provider knows what it is made of. */
async function refuseManual(db: Db, id: string, account: string | null) {
  const payout = await findPayout(db, id, account);
  if (!payout) throw noSuch('payout', id, 'payout', 400);
  if (!payout.automatic)
    throw invalid('payout', 'Balance transaction history can only be filtered on automatic payouts, not manual.');
}

function nothingIn(currency: string): CurrencyBalance {
  return { currency, available: 0, pending: 0, reserved: 0 };
}

function balanceObject(balances: CurrencyBalance[], account: string | null): object {
  const amounts = (of: 'available' | 'pending' | 'reserved') =>
    balances.map(({ currency, [of]: amount }) => ({ amount, currency, source_types: { card: amount } }));
  return {
    object: 'balance',
    available: amounts('available'),
    ...(account === null && { connect_reserved: amounts('reserved') }),
    livemode: false,
    pending: amounts('pending'),
  };
}
