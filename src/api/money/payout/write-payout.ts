// The statement of one payout: CSV for programs, and a PDF to keep. What stands in it comes to what was paid.
import { stringify } from 'csv-stringify/sync';
import { formatAmount, formatCents, formatSignedCents } from '#contract/money/amount/money.ts';
import type { PayoutLine } from '#contract/money/payout.schema.ts';
import { payoutGroupNames, payoutGroups, payoutStateNames } from '#contract/money/payout.ts';
import { lineName, partOfGroup } from '#contract/money/payout-labels.ts';
import { guardCell } from '../../text/csv-cell.rules.ts';
import type { PdfStatement } from '../receipt/pdf-statement.rules.ts';
import { decimal } from './bank-file/bank-file.rules.ts';
import { bankReference } from './bank-file/bank-text.rules.ts';
import { isOfGroup } from './payout-line.rules.ts';
import type { PayoutService } from './payout-service.ts';
import { eachLine, type PayoutSums } from './read-payout.ts';

const head = [
  'number',
  'date',
  'what',
  'product',
  'order',
  'line',
  ...payoutGroups,
  'fee_rule',
  'owed_for',
  'payout',
  'reason',
  'amount',
] as const;
type Column = (typeof head)[number];
const LEFT = 'left in the balance';

/**
 * The amounts of all rows but the last are the last: what was paid. Across a line the groups are its amount; down the file each is the subtotal of the
 * page.
 */
export async function* payoutTable(db: PayoutService['db'], sums: PayoutSums): AsyncGenerator<string> {
  const { payout, opening, left } = sums;
  const edge = (what: string, cents: number, id = '') =>
    cellsOf({ date: payout.created_at.toISOString(), what, payout: id, amount: decimal(cents) });
  let number = 0;
  yield stringify([[...head], edge('opening', opening)]);
  for await (const batch of eachLine(db, payout))
    yield stringify(
      batch.map(({ line }) => {
        number += 1;
        return cellsOf({ number: String(number), ...toCells(line) });
      }),
    );
  yield stringify([edge(LEFT, -left), edge('payout', payout.amount_cents, payout.payout_id)]);
}

function cellsOf(cells: Partial<Record<Column, string>>): string[] {
  return head.map((column) => cells[column] ?? '');
}

/** Lines of orders are counted from 1, as on pages. */
function toCells(line: PayoutLine): Partial<Record<Column, string>> {
  const text = (value: string | null) => guardCell(value ?? '');
  const groups = payoutGroups
    .filter((group) => isOfGroup(line, group))
    .map((group) => [group, decimal(Math.round(partOfGroup(line, group) * 100))]);
  return {
    date: line.at,
    what: line.kind,
    product: text(line.name),
    order: text(line.order_id),
    line: line.line === null ? '' : String(line.line + 1),
    ...Object.fromEntries(groups),
    fee_rule: text(line.fee_rule),
    owed_for: text(line.owed_for.join(' ')),
    payout: text(line.payout_id),
    reason: text(line.reason),
    amount: decimal(Math.round(line.amount * 100)),
  };
}

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

export async function pdfOfPayout(
  db: PayoutService['db'],
  sums: PayoutSums,
  given: { sellerName: string; shop: { name: string; email: string }; now: Date },
): Promise<PdfStatement> {
  const { payout, opening, left } = sums;
  const { payout_id: id, amount_cents: cents, created_at: at } = payout;
  let sum = opening;
  const edge = (name: string, amount: number | null) => ({
    day: days.format(at),
    name,
    details: '',
    amount: amount === null ? '' : formatSignedCents(amount),
    balance: formatCents(sum),
    strong: true as const,
  });
  const rows: PdfStatement['rows'] = [edge('Opening', null)];
  for await (const batch of eachLine(db, payout))
    for (const { line } of batch) {
      sum += Math.round(line.amount * 100);
      rows.push({ ...rowOf(line), balance: formatCents(sum) });
    }
  sum -= left;
  return {
    kind: 'statement',
    title: `Payout ${id}`,
    shop: given.shop.name,
    of: [given.sellerName],
    facts: [
      ['Made', `${at.toISOString().slice(0, 10)}, days in UTC`],
      ['State', payoutStateNames[payout.state]],
      ['Reference', bankReference(given.shop.name, id)],
      ['Lines', String(payout.to_version - payout.from_version + 1)],
      ['Currency', 'US dollars'],
    ],
    rows: [...rows, ...(left === 0 ? [] : [edge('Left in the balance', -left)]), edge('This payout', null)],
    sums: sumsOf(sums),
    contact: given.shop.email,
    moment: given.now.toISOString(),
  };

  function sumsOf({ groups }: PayoutSums): PdfStatement['sums'] {
    return [
      { label: 'Opening', amount: formatCents(opening) },
      ...groups.map(({ group, amount }) => ({
        label: payoutGroupNames[group],
        amount: formatSignedCents(Math.round(amount * 100)),
      })),
      ...(left === 0 ? [] : [{ label: 'Left in the balance', amount: formatSignedCents(-left) }]),
      { label: 'This payout', amount: formatCents(cents), strong: true },
    ];
  }
}

function rowOf(line: PayoutLine): Omit<PdfStatement['rows'][number], 'balance'> {
  const word = lineName(line);
  const what = line.name ?? line.payout_id;
  const fee = line.fee ? `fee ${formatAmount(line.fee)}${line.fee_rule ? ` by “${line.fee_rule}”` : ''}` : '';
  return {
    day: days.format(new Date(line.at)),
    name: (what ? `${word}: ${what}` : word).slice(0, 200),
    details: [
      line.order_id && `order ${line.order_id}`,
      line.line !== null && `line ${line.line + 1}`,
      line.owed_for.length > 0 && `for order ${line.owed_for.join(', ')}`,
      fee,
      line.tax && `tax ${formatAmount(line.tax)}`,
      line.reason?.slice(0, 200),
    ]
      .filter(Boolean)
      .join(' · '),
    amount: formatSignedCents(Math.round(line.amount * 100)),
  };
}
