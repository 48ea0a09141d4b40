import {
  Banknote,
  Bell,
  BookOpen,
  Check,
  Clock,
  CreditCard,
  Download,
  FileCheck,
  FileText,
  KeyRound,
  Landmark,
  Lock,
  Mail,
  MessageSquare,
  PackageCheck,
  Play,
  ShoppingBag,
  Square,
  X,
} from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type EventGroup, eventGroups, type OrderEvent } from '#contract/ordering/staff-order/staff-order.ts';
import type { EventKind } from '#contract/ordering/staff-order/staff-order-terms.ts';
import { type TimeItem, Timeline } from '#ui/chart/timeline.tsx';
import { ListEnd } from '../../frame/list-end.tsx';
import { useOrderEvents } from './order.ts';

const icons: Record<EventKind, TimeItem['icon']> = {
  placed: ShoppingBag,
  licenses: FileCheck,
  paid: CreditCard,
  ledger: BookOpen,
  refund: Banknote,
  bank: Landmark,
  invoice: FileText,
  planned: Clock,
  ended: X,
  delivered: PackageCheck,
  access: Bell,
  key: KeyRound,
  download: Download,
  machine_on: Play,
  machine_off: Square,
  mail: Mail,
  message: MessageSquare,
  note: Lock,
  other: Check,
};

const names: Record<EventGroup | '', string> = { '': 'All', money: 'Money', delivery: 'Delivery', words: 'Words' };

/** Everything that happened to an order, newest first. */
export function OrderTime({ orderId }: { orderId: string }) {
  const [group, setGroup] = useState<EventGroup | ''>('');
  const events = useOrderEvents(orderId, group);
  return (
    <section aria-labelledby="order-time">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 id="order-time" className="text-lg">
          Line of time
        </h2>
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">What to show</legend>
          {(['', ...eventGroups] as const).map((one) => (
            <button key={one} type="button" aria-pressed={group === one} className="chip" onClick={() => setGroup(one)}>
              {names[one]}
              {one === group && events.first.value && events.more === null && (
                <span className="num">{events.items.length}</span>
              )}
            </button>
          ))}
        </fieldset>
      </div>
      {events.items.length > 0 && <Timeline label="What happened" items={events.items.map(itemOf)} />}
      <ListEnd of={events} empty="Nothing of this kind has happened." />
    </section>
  );
}

function itemOf(event: OrderEvent): TimeItem {
  const { transfer_id: transfer, dispute_id: dispute, thread_id: thread } = event;
  const link = transfer
    ? { to: `/ledger/transfer/${transfer}`, words: 'Look at the transfer' }
    : dispute
      ? { to: `/disputes/${encodeURIComponent(dispute)}`, words: 'Open the dispute' }
      : thread
        ? { to: `/reports/${encodeURIComponent(thread)}`, words: 'Open the report' }
        : null;
  return {
    id: event.id,
    at: event.at,
    planned: event.planned,
    icon: icons[event.kind],
    strong: event.kind === 'paid' || event.kind === 'ledger',
    inside: event.staff_only,
    quote: event.text,
    title: (
      <>
        {event.title}
        {event.by && (
          <span className="text-ink-3">
            {' '}
            by <bdi>{event.by}</bdi>
          </span>
        )}
      </>
    ),
    detail: (event.detail || link) && (
      <>
        {event.detail}
        {link && (
          <>
            {event.detail && ' · '}
            <Link to={link.to} className="text-link">
              {link.words}
            </Link>
          </>
        )}
      </>
    ),
  };
}
