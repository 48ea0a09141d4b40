import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { RefundState } from '#contract/ordering/order.ts';
import { requireMoved } from '#platform/state/transitions.rules.ts';
import type { RefundTable } from '../../schema/ordering.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { type RefundStep, refundTransitions } from './refund-states.rules.ts';

type Db = Kysely<ApiTables>;

export type DueRefund = {
  refund_id: string;
  order_id: string;
  amount_cents: number;
  state: RefundState;
  attempts: number;
  created_at: Date;
  destination: 'origin' | 'wallet';
  /** The provider's own id of it, once it has told one. */
  provider_id: string | null;
  /** Null where it was paid by transfer or check, or wholly from the wallet. */
  payment_intent: string | null;
  /** Null once the buyer has left. */
  account_id: string | null;
};

/** In place of the provider's id, for money that the operator gives back, and for money that goes to a wallet. */
export const BY_HAND = 'by hand';
export const IN_WALLET = 'in wallet';
const ofNobody: readonly string[] = [BY_HAND, IN_WALLET];

/** A refund, with the other one of two where it goes to two places: by the id of either. */
export async function listRefundParts(db: Db, refundId: string): Promise<Selectable<RefundTable>[]> {
  const first = db.selectFrom('api.refund').select(sql<string>`coalesce(part_of, refund_id)`.as('id'));
  return db
    .selectFrom('api.refund')
    .selectAll()
    .where((eb) => {
      const id = first.where('refund_id', '=', refundId);
      return eb.or([eb('refund_id', '=', id), eb('part_of', '=', id)]);
    })
    .execute();
}

/** Lists the provider's refunds of an order, beside what goes with the order itself. */
export async function listRefundsOfOrder(
  db: Db,
  orderId: string,
): Promise<Array<Pick<Selectable<RefundTable>, 'refund_id' | 'origin' | 'failure' | 'provider_id'>>> {
  return db
    .selectFrom('api.refund')
    .select(['refund_id', 'origin', 'failure', 'provider_id'])
    .where('order_id', '=', orderId)
    .execute();
}

/** The refund of an order that a request with this key asked for. */
export async function findRequestedRefund(
  db: Db,
  orderId: string,
  requestKey: string,
): Promise<Selectable<RefundTable> | undefined> {
  return db
    .selectFrom('api.refund')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
}

/** The refund of an order that the provider tells of, by the provider's id for it, or else by the shop's own. */
export async function findReportedRefund(
  db: Db,
  orderId: string,
  told: { refundId: string | null; providerId: string },
): Promise<Selectable<RefundTable> | null> {
  const { refundId, providerId } = told;
  const found = await db
    .selectFrom('api.refund')
    .selectAll()
    .where('order_id', '=', orderId)
    .where((eb) =>
      eb.or([
        ...(providerId && !ofNobody.includes(providerId) ? [eb('provider_id', '=', providerId)] : []),
        ...(refundId ? [eb('refund_id', '=', refundId)] : []),
      ]),
    )
    .orderBy(
      ({ eb }) => eb('provider_id', '=', providerId),
      (order) => order.desc().nullsLast(),
    )
    .executeTakeFirst();
  return found ?? null;
}

/** Minutes of machine time that go with these refunds, but for lines that go back as a whole: of those everything does. */
export async function sumMinutes(db: Db, refundIds: readonly string[]): Promise<number> {
  const { minutes } = await db
    .selectFrom('api.refund_line as part')
    .innerJoin('api.order_line as line', (join) =>
      join.onRef('line.order_id', '=', 'part.order_id').onRef('line.line', '=', 'part.line'),
    )
    .select(sql<number>`coalesce(sum(part.minutes), 0)::bigint`.as('minutes'))
    .where('line.given_back', '=', false)
    .where('part.refund_id', 'in', [...refundIds])
    .executeTakeFirstOrThrow();
  return minutes;
}

