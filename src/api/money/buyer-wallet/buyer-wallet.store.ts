// A buyer's wallet as it stands. Its money is in the ledger; here is what they want of it.
import { type Kysely, sql } from 'kysely';
import type { RefundTarget } from '#contract/money/buyer-wallet.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { buyerInTransit, buyerWallet } from '../wallet/posting/accounts.rules.ts';
import { monthBegin, type WalletNow } from './buyer-wallet.rules.ts';

type Db = Kysely<ApiTables>;

/**
 * Nobody else takes anything out of the account's wallet, or places an order for it, until the transaction ends (the lock is that of
 * `lockBuyer`): a balance that is read after it can only grow. To be taken before locks of the ledger.
 */
export async function lockWallet(transaction: Db, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`buyer ${accountId}`}, 0))`.execute(transaction);
}

export async function findWallet(db: Db, accountId: string, now: Date): Promise<WalletNow> {
  const wallet = buyerWallet(accountId).account_id;
  type Row = Record<'balance' | 'spent' | 'open' | 'kept', string | null> & {
    monthly_limit: string | null;
    refunds_to: RefundTarget | null;
  };
  // Refunds of a payment count in the month of the payment.
  const { rows } = await sql<Row>`
    select (select balance from ledger.account where account_id = ${wallet}) as balance,
      (select -sum(amount) from ledger.entry where account_id = ${wallet}
        and kind in ('wallet_payment', 'wallet_payment_returned') and about in (
          select about from ledger.entry
            where account_id = ${wallet} and kind = 'wallet_payment' and at >= ${monthBegin(now)})) as spent,
      (select sum(amount_cents) from api.pay_in where account_id = ${accountId} and state = 'open') as open,
      (select sum(amount_cents - coalesce((select sum(gone.amount_cents) from api.pay_in_refund as gone
          where gone.pay_in_id = pay_in.pay_in_id and gone.state <> 'failed'), 0))
        from api.pay_in where account_id = ${accountId} and state = 'paid') as kept,
      (select monthly_limit_cents from api.buyer_wallet where account_id = ${accountId}) as monthly_limit,
      (select refunds_to from api.buyer_wallet where account_id = ${accountId}) as refunds_to`.execute(db);
  const [row] = rows;
  const cents = (text: string | null | undefined) => Number(text ?? 0);
  return {
    balance: cents(row?.balance),
    spentThisMonth: Math.max(0, cents(row?.spent)),
    openPayIns: cents(row?.open),
    ofPayIns: cents(row?.kept),
    monthlyLimit: row?.monthly_limit == null ? null : Number(row.monthly_limit),
    refundsTo: row?.refunds_to ?? 'card',
  };
}

/** Where the account wants refunds to go now. */
export async function findRefundTarget(db: Db, accountId: string): Promise<RefundTarget> {
  const row = await db
    .selectFrom('api.buyer_wallet')
    .select('refunds_to')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.refunds_to ?? 'card';
}

/**
 * Whose wallet an order's money goes back to: the buyer's, or where they have left that which has paid for it. Null where there is none.
 */
export async function findPayingWallet(
  db: Db,
  { order_id, account_id }: { order_id: string; account_id: string | null },
): Promise<string | null> {
  if (account_id) return account_id;
  const { rows } = await sql<{ account_id: string }>`
    select split_part(account_id, ':', 2) as account_id from ledger.entry
      where about = ${order_id} and kind = 'wallet_payment' and account_id like 'buyer:%' limit 1`.execute(db);
  return rows[0]?.account_id ?? null;
}

/**
 * Money of a wallet in cents: its balance, and what waits in orders that are not paid or whose sellers have not got it yet, is on its way
 * to it or to a card, or is disputed.
 */
export async function findKeptCents(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ kept: string }>`
    select coalesce((select sum(balance) from ledger.account
        where account_id in (${buyerWallet(accountId).account_id}, ${buyerInTransit(accountId).account_id})), 0)
      + coalesce((select sum(wallet_cents) from api.pay_in_refund
        where account_id = ${accountId} and origin = 'dispute' and state = 'pending'), 0)
      + coalesce((select sum(wallet_cents) from api."order"
        where account_id = ${accountId} and (status = 'pending' or (status = 'in_review' and review_reason = 'amount')) and not wallet_returned), 0)
      + coalesce((select sum(refund.amount_cents) from api.refund as refund join api."order" as sold using (order_id)
        where sold.account_id = ${accountId} and refund.destination = 'wallet' and refund.state in ('decided', 'pending')), 0)
      + coalesce((select sum(greatest(0, least(
            sold.wallet_cents - coalesce((select sum(amount_cents) from api.refund
              where refund.order_id = sold.order_id and destination = 'wallet' and state <> 'failed'), 0),
            (select coalesce(sum(line.amount_cents - line.discount_cents - line.refunded_cents), 0) from api.order_line as line
              where line.order_id = sold.order_id and line.released_at is null)))) from api."order" as sold
        where sold.account_id = ${accountId} and sold.wallet_cents > 0
          and (sold.status in ('paid', 'fulfilled') or (sold.status = 'in_review' and sold.review_reason <> 'amount'))), 0)
      as kept`.execute(db);
  return Number(rows[0]?.kept ?? 0);
}

/** Pay-ins of accounts that have gone are nobody's: what is paid for them later goes back. */
export async function endPayInsOf(db: Db, accountIds: readonly string[]): Promise<void> {
  await db
    .updateTable('api.pay_in')
    .set({ user_id: null })
    .where('account_id', '=', sql<string>`any(${accountIds})`)
    .execute();
}

export async function saveWallet(
  db: Db,
  accountId: string,
  wanted: { monthly_limit_cents: number | null; refunds_to: RefundTarget },
): Promise<void> {
  await db
    .insertInto('api.buyer_wallet')
    .values({ account_id: accountId, ...wanted })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(wanted))
    .execute();
}
