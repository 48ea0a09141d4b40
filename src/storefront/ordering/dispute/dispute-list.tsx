import { Scale } from 'lucide-react';
import { formatAmount } from '#contract/money/amount/money.ts';
import { type DisputeListItem, disputePath, reasonLabels } from '#contract/ordering/dispute.ts';
import { statusOf } from '#contract/ordering/dispute-labels.ts';
import type { DisputeSide } from '#contract/ordering/dispute-terms.ts';
import { t } from '#language/message.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { useDisputes } from './disputes.ts';

type ListProps = { sellerId: string | null; label: string; empty: string };

/** Disputes of a shop, or with null of the reader's own orders: what is to be answered first. */
export function DisputeList({ sellerId, label, empty }: ListProps) {
  const disputes = useDisputes(sellerId);
  const side = sellerId === null ? 'buyer' : 'seller';
  return (
    <ShowLoaded from={disputes} skeleton={<RowSkeleton rows={3} />} fault={t('Your disputes could not be loaded.')}>
      {(known) =>
        known.length === 0 ? (
          <EmptyState icon={Scale} title={t('No disputes.')}>
            {empty}
          </EmptyState>
        ) : (
          <ul aria-label={label} className="border-t">
            {known.map((dispute) => (
              <Row key={dispute.dispute_id} dispute={dispute} side={side} />
            ))}
          </ul>
        )
      }
    </ShowLoaded>
  );
}

/** The link is what it is about; the whole row answers a click. */
function Row({ dispute, side }: { dispute: DisputeListItem; side: DisputeSide }) {
  const { badge, words } = statusOf(dispute, side);
  const until = dispute.answer_until ?? dispute.evidence_until;
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1 border-b py-3 text-sm hover:bg-sunken has-focus-visible:bg-sunken">
      <div className="min-w-0">
        <a
          href={disputePath(dispute.dispute_id)}
          className="font-[560] after:absolute after:inset-0 after:content-['']"
        >
          <bdi>{dispute.product?.product_name ?? t('The whole payment')}</bdi>
        </a>
        <p className="text-ink-3">
          {t('Order {order_id} · {reason}', { order_id: dispute.order_id, reason: reasonLabels(dispute.reason) })}
        </p>
      </div>
      <div className="grid content-start justify-items-end gap-1 text-right">
        <StatusBadge state={badge}>{words}</StatusBadge>
        <span className="num text-ink-2">{dispute.amount !== null && formatAmount(dispute.amount)}</span>
        <span className="text-xs text-ink-3">
          {until && !dispute.waits_for_bank ? (
            <>
              {t('until')} <LocalTime instant={until} />
            </>
          ) : (
            <LocalTime instant={dispute.ended_at ?? dispute.opened_at} />
          )}
        </span>
      </div>
    </li>
  );
}
