// The reconciliation with the payment provider as text for a terminal.
import type { Kysely } from 'kysely';
import { type ListedTransaction, listTransactions } from '#api/money/reconciliation/list.store.ts';
import { listMissing, type MissingPosting } from '#api/money/reconciliation/missing.store.ts';
import { missingRange } from '#api/money/reconciliation/read-reconciliation.ts';
import type { ApiTables } from '#api/schema/schema.ts';
import { printable } from '#api/text/printable-text.rules.ts';
import { formatCents } from '#contract/money/amount/money.ts';
import type { Reconciliation } from '#contract/money/reconciliation.schema.ts';
import { balancePartNames, missingAfterDays, transactionTypeName } from '#contract/money/reconciliation.ts';

const PAGE = 100;

/** Each row that nothing explains, newest first: those of the provider, then those that are missing there. */
export async function* openLines(db: Kysely<ApiTables>): AsyncGenerator<string> {
  for (let after: { micros: string; id: string } | null = null; ; ) {
    const rows: ListedTransaction[] = await listTransactions(db, { state: 'open', after, limit: PAGE });
    for (const row of rows) yield transactionLine(row);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) break;
    after = { micros: last.micros, id: last.transaction_id };
  }
  const range = await missingRange(db);
  for (let after: number | null = null; ; ) {
    const rows: MissingPosting[] = await listMissing(db, { ...range, after, limit: PAGE });
    for (const row of rows) yield missingLine(row);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.version;
  }
}

function transactionLine(row: ListedTransaction): string {
  const { transaction_id: id, type, state, transfer_id: transfer, order_id: order } = row;
  const about = [
    transfer === null ? null : `transfer ${transfer}`,
    order === null ? null : `order ${printable(order)}`,
  ];
  const facts = [day(row.created_at), id, transactionTypeName(type), money(row.amount_cents, row.currency)];
  const difference = `${state}, difference ${money(row.difference_cents, row.currency)}`;
  return [...facts, difference, ...about].filter((fact) => fact !== null).join('  ');
}

function missingLine({ transfer_id: transfer, kind, about, cents, at }: MissingPosting): string {
  const facts = [day(at), `transfer ${transfer}`, kind, formatCents(cents), 'missing at the provider'];
  return [...facts, ...(about ? [printable(about)] : [])].join('  ');
}

export function summaryLines(told: Reconciliation): string[] {
  const { matched, open, missing, closed, balance } = told;
  const counts = [
    `Matched: ${matched.count}`,
    `Open: ${open.count}, ${dollars(open.amount)}`,
    `Missing at the provider for ${missingAfterDays} days: ${missing.count}, ${dollars(missing.amount)}`,
    `Closed by the staff: ${closed.count}`,
  ];
  if (!balance) return [...counts, 'The provider does not tell its balance.'];
  const theirs = balance.available + balance.pending + balance.reserved;
  return [
    ...counts,
    `Balance: ${dollars(theirs)} at the provider, ${dollars(balance.ours)} in the ledger, difference ${dollars(balance.difference)}`,
    ...balance.parts.map(({ part, amount }) => `  ${balancePartNames[part]}: ${dollars(amount)}`),
  ];
}

function dollars(amount: number): string {
  return formatCents(Math.round(amount * 100));
}

function money(cents: number, currency: string): string {
  return currency === 'usd' ? formatCents(cents) : `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;
}

function day(time: Date): string {
  return time.toISOString().slice(0, 10);
}
