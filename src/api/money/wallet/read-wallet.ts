import type { Kysely } from 'kysely';
import type { Wallet } from '#contract/money/wallet.schema.ts';
import { findBalances, listSinceZero } from '#ledger/entry.store.ts';
import type { LedgerTables } from '#ledger/schema.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { dollars, subjectOf } from './movement.rules.ts';
import { sellerAvailable, sellerInTransit, sellerOwed, sellerReserve } from './posting/accounts.rules.ts';
import { comingShare, sumOfShares, type WaitingTerms } from './posting/share.rules.ts';
import { countUndelivered, countWaiting, listWaiting } from './sold-line.store.ts';

export type WalletDb = Kysely<ApiTables & LedgerTables>;

/** Lines that are told with when they come; the sum is of all. */
const LINES = 100;
const DEBTS = 50;

/** Reads a shop's balance, its pending money with dates, and its negative balance. */
export async function readSellerWallet(db: WalletDb, sellerId: string): Promise<Wallet> {
  const [available, reserve, inTransit, owed] = [sellerAvailable, sellerReserve, sellerInTransit, sellerOwed].map(
    (of) => of(sellerId).account_id,
  ) as [string, string, string, string];
  const balances = await findBalances(db, [available, reserve, inTransit, owed]);
  const of = (id: string) => balances.get(id) ?? 0;
  const lines = await listWaiting(db, sellerId, LINES);
  const debts = of(owed) === 0 ? [] : await listSinceZero(db, owed, { limit: DEBTS });
  return {
    balance: dollars(of(available)),
    waiting: {
      ...sumOf(await countWaiting(db, sellerId)),
      next_at: lines.find(({ disputed }) => !disputed)?.release_at.toISOString() ?? null,
      lines: lines.map((line) => ({
        order_id: line.order_id,
        line: line.line,
        product_id: line.product_id,
        product_name: line.product_name,
        delivered_at: line.delivered_at?.toISOString() ?? null,
        release_at: line.release_at.toISOString(),
        disputed: line.disputed,
        amount: dollars(comingShare(line)),
      })),
    },
    undelivered: sumOf(await countUndelivered(db, sellerId)),
    reserve: dollars(of(reserve)),
    in_transit: dollars(of(inTransit)),
    owed: {
      amount: dollars(-of(owed)),
      lines: debts.map((debt) => {
        const { order_id, product_id, product_name } = subjectOf(debt);
        return {
          at: debt.at.toISOString(),
          kind: debt.kind,
          amount: dollars(-debt.amount),
          balance: dollars(-debt.balance),
          order_id,
          product_id,
          product_name,
          reason: typeof debt.details.reason === 'string' ? debt.details.reason : null,
        };
      }),
    },
  };
}

function sumOf(counted: ReadonlyArray<WaitingTerms & { lines: number }>): { amount: number; sales: number } {
  return {
    amount: dollars(sumOfShares(counted)),
    sales: counted.reduce((sum, { lines }) => sum + lines, 0),
  };
}
