import {
  Ban,
  Check,
  CircleAlert,
  Dot,
  FileText,
  FileX,
  type LucideIcon,
  Pause,
  Play,
  RotateCcw,
  Send,
} from 'lucide-react';
import { Link } from 'react-router';
import type { PayoutEvent, StaffPayoutDetail } from '#contract/money/payout.schema.ts';
import { type TimeItem, Timeline } from '#ui/chart/timeline.tsx';
import { useMay } from '../../frame/who.ts';
import { actionName } from '../../operations/audit-entry/action-name.ts';

const words: Record<string, [string, LucideIcon]> = {
  'payout.made': ['Created', Dot],
  'payout.held': ['Put on hold', Pause],
  'payout.released': ['Released', Play],
  'payout.batched': ['Put into a bank file', FileText],
  'payout.taken_out': ['Taken out of a bank file', FileX],
  'payout.sent': ['Sent', Send],
  'payout.paid': ['Paid', Check],
  'payout.failed': ['Failed', Ban],
  'payout.returned': ['Returned by the bank', Ban],
  'payout.stuck': ['Stripe did not give the money back', CircleAlert],
  'payout.retried': ['Retried', RotateCcw],
};

/** Actions on a payout, newest first. */
export function PayoutHistory({ of: { history } }: { of: StaffPayoutDetail }) {
  const may = useMay();
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="mb-2 text-lg">
        Timeline
      </h2>
      {history.length === 0 ? (
        <p className="text-ink-2">No events yet</p>
      ) : (
        <Timeline label="Timeline" items={history.map((event) => itemOf(event, may('readAudit')))} />
      )}
    </section>
  );
}

function itemOf(event: PayoutEvent, readsAudit: boolean): TimeItem {
  const [title, icon] = words[event.action] ?? [actionName(event.action), Dot];
  return {
    id: String(event.entry_id),
    at: event.at,
    icon,
    title: (
      <>
        {readsAudit ? (
          <Link to={`/audit/${event.entry_id}`} className="text-link">
            {title}
          </Link>
        ) : (
          title
        )}
        {event.by && (
          <span className="text-ink-3">
            {' '}
            by <bdi>{event.by}</bdi>
          </span>
        )}
      </>
    ),
    detail: event.batch_id ?? (event.reason && <bdi>{event.reason}</bdi>),
  };
}
