import { Ban, CircleCheck, Clock, FileSearch, type LucideIcon, PackageCheck, TimerOff, Undo2 } from 'lucide-react';
import type { OrderStatus as Status } from '#contract/ordering/order.ts';

const looks: Record<Status, { label: string; icon: LucideIcon; className: string }> = {
  pending: { label: 'Pending', icon: Clock, className: 'border text-warning' },
  paid: { label: 'Paid', icon: CircleCheck, className: 'bg-success-soft text-success' },
  fulfilled: { label: 'Fulfilled', icon: PackageCheck, className: 'bg-success-soft text-success' },
  cancelled: { label: 'Cancelled', icon: Ban, className: 'border text-ink-3' },
  expired: { label: 'Expired', icon: TimerOff, className: 'border text-ink-3' },
  in_review: { label: 'In review', icon: FileSearch, className: 'border text-warning' },
  refunded: { label: 'Refunded', icon: Undo2, className: 'border text-ink-2' },
};

/** Where an order stands: as a word, a sign and a colour. */
export function OrderStatus({ status }: { status: Status }) {
  const { label, icon: Icon, className } = looks[status];
  return (
    <span className={`badge gap-1.5 ${className}`}>
      <Icon size={14} strokeWidth={1.8} aria-hidden />
      {label}
    </span>
  );
}
