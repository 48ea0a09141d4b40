// Pay-in money that went back to cards, or that banks asked back.
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;
type Table = ApiTables['api.pay_in_refund'];
export type StoredReturn = Selectable<Table>;

export async function insertReturns(db: Db, returns: ReadonlyArray<Insertable<Table>>): Promise<void> {
  if (returns.length > 0)
    await db
      .insertInto('api.pay_in_refund')
      .values([...returns])
      .execute();
}

export async function updateReturn(db: Db, id: string, change: Updateable<Table>): Promise<void> {
  await db.updateTable('api.pay_in_refund').set(change).where('pay_in_refund_id', '=', id).execute();
}

/** The parts of a withdrawal, in their order; none where there is no such withdrawal. */
export function listWithdrawal(db: Db, accountId: string, requestKey: string): Promise<StoredReturn[]> {
  return db
    .selectFrom('api.pay_in_refund')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('request_key', '=', requestKey)
    .orderBy('place')
    .execute();
}

/** Finds the return that the provider reports, by its own id or else by the shop's. */
export function findReportedReturn(
  db: Db,
  payInId: string,
  told: { refundId: string | null; providerId: string },
): Promise<StoredReturn | undefined> {
  return db
    .selectFrom('api.pay_in_refund')
    .selectAll()
    .where('pay_in_id', '=', payInId)
    .where((eb) =>
      eb.or([
        eb('provider_id', '=', told.providerId),
        ...(told.refundId ? [eb('pay_in_refund_id', '=', told.refundId)] : []),
      ]),
    )
    .orderBy(
      ({ eb }) => eb('provider_id', '=', told.providerId),
      (order) => order.desc().nullsLast(),
    )
    .executeTakeFirst();
}

export type DueReturn = Pick<
  StoredReturn,
  'pay_in_refund_id' | 'pay_in_id' | 'account_id' | 'amount_cents' | 'state' | 'attempts' | 'created_at' | 'provider_id'
> & { payment_intent: string | null };

/** Takes those that the provider is to be asked for. Nobody else is given them until `claimedUntil`. `of`: only those of a withdrawal. */
export function claimDueReturns(
  db: Db,
  given: { now: Date; claimedUntil: Date; limit: number; of: { accountId: string; requestKey: string } | null },
): Promise<DueReturn[]> {
  return db
    .updateTable('api.pay_in_refund as gone')
    .from('api.pay_in as paid')
    .set({ next_attempt_at: given.claimedUntil })
    .whereRef('paid.pay_in_id', '=', 'gone.pay_in_id')
    .where('gone.pay_in_refund_id', 'in', (eb) =>
      eb
        .selectFrom('api.pay_in_refund')
        .select('pay_in_refund_id')
        .where('state', 'in', ['decided', 'pending'])
        .where('next_attempt_at', '<=', given.now)
        .$if(given.of !== null, (query) =>
          query
            .where('account_id', '=', given.of?.accountId ?? '')
            .where('request_key', '=', given.of?.requestKey ?? ''),
        )
        .orderBy('next_attempt_at')
        .limit(given.limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'gone.pay_in_refund_id',
      'gone.pay_in_id',
      'gone.account_id',
      'gone.amount_cents',
      'gone.state',
      'gone.attempts',
      'gone.created_at',
      'gone.provider_id',
      'paid.payment_intent',
    ])
    .execute();
}

/** When the provider is asked again; nothing of one that has come to its end meanwhile. */
export async function askAgain(
  db: Db,
  refundId: string,
  again: { attempts: number; next_attempt_at: Date },
): Promise<void> {
  await db
    .updateTable('api.pay_in_refund')
    .set(again)
    .where('pay_in_refund_id', '=', refundId)
    .where('state', 'in', ['decided', 'pending'])
    .execute();
}
