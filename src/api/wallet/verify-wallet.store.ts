// What orders and their lines say of money, beside what the ledger says of it: two that were written by different statements.
import { type QueryExecutorProvider, sql } from 'kysely';

export type WalletVerified = { orders: number; sellers: number; faults: string[] };

const MOST_FAULTS = 50;

/** Of sellers: what came of lines, and what refunds and disputes took of them again. Payouts and the like are no part of it. */
const lineKinds = sql.join(
  ['release', 'netting', 'refund', 'fee_returned', 'refund_failed', 'dispute', 'dispute_won'].map((kind) =>
    sql.lit(kind),
  ),
);

/** In the transaction of `verifyLedger`: of the same moment. */
export async function verifyWallet(transaction: QueryExecutorProvider): Promise<WalletVerified> {
  const { rows: counts } = await sql<{ orders: string; sellers: string }>`
    select (select count(*) from api.order where in_ledger) as orders,
      (select count(distinct account_id) from ledger.account where kind = 'seller_available') as sellers`.execute(
    transaction,
  );
  const { rows: orders } = await sql<{ fault: string }>`
    with line as (
      select order_id, sum(released_cents) as released from api.order_line where released_at is not null group by order_id
    ), share as (
      select share.order_id,
        coalesce(sum(share.cents) filter (where share.released and refund.refund_id is not null), 0) as from_sellers,
        coalesce(sum(share.cents) filter (where not share.released and refund.refund_id is null), 0) as disputed
      from api.refund_share as share left join api.refund as refund using (refund_id)
      where share.state <> 'failed' group by share.order_id
    ), gone as (
      select order_id, sum(amount_cents) as cents from api.refund where state = 'succeeded' group by order_id
    ), wrote as (
      select about as order_id, sum(amount) filter (where kind = 'accepted_difference') as difference,
        sum(amount) filter (where kind = 'loss') as beyond, sum(amount) as held
      from ledger.entry where account_id = 'order:' || about || ':held' group by about
    ), compared as (
      select sold.order_id, coalesce(held, 0) as held,
        coalesce(received_cents, total_cents) + coalesce(difference, 0) - coalesce(released, 0) + coalesce(from_sellers, 0)
          + coalesce(beyond, 0) - coalesce(disputed, 0) - coalesce(gone.cents, 0) as expected
      from api.order as sold
      left join line using (order_id) left join share using (order_id) left join gone using (order_id) left join wrote using (order_id)
      where sold.in_ledger
    )
    select 'order ' || order_id || ' holds ' || held || ' instead of ' || greatest(0, expected) as fault
    from compared where held <> greatest(0, expected) order by order_id limit ${MOST_FAULTS}`.execute(transaction);
  const { rows: sellers } = await sql<{ fault: string }>`
    with came as (
      select coalesce(seller_id, 'operator') as seller, sum(released_cents + released_discount_cents - released_fee_cents - released_tax_cents) as cents
      from api.order_line where released_at is not null group by 1
    ), went as (
      select coalesce(line.seller_id, 'operator') as seller, sum(share.cents + share.discount_cents - share.fee_cents - share.tax_cents) as cents
      from api.refund_share as share join api.order_line as line using (order_id, line)
      where share.released and share.state <> 'failed' group by 1
    ), wrote as (
      select split_part(account_id, ':', 2) as seller, sum(amount) as cents
      from ledger.entry where account_id like 'seller:%' and kind in (${lineKinds}) group by 1
    ), compared as (
      select coalesce(came.seller, wrote.seller) as seller, coalesce(wrote.cents, 0) as posted, coalesce(came.cents, 0) - coalesce(went.cents, 0) as expected
      from came full join wrote using (seller) left join went on went.seller = coalesce(came.seller, wrote.seller)
    )
    select 'seller ' || seller || ' was given ' || posted || ' for sales instead of ' || expected as fault
    from compared where posted <> expected order by seller limit ${MOST_FAULTS}`.execute(transaction);
  const [count] = counts;
  return {
    orders: Number(count?.orders ?? 0),
    sellers: Number(count?.sellers ?? 0),
    faults: [...orders, ...sellers].map(({ fault }) => fault),
  };
}
