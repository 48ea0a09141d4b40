// Compares orders and their lines with the ledger: both were written by different statements.
import { type QueryExecutorProvider, sql } from 'kysely';
import { type Faults, listFaults } from '#ledger/faults.sql.ts';

type WalletVerified = Faults & { orders: number; sellers: number; wallets: number };

/** Entry kinds of sellers: what came of lines, and what refunds and disputes took of them again. Payouts and the like are no part of it. */
const lineKinds = sql.join(
  ['release', 'netting', 'refund', 'fee_returned', 'refund_failed', 'dispute', 'dispute_won'].map((kind) =>
    sql.lit(kind),
  ),
);

/** Entry kinds of buyers' wallets: pay-ins, and what of them went back or was asked back. */
const payInKinds = sql.join(
  [
    'pay_in',
    'withdrawal',
    'withdrawal_failed',
    'withdrawal_came_back',
    'pay_in_returned',
    'pay_in_disputed',
    'pay_in_dispute_won',
  ].map((kind) => sql.lit(kind)),
);

/** Each statement sees one moment, in which what it compares was written together; in between there is `pause`. */
export async function verifyWallet(
  db: QueryExecutorProvider,
  pause: () => Promise<void> = async () => {},
): Promise<WalletVerified> {
  const { rows: counts } = await sql<{ orders: string; sellers: string; wallets: string }>`
    select (select count(*) from api.order where in_ledger) as orders,
      (select count(distinct account_id) from ledger.account where kind = 'seller_available') as sellers,
      (select count(*) from ledger.account where kind = 'buyer_wallet') as wallets`.execute(db);
  // Adjustments of an order stand in the staff's list, which nothing else of the order says. A shortage that came between the two is
  // borne by the operator's loss, and not asked back of what was moved in later.
  // A share of no line (-1) is what went back beyond all lines, the operator's loss: of refunds it went through the order, and stands there by
  // itself. What a dispute takes of a line that was released never was the order's again.
  await pause();
  const orders = await listFaults(
    db,
    sql`
    with line as (
      select order_id, sum(released_cents) as released from api.order_line where released_at is not null group by order_id
    ), share as (
      select share.order_id,
        coalesce(sum(share.cents) filter (where share.released and share.line >= 0 and refund.origin <> 'dispute'), 0) as from_sellers,
        coalesce(sum(share.cents) filter (where not share.released and coalesce(refund.origin, 'dispute') = 'dispute'), 0) as disputed
      from api.refund_share as share left join api.refund as refund using (refund_id)
      where share.state <> 'failed' group by share.order_id
    ), gone as (
      select order_id, sum(amount_cents) as cents from api.refund where state = 'succeeded'
        and (origin <> 'dispute' or not exists (select from api.refund_share as share where share.refund_id = refund.refund_id)) group by order_id
    ), wrote as (
      select about as order_id, sum(amount) filter (where kind = 'accepted_difference') as difference,
        -- One that failed afterwards names no product there.
        sum(amount) filter (where kind = 'loss' or (kind = 'refund_failed' and item is null)) as beyond, sum(amount) as held
      from ledger.entry where account_id = 'order:' || about || ':held' group by about
    ), hand as (
      select split_part(account, ':', 2) as order_id, coalesce(sum(cents) filter (where cents > 0), 0) as came, sum(cents) as moved from (
        select to_account as account, cents from api.manual_movement where state = 'made'
        union all select from_account, -cents from api.manual_movement where state = 'made') as moves
      where account like 'order:%' group by 1
    ), compared as (
      select sold.order_id, coalesce(held, 0) as held, coalesce(hand.came, 0) as came, coalesce(hand.moved, 0) as moved,
        -- One that waits has what its buyer's wallet has paid; once it has ended that is there again.
        case when not in_ledger then case when wallet_returned then 0 else wallet_cents end else coalesce(received_cents, total_cents) end
          + coalesce(difference, 0) - coalesce(released, 0) + coalesce(from_sellers, 0)
          + coalesce(beyond, 0) - coalesce(disputed, 0) - coalesce(gone.cents, 0) as expected
      from api.order as sold
      left join line using (order_id) left join share using (order_id) left join gone using (order_id) left join wrote using (order_id)
        left join hand using (order_id)
      where sold.in_ledger or (sold.wallet_cents > 0 and sold.paid_at is null)
    )
    select 'order ' || order_id || ' holds ' || held || ' instead of ' || greatest(0, expected + moved) as fault
    from compared where held not between greatest(0, expected + moved) and greatest(0, expected + moved, came)`,
  );
  await pause();
  const sellers = await listFaults(
    db,
    sql`
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
    from compared where posted <> expected`,
  );
  await pause();
  const payIns = await verifyPayIns(db);
  await pause();
  const walletOrders = await verifyWalletOrders(db);
  const parts = [orders, sellers, payIns, walletOrders];
  const [count] = counts;
  return {
    orders: Number(count?.orders ?? 0),
    sellers: Number(count?.sellers ?? 0),
    wallets: Number(count?.wallets ?? 0),
    faults: parts.flatMap(({ faults }) => faults),
    found: parts.reduce((sum, { found }) => sum + found, 0),
  };
}

