import { Link } from 'react-router';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { StaffCoupon } from '#contract/ordering/coupon.schema.ts';
import { type CouponDays, couponDays } from '#contract/ordering/coupon.ts';
import { ColumnChart } from '#ui/chart/column-chart.tsx';
import { LocalTime } from '#ui/local-time.tsx';

type Day = StaffCoupon['days'][number];

/** Results of a coupon: in all, day by day as a chart and as a table, and the newest orders. */
export function CouponFigures({ of, days }: { of: StaffCoupon; days: CouponDays }) {
  return (
    <section aria-labelledby="brought" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2 id="brought" className="text-lg">
        What it has brought
      </h2>
      <Totals of={of} />
      <nav aria-label="Days in the chart" className="flex flex-wrap gap-2">
        {couponDays.map((one) => (
          <Link
            key={one}
            to={`?${new URLSearchParams({ days: one })}`}
            preventScrollReset
            className="chip"
            aria-current={one === days ? 'true' : undefined}
          >
            {one} days
          </Link>
        ))}
      </nav>
      <Chart of={of} days={days} />
      <Newest of={of} />
    </section>
  );
}

function Totals({ of: { brought } }: { of: StaffCoupon }) {
  const figures: Array<[name: string, value: string, about: string]> = [
    ['Orders', brought.orders.toLocaleString('en-US'), 'that were paid'],
    ['Sales', formatAmount(brought.sales), 'without what it took off'],
    [
      'Discount',
      formatAmount(brought.discount),
      `marketplace ${formatAmount(brought.discount_operator)}, sellers ${formatAmount(brought.discount_sellers)}`,
    ],
    ['Refunds', formatAmount(brought.refunds), 'of these orders'],
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-y py-4 lg:grid-cols-4">
      {figures.map(([name, value, about]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-ink-3">{name}</dt>
          <dd>
            <span className="num block text-xl">{value}</span>
            <span className="num block text-xs text-ink-3">{about}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const name = ({ day }: Day) => long.format(new Date(day));
const axisMoney = (dollars: number) =>
  `$${dollars.toLocaleString('en-US', { notation: 'compact', maximumFractionDigits: 2 })}`;

function Chart({ of, days }: { of: StaffCoupon; days: CouponDays }) {
  const sum = of.days.reduce((total, { sales }) => total + sales, 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ColumnChart
        title="Sales by day"
        description={`${formatAmount(sum)} in ${days} days (UTC). The table below has every day on which something happened.`}
        columns={of.days.map((day, index) => {
          const before = of.days_before[index];
          return {
            key: day.day,
            name: name(day),
            axisName: short.format(new Date(day.day)),
            value: day.sales,
            before: before?.sales ?? 0,
            beforeName: before ? name(before) : '',
          };
        })}
        format={formatAmount}
        formatShort={axisMoney}
        legend={{ now: `The last ${days} days`, before: `The ${days} days before` }}
      />
      <details>
        <summary className="text-link w-fit cursor-pointer text-sm">The same as a table</summary>
        <DaysTable days={of.days} />
      </details>
    </div>
  );
}

function DaysTable({ days }: { days: Day[] }) {
  const activeDays = days.filter(({ orders, refunds }) => orders !== 0 || refunds !== 0);
  if (activeDays.length === 0) return <p className="mt-3 text-sm text-ink-2">Nothing happened in these days.</p>;
  return (
    <table className="table num mt-3">
      <caption className="sr-only">Sales by day</caption>
      <thead>
        <tr>
          <th>Day</th>
          <th className="!text-right">Orders</th>
          <th className="!text-right">Sales</th>
          <th className="!text-right max-sm:hidden">Discount</th>
          <th className="!text-right max-sm:hidden">Refunds</th>
        </tr>
      </thead>
      <tbody>
        {activeDays.map((day) => (
          <tr key={day.day}>
            <th scope="row" className="text-left font-normal">
              {name(day)}
            </th>
            <td className="!text-right">{day.orders}</td>
            <td className="!text-right">
              {formatAmount(day.sales)}
              <span className="block text-xs text-ink-3 sm:hidden">
                {formatAmount(day.discount)} off, {formatAmount(day.refunds)} back
              </span>
            </td>
            <td className="!text-right max-sm:hidden">{formatAmount(day.discount)}</td>
            <td className="!text-right max-sm:hidden">{formatAmount(day.refunds)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Newest({ of: { newest } }: { of: StaffCoupon }) {
  if (newest === null) return null;
  if (newest.length === 0) return <p className="text-ink-2">No order was paid with it yet.</p>;
  return (
    <table className="table">
      <caption className="mb-2 text-left font-[560]">Newest orders</caption>
      <thead>
        <tr>
          <th>Order</th>
          <th>Paid</th>
          <th className="!text-right">Total</th>
          <th className="!text-right max-sm:hidden">Discount</th>
        </tr>
      </thead>
      <tbody>
        {newest.map(({ order_id: id, paid_at: paid, total, discount }) => (
          <tr key={id}>
            <td>
              <Link to={`/orders/${encodeURIComponent(id)}`} className="text-link">
                {id}
              </Link>
            </td>
            <td className="text-ink-2">
              <LocalTime instant={paid} />
            </td>
            <td className="num !text-right">{formatAmount(total)}</td>
            <td className="num !text-right max-sm:hidden">{formatAmount(discount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
