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
import type { Db, Transfer } from '../schema.ts';
import { createTransfer } from './create-transfer.ts';
import { reverseTransfer } from './reverse-transfer.ts';
import { shownTransfer } from './shown-transfer.ts';
import { reversalObject } from './transfer.object.ts';
import {
  findReversal,
  findTransfer,
  listReversals,
  listTransfers,
  lockTransfer,
  updateReversal,
  updateTransfer,
} from './transfer.store.ts';

const expandable = ['balance_transaction'] as const;
const currency = text(3).superRefine((code, context) => {
  if (!isCurrency(code)) refuse(context, `Invalid currency: ${code}`);
});
const retrieve = z.strictObject({ expand: expand(...expandable) });
const list = z.strictObject({
  ...paging,
  created: timeRange.optional(),
  destination: text().exactOptional(),
  transfer_group: text().exactOptional(),
  expand: expandEach(...expandable),
});
const create = z.strictObject({
  amount: transferAmount.optional(),
  currency,
  destination: text(),
  description: text().optional(),
  metadata,
  source_transaction: text().optional(),
  source_type: oneOf('card', 'bank_account').optional(),
  transfer_group: text().optional(),
  expand: expand(...expandable),
});
const update = z.strictObject({ description: text().optional(), metadata, expand: expand(...expandable) });
const reverse = z.strictObject({
  amount: transferAmount.optional(),
  description: text().optional(),
  metadata,
  refund_application_fee: oneOf('false').optional(),
  expand: expand(...expandable),
});
const listOfReversals = z.strictObject({ ...paging, expand: expandEach(...expandable) });
const updateOfReversal = z.strictObject({ metadata, expand: expand(...expandable) });

export function transferRoutes(sandbox: Sandbox): Hono<Env> {
  const { db, now } = sandbox;
  const app = new Hono<Env>();
  const shown = (db: Db, transfer: Transfer, expanded: ReadonlySet<string>) =>
    shownTransfer(db, transfer, expanded.size > 0 ? { now: now() } : undefined);
  const shownReversal = (db: Db, object: object, expanded: ReadonlySet<string>) =>
    expanded.size > 0 ? expandedMovement(db, object, null, now()) : object;

  app.get(
    '/transfers',
    reads(list, async ({ limit, starting_after, expand, ...filter }) => {
      const paging = { limit, starting_after };
      const page = await pageOf('transfer', paging, (id) => findTransfer(db, id));
      const transfers = await listTransfers(db, filter, page);
      return listObject('/v1/transfers', paging, transfers, (transfer) => shown(db, transfer, expand));
    }),
  );

  app.post(
    '/transfers',
    writes(sandbox, create, async (transaction, { expand, amount, source_type: _any, ...asked }) => {
      const transfer = await createTransfer(transaction, sandbox, {
        amount,
        currency: asked.currency,
        destination: asked.destination,
        description: asked.description,
        metadata: asked.metadata,
        source_transaction: asked.source_transaction,
        transfer_group: asked.transfer_group,
      });
      return shown(transaction, transfer, expand);
    }),
  );

  app.get(
    '/transfers/:id{\\w+}',
    reads(retrieve, async ({ expand }, id) => {
      const transfer = await findTransfer(db, id);
      if (!transfer) throw noSuch('transfer', id, 'id', 404);
      return shown(db, transfer, expand);
    }),
  );

  app.post(
    '/transfers/:id{\\w+}',
    writes(sandbox, update, async (transaction, { description, metadata, expand }, id) => {
      const before = await lockTransfer(transaction, id);
      if (!before) throw noSuch('transfer', id, 'id', 404);
      const transfer = await updateTransfer(transaction, id, {
        metadata: JSON.stringify({ ...before.metadata, ...metadata }),
        ...(description !== undefined && { description }),
      });
      const previous = { metadata: before.metadata, description: before.description };
      const object = await shownTransfer(transaction, transfer);
      await emit(transaction, sandbox, [{ type: 'transfer.updated', object, previous }]);
      return shown(transaction, transfer, expand);
    }),
  );

  app.get(
    '/transfers/:id{\\w+}/reversals',
    reads(listOfReversals, async ({ expand, ...paging }, id) => {
      if (!(await findTransfer(db, id))) throw noSuch('transfer', id, 'id', 404);
      const page = await pageOf('transfer_reversal', paging, (reversal) => findReversal(db, id, reversal));
      const reversals = await listReversals(db, id, page);
      return listObject(`/v1/transfers/${id}/reversals`, paging, reversals, async (reversal) =>
        shownReversal(db, reversalObject(reversal), expand),
      );
    }),
  );

  app.post(
    '/transfers/:id{\\w+}/reversals',
    writes(sandbox, reverse, async (transaction, { amount, description, metadata, expand }, id) => {
      const reversal = await reverseTransfer(transaction, sandbox, id, { amount, description, metadata });
      return shownReversal(transaction, reversalObject(reversal), expand);
    }),
  );

  app.get(
    '/transfers/:id{\\w+}/reversals/:part{\\w+}',
    reads(retrieve, async ({ expand }, id, { part }) => {
      const reversal = await findReversal(db, id, part);
      if (!reversal) throw noSuch('transfer reversal', part, 'id', 404);
      return shownReversal(db, reversalObject(reversal), expand);
    }),
  );

  app.post(
    '/transfers/:id{\\w+}/reversals/:part{\\w+}',
    writes(sandbox, updateOfReversal, async (transaction, { metadata, expand }, id, { part }) => {
      // The lock of the transfer is that of its reversals.
      await lockTransfer(transaction, id);
      const before = await findReversal(transaction, id, part);
      if (!before) throw noSuch('transfer reversal', part, 'id', 404);
      const reversal = await updateReversal(transaction, part, JSON.stringify({ ...before.metadata, ...metadata }));
      return shownReversal(transaction, reversalObject(reversal), expand);
    }),
  );

  return app;
}
