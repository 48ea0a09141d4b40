import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type SellerState, sellerStates } from '#contract/seller.ts';
import type { Overview } from '#contract/staff.schema.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { ShowLoaded } from '#ui/show-loaded.tsx';
import { useOverview } from '../back-office/use-waiting.ts';
import { useMay } from '../back-office/who.ts';
import { Screen } from '../components/screen.tsx';
import { StateLamp } from '../components/state-lamp.tsx';

/** What needs somebody, each with the way there. */
export function Component() {
  const overview = useOverview();
  return (
    <Screen title="Overview" lead="What needs somebody now.">
      <ShowLoaded from={overview} skeleton={<RowSkeleton rows={5} />} fault="What there is to do could not be loaded.">
        {(value) => (
          <div className="grid gap-10 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
            <NeedsAttention overview={value} />
            <Sellers overview={value} />
          </div>
        )}
      </ShowLoaded>
    </Screen>
  );
}

const kinds = [
  ['application', 'application of a shop', 'applications of shops'],
  ['product', 'new product', 'new products'],
  ['change', 'change of a product', 'changes of products'],
] as const;

function NeedsAttention({ overview }: { overview: Overview }) {
  const may = useMay();
  const approvals = kinds
    .map(([kind, one, many]) => ({ kind, count: overview.approvals[kind], one, many }))
    .filter(({ count }) => count > 0);
  const { reports } = overview;
  const { payouts_stuck: stuck, card_disputes_due: due } = overview;
  const isQuiet = approvals.length === 0 && reports === 0 && overview.orders_in_review === 0 && stuck + due === 0;
  return (
    <section aria-labelledby="attention">
      <h2 id="attention" className="mb-3 text-lg">
        Needs attention
      </h2>
      {isQuiet && <p className="border-y py-8 text-ink-2">Nothing waits for the staff.</p>}
      <ul className="border-t empty:hidden">
        {approvals.map(({ kind, count, one, many }) => (
          <Item
            key={kind}
            lamp="waits"
            name={`${count} ${count === 1 ? one : many}`}
            href={may('decideApprovals') ? `/profile/pending-approvals?kind=${kind}` : undefined}
          />
        ))}
        {reports > 0 && (
          <Item
            lamp="needs"
            name={`${reports} ${reports === 1 ? 'report of a conversation' : 'reports of conversations'}`}
            to={may('readReports') ? '/reports' : undefined}
          />
        )}
        {overview.orders_in_review > 0 && (
          <Item
            lamp="needs"
            name={`${overview.orders_in_review} ${overview.orders_in_review === 1 ? 'order' : 'orders'} in review`}
            about="Another amount was paid than ordered: npm run order says which, and what to do."
          />
        )}
        {due > 0 && (
          <Item
            lamp="needs"
            name={`${due} ${due === 1 ? 'card payment that its bank asks' : 'card payments that their banks ask'} for`}
            about="Hand evidence in at the payment provider before its time is over."
            to={may('readDisputes') ? '/disputes' : undefined}
          />
        )}
        {stuck > 0 && (
          <Item
            lamp="needs"
            name={`${stuck} ${stuck === 1 ? 'payout' : 'payouts'} that cannot be taken back from Stripe`}
            to={may('readPayouts') ? '/payouts?state=stuck' : undefined}
          />
        )}
      </ul>
      <div className="mt-4 text-sm text-ink-3">
        {overview.oldest_approval_at && (
          <p>
            The first has waited since <LocalTime instant={overview.oldest_approval_at} />.
          </p>
        )}
        {overview.orders_waiting > 0 && (
          <p>
            {overview.orders_waiting === 1 ? '1 order waits' : `${overview.orders_waiting} orders wait`} for a payment,
            which needs nobody.
          </p>
        )}
      </div>
    </section>
  );
}

type ItemProps = {
  lamp: 'waits' | 'needs';
  name: string;
  about?: ReactNode;
  /** Where it is done: a screen of the shop's, */
  href?: string | undefined;
  /** or one of the back office. */
  to?: string | undefined;
};

function Item({ lamp, name, about, href, to }: ItemProps) {
  const content = (
    <>
      <span className="lamp font-[560] whitespace-normal" data-lamp={lamp}>
        {name}
      </span>
      {about && <span className="block pl-[0.9375rem] text-xs text-ink-3">{about}</span>}
    </>
  );
  if (!href && !to) return <li className="border-b py-3 text-sm">{content}</li>;
  const look = 'flex items-center justify-between gap-4 py-3 text-sm hover:text-accent-ink';
  const whole = (
    <>
      <span>{content}</span>
      <ChevronRight size={16} aria-hidden className="flex-none text-ink-3" />
    </>
  );
  return (
    <li className="border-b">
      {to ? (
        <Link to={to} className={look}>
          {whole}
        </Link>
      ) : (
        <a href={href} className={look}>
          {whole}
        </a>
      )}
    </li>
  );
}

function Sellers({ overview }: { overview: Overview }) {
  return (
    <section aria-labelledby="sellers">
      <h2 id="sellers" className="mb-3 text-lg">
        Sellers
      </h2>
      <table className="table border-t" aria-labelledby="sellers">
        <thead className="sr-only">
          <tr>
            <th>State</th>
            <th>How many</th>
          </tr>
        </thead>
        <tbody>
          {sellerStates.map((state: SellerState) => (
            <tr key={state}>
              <td>
                <StateLamp state={state} />
              </td>
              <td className="num text-right">
                {overview.sellers[state] > 0 ? (
                  <Link to={`/sellers?state=${state}`} className="text-link">
                    {overview.sellers[state]}
                    <span className="sr-only"> sellers, {state}</span>
                  </Link>
                ) : (
                  <span className="text-ink-3">0</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
