import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { StaffPayoutDetail } from '#contract/money/payout.schema.ts';
import { type PayoutStep, payoutGroups } from '#contract/money/payout.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { type Fact, FactList } from '../../frame/fact-list.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useMay } from '../../frame/who.ts';
import { PayoutDialog, stepNames } from './payout-dialog.tsx';
import { PayoutHistory } from './payout-history.tsx';
import { PayoutBadge, payoutPath, stuckText } from './payout-labels.tsx';
import { PayoutLines } from './payout-lines.tsx';
import { PayoutSums } from './payout-sums.tsx';
import { saveStatement, usePayout } from './payouts.ts';

/** One payout: what it is made of, the file or the transfer it goes by, what was done with it, and what can be done. */
export function Component() {
  const { payoutId = '' } = useParams();
  return <PaidOut key={payoutId} payoutId={payoutId} />;
}

function PaidOut({ payoutId }: { payoutId: string }) {
  const payout = usePayout(payoutId);
  const mayManage = useMay()('managePayouts');
  const [query] = useSearchParams();
  const [asked, setAsked] = useState<PayoutStep | null>(null);
  // The button that was pressed may be gone afterwards: the focus goes to where what was done stands.
  const state = useRef<HTMLParagraphElement>(null);
  const { value } = payout;
  const group = payoutGroups.find((name) => name === query.get('group')) ?? null;
  return (
    <Screen
      title={`Payout ${payoutId}`}
      lead={
        <Link to="/payouts" className="text-link">
          All payouts
        </Link>
      }
      actions={
        mayManage &&
        value?.steps.map((step) => (
          <button key={step} type="button" className="btn btn-line btn-sm !min-h-10" onClick={() => setAsked(step)}>
            {stepNames[step]}
          </button>
        ))
      }
    >
      <ShowLoaded
        from={payout}
        skeleton={<RowSkeleton rows={8} />}
        fault="This payout could not be loaded, or there is none at this address."
      >
        {(shown) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
            <div className="grid gap-5">
              <p ref={state} tabIndex={-1} className="flex flex-wrap items-baseline gap-x-4 outline-none">
                <span className="num text-3xl font-[540] tracking-[-.03em]">{formatAmount(shown.amount)}</span>
                <PayoutBadge payout={shown} />
              </p>
              {shown.stuck_since && <p className="max-w-[72ch] text-sm text-danger">{stuckText(shown)}</p>}
              <Facts of={shown} />
              <Statement payoutId={payoutId} />
            </div>
            <PayoutSums payout={shown} group={group} />
            <PayoutLines payout={shown} group={group} />
            <PayoutHistory of={shown} />
            {asked && (
              <PayoutDialog
                asked={{ payout: shown, step: asked }}
                focusWhenDone={state}
                onClose={() => setAsked(null)}
              />
            )}
          </div>
        )}
      </ShowLoaded>
    </Screen>
  );
}

function Facts({ of }: { of: StaffPayoutDetail }) {
  const { seller_id: seller, batch, method } = of;
  const facts: Fact[] = [
    [
      'Shop',
      <Link key="shop" to={`/sellers/${encodeURIComponent(seller)}`} className="text-link">
        <bdi>{of.seller_name ?? seller}</bdi>
      </Link>,
    ],
    ['To', method === 'connect' ? 'The account of the shop at Stripe' : `The bank account ending in ${of.last4}`],
    ['Requested', of.by_schedule ? 'By schedule' : of.retry_of ? 'As a retry' : 'By the shop'],
    ['Created', <LocalTime key="made" instant={of.create_time} />],
    ['On hold', of.hold],
    [
      'Bank file',
      batch && (
        <span key="file">
          <Link to={`/payouts?${new URLSearchParams({ batch: batch.batch_id })}`} className="text-link">
            {batch.batch_id}
          </Link>
          {batch.sent_at ? ', sent ' : ', not sent yet'}
          {batch.sent_at && <LocalTime instant={batch.sent_at} />}
        </span>
      ),
    ],
    ['Transfer at Stripe', of.transfer],
    ['Payout at Stripe', of.provider_payout],
    ['Reference', of.reference],
    ['Sent', of.sent_at && <LocalTime key="sent" instant={of.sent_at} />],
    ['Paid', of.paid_at && <LocalTime key="paid" instant={of.paid_at} />],
    ['Came back', of.ended_at && <LocalTime key="ended" instant={of.ended_at} />],
    ['Reason', of.failure],
    ['Retry of', of.retry_of && <PayoutLink key="of" id={of.retry_of} />],
    ['Paid again as', of.retried_as && <PayoutLink key="as" id={of.retried_as} />],
    [
      'Ledger',
      <Link key="ledger" to={`/ledger?${new URLSearchParams({ q: of.payout_id })}`} className="text-link">
        Transfers about it
      </Link>,
    ],
  ];
  return (
    <div className="[overflow-wrap:anywhere]">
      <FactList facts={facts} />
    </div>
  );
}

function PayoutLink({ id }: { id: string }) {
  return (
    <Link to={payoutPath(id)} className="text-link">
      {id}
    </Link>
  );
}

function Statement({ payoutId }: { payoutId: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-ink-3">
      <span aria-hidden>Statement</span>
      {(['csv', 'pdf'] as const).map((format) => (
        <ActionButton key={format} action={() => saveStatement(payoutId, format)}>
          <Download size={15} strokeWidth={1.8} aria-hidden />
          <span className="sr-only">Statement of this payout as </span>
          {format.toUpperCase()}
        </ActionButton>
      ))}
    </div>
  );
}