/** Does nothing where there is a refund of this id. */
export async function insertRefundOnce(db: Db, refund: Insertable<RefundTable>): Promise<void> {
  await db
    .insertInto('api.refund')
    .values(refund)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** `lines`: what of it is for which line of its order. */
export async function insertRefund(
  db: Db,
  refund: Insertable<RefundTable>,
  lines: ReadonlyArray<{ line: number; amount_cents: number; minutes?: number }> = [],
): Promise<void> {
  await db.insertInto('api.refund').values(refund).execute();
  if (lines.length === 0) return;
  const { refund_id, order_id } = refund;
  await db
    .insertInto('api.refund_line')
    .values(lines.map((line) => ({ ...line, refund_id, order_id })))
    .execute();
}

/**
 * Keeps with the lines of an order what goes back of each, as its refunds are now. Answers the lines of which all that was paid is with the
 * buyer again. The order must be locked.
 */
export async function settleRefundedLines(db: Db, orderId: string): Promise<Set<number>> {
  const sums = db
    .selectFrom('api.refund_line as part')
    .innerJoin('api.refund as refund', 'refund.refund_id', 'part.refund_id')
    .select('part.line')
    .select(({ fn }) => [
      sql<number>`coalesce(${fn.sum('part.amount_cents')} filter (where refund.state <> 'failed'), 0)`.as('decided'),
      sql<number>`coalesce(${fn.sum('part.amount_cents')} filter (where refund.state = 'succeeded'), 0)`.as('arrived'),
    ])
    .where('part.order_id', '=', orderId)
    .groupBy('part.line');
  const rows = await db
    .updateTable('api.order_line as line')
    .from(sums.as('sum'))
    .set({
      refunded_cents: sql`sum.decided`,
      given_back: sql`sum.arrived >= line.amount_cents - line.discount_cents`,
    })
    .whereRef('line.line', '=', 'sum.line')
    .where('line.order_id', '=', orderId)
    .returning(['line.line', 'line.given_back'])
    .execute();
  return new Set(rows.flatMap(({ line, given_back }) => (given_back ? [line] : [])));
}

type RefundChange = Updateable<Omit<RefundTable, 'state'>>;

/** Changes what is beside the state of a refund: that changes by a step alone. */
export async function updateRefund(db: Db, refundId: string, change: RefundChange): Promise<void> {
  await db.updateTable('api.refund').set(change).where('refund_id', '=', refundId).execute();
}

/** Takes a step of a refund. Throws `ForbiddenTransition` from a state from which the table does not have it. */
export async function moveRefund(db: Db, refundId: string, step: RefundStep, change: RefundChange): Promise<void> {
  const { from, to } = refundTransitions[step];
  const moved = await db
    .updateTable('api.refund')
    .set({ ...change, state: to })
    .where('refund_id', '=', refundId)
    .where('state', 'in', from)
    .executeTakeFirst();
  requireMoved(moved, `refund ${refundId}`, step);
}

/** Takes refunds that are not at their end: nobody else is given them until `claimedUntil`. */
export async function claimDueRefunds(
  db: Db,
  given: { now: Date; claimedUntil: Date; limit: number; refundId: string | null },
): Promise<DueRefund[]> {
  return db
    .updateTable('api.refund as refund')
    .from('api.order as order')
    .set({ next_attempt_at: given.claimedUntil })
    .whereRef('order.order_id', '=', 'refund.order_id')
    .where('refund.refund_id', 'in', (eb) =>
      eb
        .selectFrom('api.refund')
        .select('refund_id')
        .where('state', 'in', ['decided', 'pending'])
        .where('next_attempt_at', '<=', given.now)
        // Carried out by a process of the release before, which knows no states.
        .where((eb) => eb.or([eb('state', '=', 'pending'), eb('provider_id', 'is', null)]))
        .$if(given.refundId !== null, (query) =>
          query.where((eb) =>
            eb.or([eb('refund_id', '=', given.refundId ?? ''), eb('part_of', '=', given.refundId ?? '')]),
          ),
        )
        .orderBy('next_attempt_at')
        .limit(given.limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'refund.refund_id',
      'refund.order_id',
      'refund.amount_cents',
      'refund.state',
      'refund.attempts',
      'refund.created_at',
      'refund.destination',
      'refund.provider_id',
      'order.payment_intent',
      'order.account_id',
    ])
    .execute();
}

/** The refunds that name a line and have not failed, with what of each is for it, oldest first. */
export async function listNamedRefunds(db: Db, orderId: string, line: number) {
  const rows = await db
    .selectFrom('api.refund_line as part')
    .innerJoin('api.refund as refund', 'refund.refund_id', 'part.refund_id')
    .select(['refund.refund_id', 'refund.state', 'part.amount_cents', 'part.minutes', 'refund.created_at'])
    .where('part.order_id', '=', orderId)
    .where('part.line', '=', line)
    .where('refund.state', '<>', 'failed')
    .orderBy('refund.created_at')
    .execute();
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}
