import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { AttentionKind } from '#contract/operations/attention.ts';
import type { Overview } from '#contract/people/staff.schema.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { type BadgeState, StatusBadge } from '#ui/status-badge.tsx';

type Words = { badge: BadgeState; one: string; many: string; at: string };

const since = 'The first has waited since';
const words: Record<AttentionKind, Words> = {
  card_disputes: {
    badge: 'due',
    one: 'card payment that its bank asks for',
    many: 'card payments that their banks ask for',
    at: 'Hand evidence in at the payment provider until',
  },
  disputes_to_decide: {
    badge: 'due',
    one: 'dispute to decide',
    many: 'disputes to decide',
    at: 'The first was answered',
  },
  orders_in_review: { badge: 'due', one: 'order in review', many: 'orders in review', at: since },
  refunds_failed: { badge: 'bad', one: 'refund that failed', many: 'refunds that failed', at: 'The first was decided' },
  refunds_waiting: {
    badge: 'wait',
    one: 'refund that has not arrived in a day',
    many: 'refunds that have not arrived in a day',
    at: 'The first was decided',
  },
  payouts_stuck: {
    badge: 'bad',
    one: 'payout that cannot be taken back from Stripe',
    many: 'payouts that cannot be taken back from Stripe',
    at: 'The first is stuck since',
  },
  transactions_open: {
    badge: 'wait',
    one: 'balance transaction that does not match',
    many: 'balance transactions that do not match',
    at: 'The first is of',
  },
  checks_differ: {
    badge: 'bad',
    one: 'check that found differences or failed',
    many: 'checks that found differences or failed',
    at: 'The first ended',
  },
  orders_late: { badge: 'wait', one: 'order late', many: 'orders late', at: 'The first was promised by' },
  payouts_pending: { badge: 'wait', one: 'payout pending', many: 'payouts pending', at: since },
  movements_proposed: {
    badge: 'wait',
    one: 'adjustment that needs a second person',
    many: 'adjustments that need a second person',
    at: since,
  },
  wallets_of_deleted: {
    badge: 'wait',
    one: 'wallet of a deleted account that money has come back to',
    many: 'wallets of deleted accounts that money has come back to',
    at: 'The first since',
  },
  application: { badge: 'wait', one: 'application of a shop', many: 'applications of shops', at: since },
  product: { badge: 'wait', one: 'new product', many: 'new products', at: since },
  change: { badge: 'wait', one: 'change of a product', many: 'changes of products', at: since },
  reports: { badge: 'draft', one: 'report of a conversation', many: 'reports of conversations', at: since },
  reviews_waiting: {
    badge: 'draft',
    one: 'review that was reported, or edited while hidden',
    many: 'reviews that were reported, or edited while hidden',
    at: since,
  },
};

/** Open tasks, each with the way to the list of it. */
export function NeedsAttention({ overview }: { overview: Overview }) {
  const { attention, orders_waiting: orders } = overview;
  return (
    <section aria-labelledby="attention">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="attention" className="text-lg">
          Needs attention
        </h2>
        <p className="text-xs text-ink-3">
          as of <LocalTime instant={overview.as_of} />
        </p>
      </div>
      {attention.length === 0 && <p className="border-y py-8 text-ink-2">Nothing waits for the staff.</p>}
      <ul className="border-t empty:hidden">
        {attention.map((item) => (
          <Item key={item.kind} item={item} />
        ))}
      </ul>
      {orders.count > 0 && (
        <p className="mt-4 text-sm text-ink-3">
          {orders.count === 1 ? '1 order waits' : `${boundedText(orders)} orders wait`} for a payment, which needs
          nobody.
        </p>
      )}
    </section>
  );
}

/** '1,000+' where there are more than are counted. */
export function boundedText({ count, more }: { count: number; more: boolean }): string {
  return `${count.toLocaleString('en-US')}${more ? '+' : ''}`;
}

function Item({ item }: { item: Overview['attention'][number] }) {
  const { badge, one, many, at } = words[item.kind];
  const look = 'flex items-center justify-between gap-4 py-3 text-sm hover:text-accent-ink';
  const content = (
    <>
      <span className="min-w-0">
        <span className="font-[560] [&>span]:whitespace-normal">
          <StatusBadge state={badge}>
            {boundedText(item)} {item.count === 1 ? one : many}
          </StatusBadge>
        </span>
        {item.at && (
          <span className="block pl-[1.125rem] text-xs text-ink-3">
            {at} <LocalTime instant={item.at} />
          </span>
        )}
      </span>
      <span className="num flex flex-none items-center gap-2">
        {item.amount !== null && !item.more && formatAmount(item.amount)}
        <ChevronRight size={16} aria-hidden className="flex-none text-ink-3" />
      </span>
    </>
  );
  return (
    <li className="border-b">
      {item.address.startsWith('/admin/') ? (
        <Link to={item.address.slice('/admin'.length)} className={look}>
          {content}
        </Link>
      ) : (
        <a href={item.address} className={look}>
          {content}
        </a>
      )}
    </li>
  );
}
