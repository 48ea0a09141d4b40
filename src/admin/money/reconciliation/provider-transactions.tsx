import { Link } from 'react-router';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { ReportedMissing, ReportedTransaction } from '#contract/money/reconciliation.schema.ts';
import {
  explanationNames,
  type ProviderTransactionState,
  transactionTypeName,
} from '#contract/money/reconciliation.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { type BadgeState, StatusBadge } from '#ui/status-badge.tsx';
import { payoutPath } from '../payout/payout-labels.tsx';
import { nameWords } from '../wallet/ledger-labels.tsx';
import { dollars } from '../wallet/movement-labels.ts';
import type { AskedClosing } from './reconciliation-dialog.tsx';

type OnAsk = ((asked: AskedClosing) => void) | null;

const badges: Record<ProviderTransactionState, BadgeState> = {
  matched: 'on',
  different: 'bad',
  unmatched: 'bad',
  closed: 'off',
};
const stateNames: Record<ProviderTransactionState, string> = {
  matched: 'Matched',
  different: 'Different',
  unmatched: 'Unmatched',
  closed: 'Closed',
};

/** Transactions of the provider, with the transfer that says the same. */
export function ProviderTransactionTable({
  transactions,
  onAsk,
}: {
  transactions: ReportedTransaction[];
  onAsk: OnAsk;
}) {
  return (
    <table className="table border-t">
      <caption className="sr-only">Transactions of the provider</caption>
      <thead>
        <tr>
          <th>Transaction</th>
          <th>State</th>
          <th className="max-lg:hidden">In the ledger</th>
          <th className="!text-right max-md:hidden">Fee</th>
          <th className="!text-right max-md:hidden">Amount</th>
          <th className="!text-right max-md:!pr-0">Difference</th>
          {onAsk && (
            <th className="max-md:hidden">
              <span className="sr-only">Decide</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {transactions.map((row) => (
          <TransactionRow key={row.transaction_id} row={row} onAsk={onAsk} />
        ))}
      </tbody>
    </table>
  );
}

function TransactionRow({ row, onAsk }: { row: ReportedTransaction; onAsk: OnAsk }) {
  const { transaction_id: id, type, state, currency, amount, fee, difference } = row;
  const money = (value: number) => moneyOf(value, currency);
  const decide = (
    <Decide
      row={{ list: 'transaction', id }}
      state={state}
      onAsk={onAsk}
      what={`${money(amount)}, ${transactionTypeName(type)}, ${id}`}
    />
  );
  return (
    <tr>
      <td>
        <span className="font-[560]">{transactionTypeName(type)}</span>
        <span className="block text-xs text-ink-3">
          <LocalTime instant={row.created_at} />
        </span>
        <span className="block text-xs text-ink-3 [overflow-wrap:anywhere]">{id}</span>
        <span className="block lg:hidden">
          <InLedger row={row} />
        </span>
        <span className="mt-1 block md:hidden">{decide}</span>
      </td>
      <td>
        <StatusBadge state={badges[state]}>{stateNames[state]}</StatusBadge>
        {row.explanation && row.explanation !== 'posting' && (
          <span className="block text-xs text-ink-3">{explanationNames[row.explanation]}</span>
        )}
        <Closing row={row} />
      </td>
      <td className="max-lg:hidden">
        <InLedger row={row} />
      </td>
      <td className="num !text-right whitespace-nowrap text-ink-2 max-md:hidden">{fee === 0 ? '' : money(fee)}</td>
      <td className="num !text-right whitespace-nowrap max-md:hidden">{money(amount)}</td>
      <td className="num !text-right whitespace-nowrap max-md:!pr-0">
        <span className={difference === 0 ? 'text-ink-3' : ''}>{money(difference)}</span>
        <span className="block text-xs text-ink-3 md:hidden">of {money(amount)}</span>
      </td>
      {onAsk && <td className="!text-right max-md:hidden">{decide}</td>}
    </tr>
  );
}

function InLedger({ row }: { row: ReportedTransaction }) {
  const { transfer_id: transfer, order_id: order, payout_id: payout } = row;
  return (
    <>
      {transfer !== null && (
        <Link to={`/ledger/transfer/${transfer}`} className="text-link block">
          Transfer {transfer}
        </Link>
      )}
      {order !== null && <SubjectLink about={order} />}
      {payout !== null && <SubjectLink about={payout} />}
    </>
  );
}

/** A payout has a page of its own; of an order everything that was written about it is shown. */
function SubjectLink({ about }: { about: string }) {
  const isPayout = about.startsWith('PO-');
  return (
    <Link
      to={isPayout ? payoutPath(about) : `/ledger?${new URLSearchParams({ q: about })}`}
      className="text-link block text-xs [overflow-wrap:anywhere]"
    >
      {isPayout ? 'Payout' : 'Order'} {about}
    </Link>
  );
}

/** Transfers of ours that the provider knows nothing of. */
export function MissingTable({ postings, onAsk }: { postings: ReportedMissing[]; onAsk: OnAsk }) {
  return (
    <table className="table border-t">
      <caption className="sr-only">Missing at the provider</caption>
      <thead>
        <tr>
          <th>Transfer</th>
          <th>State</th>
          <th className="!text-right max-md:!pr-0">Amount</th>
          {onAsk && (
            <th className="max-md:hidden">
              <span className="sr-only">Decide</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {postings.map((row) => (
          <MissingRow key={row.transfer_id} row={row} onAsk={onAsk} />
        ))}
      </tbody>
    </table>
  );
}

function MissingRow({ row, onAsk }: { row: ReportedMissing; onAsk: OnAsk }) {
  const { transfer_id: id, kind, about, amount, closed_at: closed } = row;
  const what = `${dollars(amount)}, ${nameWords(kind)}, transfer ${id}`;
  const decide = (
    <Decide
      row={{ list: 'missing', id: String(id) }}
      state={closed ? 'closed' : 'unmatched'}
      onAsk={onAsk}
      what={what}
    />
  );
  return (
    <tr>
      <td>
        <Link to={`/ledger/transfer/${id}`} className="text-link" aria-label={`${nameWords(kind)}, transfer ${id}`}>
          {nameWords(kind)}
        </Link>
        <span className="block text-xs text-ink-3">
          <LocalTime instant={row.at} />
        </span>
        {about !== null && <SubjectLink about={about} />}
        <span className="mt-1 block md:hidden">{decide}</span>
      </td>
      <td>
        <StatusBadge state={closed ? 'off' : 'bad'}>{closed ? 'Closed' : 'Missing'}</StatusBadge>
        <Closing row={row} />
      </td>
      <td className="num !text-right whitespace-nowrap max-md:!pr-0">{dollars(amount)}</td>
      {onAsk && <td className="!text-right max-md:hidden">{decide}</td>}
    </tr>
  );
}

function Closing({ row }: { row: Pick<ReportedTransaction, 'closed_at' | 'closed_by' | 'close_reason'> }) {
  if (row.closed_at === null) return null;
  return (
    <span className="block text-xs text-ink-3">
      <span className="block text-ink-2 [overflow-wrap:anywhere]">{row.close_reason}</span>
      <bdi>{row.closed_by}</bdi>, <LocalTime instant={row.closed_at} />
    </span>
  );
}

function Decide({
  row,
  state,
  what,
  onAsk,
}: Pick<AskedClosing, 'row' | 'what'> & { state: ProviderTransactionState; onAsk: OnAsk }) {
  if (!onAsk || state === 'matched') return null;
  const step = state === 'closed' ? 'reopen' : 'close';
  return (
    <button type="button" className="btn btn-line btn-sm" onClick={() => onAsk({ row, what, step })}>
      {step === 'close' ? 'Close' : 'Reopen'}
      <span className="sr-only"> {what}</span>
    </button>
  );
}

function moneyOf(amount: number, currency: string): string {
  if (currency === 'usd') return dollars(amount);
  return `${amount < 0 ? '\u2212' : ''}${formatAmount(Math.abs(amount)).replace('$', '')} ${currency.toUpperCase()}`;
}
