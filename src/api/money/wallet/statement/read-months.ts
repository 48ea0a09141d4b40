import type { WalletMonth, WalletMonthSum } from '#contract/money/wallet.schema.ts';
import { monthAfter, monthOf, rangeOfMonth } from '#contract/money/wallet.ts';
import { findSpan, findStatuses, sumByKind } from '#ledger/entry.store.ts';
import { dollars } from '../movement.rules.ts';
import { sellerAvailable } from '../posting/accounts.rules.ts';
import type { WalletDb } from '../read-wallet.ts';
import { type MonthBooks, sumOfMonth } from './statement.rules.ts';

const none = { version: 0, balance: 0 };

/** From the month of the first movement to this one, newest first; none before the first. */
export async function readMonths(db: WalletDb, sellerId: string, now: Date): Promise<WalletMonth[]> {
  const account = sellerAvailable(sellerId).account_id;
  const span = await findSpan(db, account);
  if (!span) return [];
  const months = [monthOf(span.first)];
  // A clock that was put back must not end the list before its last movement.
  const last = monthOf(span.last > now ? span.last : now);
  while ((months.at(-1) as string) < last) months.push(monthAfter(months.at(-1) as string, 1));
  const standings = await findStatuses(
    db,
    account,
    [...months, monthAfter(last, 1)].map((month) => rangeOfMonth(month).from),
  );
  return months
    .map((month, index) => {
      const [opening, closing] = [standings[index] ?? none, standings[index + 1] ?? none];
      return {
        month,
        opening: dollars(opening.balance),
        closing: dollars(closing.balance),
        movements: closing.version - opening.version,
      };
    })
    .reverse();
}

/** Throws a StatementFault where it does not add up. */
export async function readMonth(db: WalletDb, sellerId: string, month: string): Promise<WalletMonthSum> {
  return sumOfMonth(await readBooks(db, sellerId, month));
}

/** By numbers: what is posted while it is asked for comes after the last of them, and nothing before it changes. */
export async function readBooks(db: WalletDb, sellerId: string, month: string): Promise<MonthBooks> {
  const account = sellerAvailable(sellerId).account_id;
  const { from, until } = rangeOfMonth(month);
  const [opening = none, closing = none] = await findStatuses(db, account, [from, until]);
  const numbers = { fromVersion: opening.version + 1, toVersion: closing.version };
  return { month, opening, closing, sums: await sumByKind(db, account, numbers) };
}
