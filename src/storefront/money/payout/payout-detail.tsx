import { ChevronRight, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { PayoutDetail as Detail } from '#contract/money/payout.schema.ts';
import { destinationText, type PayoutGroup } from '#contract/money/payout.ts';
import { t } from '#language/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import type { SellerHere } from '../../selling/seller/seller-screen.tsx';
import { PayoutBadge } from './payout-badge.tsx';
import { PayoutLines } from './payout-lines.tsx';
import { PayoutSums } from './payout-sums.tsx';
import { payoutsPath, savePayoutStatement, usePayout } from './payouts.ts';

type DetailProps = { seller: SellerHere; payoutId: string; group: PayoutGroup | null };

/** One payout: where it stands, what it comes to, and every line of it, or of a group of them. */
export function PayoutDetail({ seller, payoutId, group }: DetailProps) {
  const payout = usePayout(seller.sellerId, payoutId);
  return (
    <>
      <nav aria-label={t('Breadcrumb')} className="mb-4 flex items-center gap-1 text-sm text-ink-3">
        <Link to={payoutsPath(seller.address)} className="text-link">
          {t('Payouts')}
        </Link>
        <ChevronRight size={14} aria-hidden />
        <span aria-current="page">{payoutId}</span>
      </nav>
      <ShowLoaded
        from={payout}
        skeleton={<RowSkeleton rows={5} />}
        fault={t('This payout could not be loaded. It may be of another shop.')}
      >
        {(value) => <Shown seller={seller} payout={value} group={group} />}
      </ShowLoaded>
    </>
  );
}

function Shown({ seller, payout, group }: { seller: SellerHere; payout: Detail; group: PayoutGroup | null }) {
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <PayoutBadge payout={payout} />
          <p className="num text-3xl font-[540] tracking-[-.03em]">{formatAmount(payout.amount)}</p>
          <p className="text-sm text-ink-3">
            {t('Payout {payout_id} to {payout}', { payout_id: payout.payout_id, payout: destinationText(payout) })}
          </p>
        </div>
        <Statement sellerId={seller.sellerId} payoutId={payout.payout_id} />
      </div>
      <Track payout={payout} />
      <PayoutSums seller={seller} payout={payout} group={group} />
      <PayoutLines key={group} seller={seller} payout={payout} group={group} />
    </div>
  );
}

function Statement({ sellerId, payoutId }: { sellerId: string; payoutId: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-ink-3">
      <span aria-hidden>{t('Statement')}</span>
      {(['csv', 'pdf'] as const).map((format) => (
        <ActionButton key={format} action={() => savePayoutStatement(sellerId, payoutId, format)}>
          <Download size={15} strokeWidth={1.8} aria-hidden />
          <span className="sr-only">{t('Statement of this payout as')} </span>
          {format.toUpperCase()}
        </ActionButton>
      ))}
    </div>
  );
}

/** Where it stands, and since when. */
function Track({ payout }: { payout: Detail }) {
  const { create_time, sent_at, paid_at, ended_at, stuck_since, by_schedule, reference, failure, hold } = payout;
  return (
    <ol
      aria-label={t('Where this payout stands')}
      className="grid gap-3 border-y py-4 sm:grid-flow-col sm:auto-cols-fr"
    >
      <Step name={t('Made')} at={create_time}>
        {hold ? t('On hold: {hold}', { hold }) : by_schedule ? t('By schedule') : t('On request')}
      </Step>
      {sent_at && (
        <Step name={t('Sent')} at={sent_at}>
          {t('Reference {reference}', { reference })}
        </Step>
      )}
      {paid_at && (
        <Step name={t('Paid')} at={paid_at}>
          {t('A bank can still send it back for some days.')}
        </Step>
      )}
      {stuck_since && (
        <Step name={t('Has not arrived')} at={stuck_since}>
          {t(
            '{failure} The money is in your account at Stripe. We take it back from there into your balance here; Stripe allows that once your balance there covers it. We try it every hour.',
            { failure: failure ?? '' },
          )}
        </Step>
      )}
      {ended_at && (
        <Step name={t('Came back to the balance')} at={ended_at}>
          {failure}
        </Step>
      )}
    </ol>
  );
}

function Step({ name, at, children }: { name: string; at: string; children: ReactNode }) {
  return (
    <li>
      <p className="font-[560]">{name}</p>
      <p className="text-sm text-ink-3">
        <LocalTime instant={at} />
        <span className="block">{children}</span>
      </p>
    </li>
  );
}
