import { type RefObject, useRef, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { StaffCoupon } from '#contract/ordering/coupon.schema.ts';
import { type CouponDays, type CouponState, couponDays } from '#contract/ordering/coupon.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { type BadgeState, StatusBadge } from '#ui/status-badge.tsx';
import { type Fact, FactList } from '../../frame/fact-list.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useMay } from '../../frame/who.ts';
import { actionName } from '../../operations/audit-entry/action-name.ts';
import { ChangeCoupon } from './change-coupon.tsx';
import { useCoupon } from './coupon.ts';
import { CouponFigures } from './coupon-figures.tsx';
import { EndCoupon } from './end-coupon.tsx';

/** One coupon: what it takes off, what it has brought, its terms to change, its end and its history. */
export function Component() {
  const { code = '' } = useParams();
  const [params] = useSearchParams();
  const asked = params.get('days');
  const days = couponDays.find((one) => one === asked) ?? '30';
  return <Kept key={`${code} ${days}`} code={code} days={days} />;
}

function Kept({ code, days }: { code: string; days: CouponDays }) {
  const coupon = useCoupon(code, days);
  const { value, reload } = coupon;
  const may = useMay();
  const [asks, setAsks] = useState(false);
  // The button that was pressed is gone afterwards: the focus goes to where what was done stands.
  const statusRef = useRef<HTMLParagraphElement>(null);
  return (
    <Screen
      title={`Coupon ${value?.code ?? ''}`.trim()}
      lead={
        <Link to="/coupons" className="text-link">
          All coupons
        </Link>
      }
      actions={
        value?.enabled &&
        may('manageCoupons') && (
          <button type="button" className="btn btn-line btn-sm" onClick={() => setAsks(true)}>
            End coupon
          </button>
        )
      }
    >
      <ShowLoaded
        from={coupon}
        skeleton={<RowSkeleton rows={6} />}
        fault="This coupon could not be loaded, or there is none of this code."
      >
        {(shown) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
            <Facts of={shown} statusRef={statusRef} />
            <CouponFigures of={shown} days={days} />
            {may('manageCoupons') && <ChangeCoupon of={shown} onChanged={reload} />}
            <History of={shown} />
            {asks && (
              <EndCoupon of={shown} onAnswer={reload} onClose={() => setAsks(false)} focusWhenDone={statusRef} />
            )}
          </div>
        )}
      </ShowLoaded>
    </Screen>
  );
}

const badges: Record<CouponState, [BadgeState, string]> = {
  open: ['on', 'Open'],
  ended: ['off', 'Ended'],
  expired: ['off', 'Expired'],
  used_up: ['off', 'Used up'],
};

function Facts({ of, statusRef }: { of: StaffCoupon; statusRef: RefObject<HTMLParagraphElement | null> }) {
  const [badge, word] = badges[of.state];
  const facts: Fact[] = [
    [
      'State',
      <p key="state" ref={statusRef} tabIndex={-1} className="outline-none">
        <StatusBadge state={badge}>{word}</StatusBadge>
      </p>,
    ],
    ['Takes off', of.percent === null ? formatAmount(of.amount ?? 0) : `${of.percent} %`],
    ['Of', of.category ? `products of the category ${of.category}` : 'everything'],
    ['From a subtotal of', of.minimum > 0 && formatAmount(of.minimum)],
    ['Until', of.expires_at && <LocalTime key="until" instant={of.expires_at} />],
    ['Used', usedText(of)],
    ['Per customer', of.customer_limit !== null && times(of.customer_limit)],
    ['Borne by', borneText(of.seller_percent)],
    ['Waiting', of.waiting > 0 && waitingText(of.waiting)],
    ['Made', <LocalTime key="made" instant={of.created_at} />],
  ];
  return <FactList facts={facts} />;
}

const times = (count: number) => (count === 1 ? 'once' : `${count.toLocaleString('en-US')} times`);

function usedText({ used, total_limit: limit }: StaffCoupon): string {
  const uses = used === 0 ? 'not yet' : times(used);
  return limit === null ? uses : `${uses}, of ${limit.toLocaleString('en-US')}`;
}

function borneText(sellerPercent: number): string {
  if (sellerPercent === 0) return 'the marketplace';
  return sellerPercent === 100
    ? 'the sellers'
    : `the sellers ${sellerPercent} %, the marketplace ${100 - sellerPercent} %`;
}

function waitingText(waiting: number): string {
  return waiting === 1 ? '1 order waits for its payment with it' : `${waiting} orders wait for their payment with it`;
}

function History({ of: { history } }: { of: StaffCoupon }) {
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-3 text-lg">
        History
      </h2>
      <ol className="border-t empty:hidden">
        {history.map((entry) => (
          <li
            key={entry.at + entry.action}
            className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-1 border-b py-2.5 text-sm md:grid-cols-[12rem_minmax(0,1fr)]"
          >
            <p className="text-ink-3">
              <LocalTime instant={entry.at} />
            </p>
            <div className="min-w-0">
              <p>
                <span className="font-[560]">{actionName(entry.action)}</span> by <bdi>{entry.by}</bdi>
              </p>
              <Changes details={entry.details} />
            </div>
          </li>
        ))}
      </ol>
      {history.length === 0 && <p className="text-ink-2">Nothing is noted about it.</p>}
    </section>
  );
}

/** Before and after where it was changed. */
function Changes({ details }: { details: StaffCoupon['history'][number]['details'] }) {
  const changed = Object.keys(details).filter((name) => `${name}_before` in details);
  if (changed.length === 0) return null;
  const said = (value: unknown) => (value === null ? 'none' : String(value));
  return (
    <ul className="text-xs text-ink-3 [overflow-wrap:anywhere]">
      {changed.map((name) => (
        <li key={name}>
          {`${name.replaceAll('_', ' ')}: ${said(details[`${name}_before`])}, then ${said(details[name])}`}
        </li>
      ))}
    </ul>
  );
}
