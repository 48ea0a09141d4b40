// A month as a file: CSV for programs, written as it is read, and a PDF to keep.
import { stringify } from 'csv-stringify/sync';
import { rangeOfMonth } from '#contract/money/wallet.ts';
import { guardCell } from '../../../text/csv-cell.rules.ts';
import { eachMovement } from '../read-movements.ts';
import type { WalletDb } from '../read-wallet.ts';
import {
  boundaryRow,
  endOfMonth,
  followBalance,
  type MonthBooks,
  type StatementCell,
  statementColumns,
  statementRow,
} from './statement.rules.ts';

/** Writes the CSV of a month. The last row stands there only when every line before has followed from the one before it. */
export async function* writeCsv(db: WalletDb, sellerId: string, books: MonthBooks, now: Date): AsyncGenerator<string> {
  const { from, until } = rangeOfMonth(books.month);
  const { opening, closing } = books;
  const follow = followBalance(opening);
  yield stringify([[...statementColumns], cells(boundaryRow('opening', from, opening.balance / 100))]);
  const range = { fromVersion: opening.version + 1, toVersion: closing.version };
  for await (const batch of eachMovement(db, sellerId, range)) {
    for (const { entry } of batch) follow(entry);
    yield stringify(batch.map(({ movement }) => cells(statementRow(movement))));
  }
  const end = endOfMonth(books.month, now);
  const last = end.isOver
    ? boundaryRow('closing', until, closing.balance / 100)
    : boundaryRow('to_date', end.last, closing.balance / 100);
  yield stringify([cells(last)]);
}

const texts: readonly string[] = ['movement', 'order', 'product_id', 'product', 'rule', 'reason', 'payout_id'];

/** Guards cells that people have written; an amount below zero is no formula. */
function cells(row: Record<(typeof statementColumns)[number], StatementCell>): string[] {
  return statementColumns.map((column) => {
    const text = row[column] === null ? '' : String(row[column]);
    return texts.includes(column) ? guardCell(text) : text;
  });
}
