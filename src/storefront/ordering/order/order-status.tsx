import { Ban, CircleCheck, Clock, FileSearch, type LucideIcon, PackageCheck, TimerOff, Undo2 } from 'lucide-react';
import type { OrderStatus as Status } from '#contract/ordering/order.ts';
import { type Message, msg, t } from '#language/message.ts';

const looks: Record<Status, { label: Message; icon: LucideIcon; className: string }> = {
  pending: { label: msg('Pending'), icon: Clock, className: 'border text-warning' },
  paid: { label: msg('Paid'), icon: CircleCheck, className: 'bg-success-soft text-success' },
  fulfilled: { label: msg('Fulfilled'), icon: PackageCheck, className: 'bg-success-soft text-success' },
  cancelled: { label: msg('Cancelled'), icon: Ban, className: 'border text-ink-3' },
  expired: { label: msg('Expired'), icon: TimerOff, className: 'border text-ink-3' },
  in_review: { label: msg('In review'), icon: FileSearch, className: 'border text-warning' },
  refunded: { label: msg('Refunded'), icon: Undo2, className: 'border text-ink-2' },
};

/** Where an order stands: as a word, a sign and a colour. */
export function OrderStatus({ status }: { status: Status }) {
  const { label, icon: Icon, className } = looks[status];
  return (
    <span className={`badge gap-1.5 ${className}`}>
      <Icon size={14} strokeWidth={1.8} aria-hidden />
      {t(label)}
    </span>
  );
}
