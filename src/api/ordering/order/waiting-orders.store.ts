import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type WaitingOrders = {
  /** Orders that wait for their payment, by how they are paid. */
  card: number;
  transfer: number;
  check: number;
  /** How long ago the first of them should have been ended. */
  overdueSeconds: number;
  /** Refunds that were decided and are not carried out. */
  refunds: number;
  oldestRefundSeconds: number;
  /** Orders whose payment somebody has to look at. */
  inReview: number;
};

export async function measureWaitingOrders(db: Kysely<ApiTables>): Promise<WaitingOrders> {
  const { rows } = await sql<Record<keyof WaitingOrders, number | string | null>>`
    select
      count(*) filter (where payment_method = 'card') as card,
      count(*) filter (where payment_method = 'transfer') as transfer,
      count(*) filter (where payment_method = 'check') as "check",
      extract(epoch from greatest(now() - min(expires_at), interval '0')) as "overdueSeconds",
      (select count(*) from api.refund where state in ('decided', 'pending')) as refunds,
      (select extract(epoch from greatest(now() - min(created_at), interval '0')) from api.refund where state = 'decided')
        as "oldestRefundSeconds",
      (select count(*) from api."order" where status = 'in_review') as "inReview"
    from api."order" where status = 'pending'`.execute(db);
  const measured = rows[0];
  const count = (name: keyof WaitingOrders) => Number(measured?.[name] ?? 0);
  return {
    card: count('card'),
    transfer: count('transfer'),
    check: count('check'),
    overdueSeconds: count('overdueSeconds'),
    refunds: count('refunds'),
    oldestRefundSeconds: count('oldestRefundSeconds'),
    inReview: count('inReview'),
  };
}
