// A month as it stands on paper.
import { formatAmount, formatSignedCents } from '#contract/money/amount/money.ts';
import type { Movement, WalletMonthSum } from '#contract/money/wallet.schema.ts';
import type { MovementGroup } from '#contract/money/wallet.ts';
import { rangeOfMonth } from '#contract/money/wallet.ts';
import type { PdfStatement } from '../../receipt/pdf-statement.rules.ts';
import { dollars } from '../movement.rules.ts';
import { eachMovement } from '../read-movements.ts';
import type { WalletDb } from '../read-wallet.ts';
import { endOfMonth, followBalance, type MonthBooks, sumOfMonth } from './statement.rules.ts';

const words: Record<string, string> = {
  release: 'Sale',
  refund: 'Refund',
  fee_returned: 'Fee returned with the refund',
  refund_failed: 'Refund failed',
  dispute: 'Disputed payment',
  dispute_won: 'Dispute won',
  netting: 'Taken for what was owed',
  payout: 'Payout',
  payout_failed: 'Payout came back',
};
const groupWords: Record<MovementGroup, string> = {
  sales: 'Sales',
  refunds: 'Refunds, less fees returned',
  payouts: 'Paid out',
  other: 'Corrections',
};
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const months = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export async function pdfOfMonth(
  db: WalletDb,
  seller: { seller_id: string; name: string | null; country: string | null },
  books: MonthBooks,
  given: { shop: { name: string; email: string }; now: Date },
): Promise<PdfStatement> {
  const { from } = rangeOfMonth(books.month);
  const end = endOfMonth(books.month, given.now);
  const sum = sumOfMonth(books);
  const follow = followBalance(books.opening);
  const rows: PdfStatement['rows'] = [];
  const range = { fromVersion: books.opening.version + 1, toVersion: books.closing.version };
  for await (const batch of eachMovement(db, seller.seller_id, range))
    for (const { entry, movement } of batch) {
      follow(entry);
      rows.push(rowOf(movement));
    }
  const boundary = (name: string, day: string, balance: number) => ({
    day,
    name,
    details: '',
    amount: '',
    balance: formatAmount(balance),
    strong: true as const,
  });
  return {
    kind: 'statement',
    title: `Statement, ${months.format(from)}${end.isOver ? '' : ' to date'}`,
    shop: given.shop.name,
    of: [seller.name ?? seller.seller_id],
    facts: [
      [
        end.isOver ? 'Month' : 'To date',
        `${from.toISOString().slice(0, 10)} to ${end.last.toISOString().slice(0, 10)}, days in UTC`,
      ],
      ['Movements', String(sum.movements)],
      ['Currency', 'US dollars'],
    ],
    rows: [
      boundary('Opening balance', days.format(from), sum.opening),
      ...rows,
      boundary(end.isOver ? 'Closing balance' : 'Balance to date', days.format(end.last), sum.closing),
    ],
    sums: sumsOf(sum, end.isOver ? 'Closing' : `To date, ${days.format(end.last)}`),
    contact: given.shop.email,
    moment: given.now.toISOString(),
  };
}

function sumsOf({ opening, closing, groups }: WalletMonthSum, last: string): PdfStatement['sums'] {
  return [
    { label: 'Opening', amount: formatAmount(opening) },
    ...groups
      .filter(({ movements }) => movements > 0)
      .map(({ group, amount }) => ({ label: groupWords[group], amount: formatSignedCents(Math.round(amount * 100)) })),
    { label: last, amount: formatAmount(closing), strong: true },
  ];
}

function rowOf(movement: Movement): PdfStatement['rows'][number] {
  const { kind, product_name: product, payout_id: payout } = movement;
  const word = words[kind] ?? kind.replaceAll('_', ' ');
  const what = product ?? payout;
  return {
    day: days.format(new Date(movement.at)),
    name: (what ? `${word}: ${what}` : word).slice(0, 200),
    details: [
      movement.order_id && `order ${movement.order_id}`,
      commissionText(movement),
      movement.reason?.slice(0, 200),
      `transfer ${movement.transfer}`,
    ]
      .filter(Boolean)
      .join(' · '),
    amount: formatSignedCents(Math.round(movement.amount * 100)),
    balance: formatAmount(movement.balance),
  };
}

function commissionText({ rule, parts }: Movement): string {
  const cents = parts
    .filter(({ part }) => part.startsWith('fee_'))
    .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  if (!rule || cents === 0) return '';
  return `fee ${formatAmount(dollars(cents))} by “${rule.name}”`;
}
