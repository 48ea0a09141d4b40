// How reports of conversations are called on the screens.

import type { Report, ReportDecision, Thread, ThreadSide } from '#contract/people/message.ts';
import { StatusBadge } from '#ui/status-badge.tsx';

/** As the staff call a side of a conversation. */
export function sideName({ seller, buyer }: Pick<Report, 'seller' | 'buyer'>, side: ThreadSide): string {
  return side === 'seller' ? seller.name || 'the shop' : (buyer?.name ?? 'a former customer');
}

export function otherSide(side: ThreadSide): ThreadSide {
  return side === 'buyer' ? 'seller' : 'buyer';
}

export function aboutName(about: Thread['about']): string {
  return 'order_id' in about ? `Order ${about.order_id}` : about.product_name;
}

const decisionNames: Record<ReportDecision, string> = { dismiss: 'Dismissed', warn: 'Warned', stop: 'Stopped' };

/** Outcome of a report, as a shape and a word. */
export function ReportBadge({ decision }: Pick<Report, 'decision'>) {
  return (
    <StatusBadge state={decision === null ? 'due' : decision === 'dismiss' ? 'off' : 'on'}>
      {decision === null ? 'Open' : decisionNames[decision]}
    </StatusBadge>
  );
}