/** Checks the pay-ins and returns of each wallet, with what the operator lost by them. */
async function verifyPayIns(db: QueryExecutorProvider): Promise<Faults> {
  return listFaults(
    db,
    sql`
    with came as (
      select account_id, sum(amount_cents) as cents from api.pay_in where state = 'paid' group by account_id
    ), went as (
      select account_id, sum(wallet_cents) as cents, sum(amount_cents - wallet_cents) as lost
      from api.pay_in_refund where state <> 'failed' group by account_id
    ), wrote as (
      select split_part(account_id, ':', 2) as account_id, sum(amount) as cents
      from ledger.entry where account_id like 'buyer:%:wallet' and kind in (${payInKinds}) group by 1
    ), compared as (
      select account_id, coalesce(wrote.cents, 0) as posted, coalesce(came.cents, 0) - coalesce(went.cents, 0) as expected
      from came full join went using (account_id) full join wrote using (account_id)
    )
    (select 'wallet ' || account_id || ' was paid in ' || posted || ' instead of ' || expected as fault
      from compared where posted <> expected)
    union all
    (select 'wallet ' || account_id || ' has ' || coalesce(kept.cents, 0) || ' on its way to cards instead of ' || coalesce(waiting.cents, 0)
      from (select split_part(account_id, ':', 2) as account_id, balance as cents from ledger.account where kind = 'buyer_in_transit') as kept
        full join (select account_id, sum(amount_cents) as cents from api.pay_in_refund
          where origin <> 'dispute' and state in ('decided', 'pending') group by account_id) as waiting using (account_id)
      where coalesce(kept.cents, 0) <> coalesce(waiting.cents, 0))
    union all
    (select 'pay-ins have lost ' || posted || ' instead of ' || expected from (
      select (select coalesce(-sum(amount), 0) from ledger.entry where account_id = 'platform:loss' and kind in (${payInKinds})) as posted,
        (select coalesce(sum(lost), 0) from went) as expected) as losses where posted <> expected)`,
  );
}

/** Checks what wallets have paid for orders, and what refunds of orders have brought there. */
async function verifyWalletOrders(db: QueryExecutorProvider): Promise<Faults> {
  return listFaults(
    db,
    sql`
    with wrote as (
      select about as order_id, coalesce(-sum(amount) filter (where kind in ('wallet_payment', 'wallet_payment_returned')), 0) as paid,
        coalesce(sum(amount) filter (where kind = 'refund_paid'), 0) as back
      from ledger.entry where account_id like 'buyer:%:wallet' and about is not null group by about
    ), gone as (
      select order_id, sum(amount_cents) as cents from api.refund where state = 'succeeded' and destination = 'wallet' group by order_id
    ), compared as (
      select sold.order_id, coalesce(wrote.paid, 0) as paid, case when wallet_returned then 0 else wallet_cents end as expected,
        coalesce(wrote.back, 0) as back, coalesce(gone.cents, 0) as refunded
      from api."order" as sold left join wrote using (order_id) left join gone using (order_id)
      where wallet_cents > 0 or wrote.order_id is not null or gone.order_id is not null
    )
    (select 'order ' || order_id || ' has ' || paid || ' of a wallet instead of ' || expected as fault
      from compared where paid <> expected)
    union all
    (select 'order ' || order_id || ' was refunded ' || back || ' to a wallet instead of ' || refunded
      from compared where back <> refunded)`,
  );
}
