import { ChevronRight } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { StaffOrder } from '#contract/ordering/staff-order/staff-order.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { type Fact, FactList } from '../../frame/fact-list.tsx';
import { useMay } from '../../frame/who.ts';
import { SaleInvoices } from '../../money/invoice/sale-invoices.tsx';
import { useStaffOrder } from './order.ts';
import { OrderActions } from './order-actions.tsx';
import { customerPath, paidWith, statusOfOrder } from './order-labels.ts';
import { OrderLines } from './order-lines.tsx';
import { OrderNotes } from './order-notes.tsx';
import { OrderTime } from './order-time.tsx';
import { RefundCard } from './refund-card.tsx';

/** One order: what was bought, everything that happened to it, and what can be done with it. */
export function Component() {
  const { orderId = '' } = useParams();
  return <Ordered key={orderId} orderId={orderId} />;
}

function Ordered({ orderId }: { orderId: string }) {
  const loaded = useStaffOrder(orderId);
  return (
    <>
      <title>{`Order ${orderId} | Back office`}</title>
      <nav aria-label="Breadcrumb" className="mb-3">
        <ol className="flex flex-wrap items-center gap-1.5 text-sm text-ink-3">
          <li>
            <Link to="/orders" className="text-link">
              Orders
            </Link>
          </li>
          <li aria-hidden="true">
            <ChevronRight size={14} />
          </li>
          <li aria-current="page" className="font-mono text-ink">
            {orderId}
          </li>
        </ol>
      </nav>
      <ShowLoaded
        from={loaded}
        skeleton={<RowSkeleton rows={8} />}
        fault="This order could not be loaded: there is none at this address, or your role does not include it any more."
      >
        {(order) => <Shown order={order} reload={loaded.reload} />}
      </ShowLoaded>
    </>
  );
}

function Shown({ order, reload }: { order: StaffOrder; reload: () => Promise<void> }) {
  const may = useMay();
  const [refunds, setRefunds] = useState(false);
  const [told, setTold] = useState('');
  const head = useRef<HTMLHeadingElement>(null);
  const card = useRef<HTMLHeadingElement>(null);
  const notes = useRef<HTMLElement>(null);
  const writes = order.actions.some(({ action }) => action === 'note');

  async function done(sentence: string) {
    setTold(sentence);
    await reload();
  }

  function closeRefund() {
    setRefunds(false);
    // The element that had the focus is gone.
    head.current?.focus();
  }

  function openRefund() {
    setRefunds(true);
    requestAnimationFrame(() => card.current?.focus());
  }

  return (
    <>
      <Head order={order} heading={head}>
        <OrderActions
          order={order}
          onRefund={openRefund}
          onNote={() => notes.current?.querySelector('textarea')?.focus()}
          onDone={done}
        />
      </Head>
      <p role="status" className="mb-4 font-[560] text-success empty:hidden">
        {told}
      </p>
      <div
        className={`grid grid-cols-[minmax(0,1fr)] items-start gap-8 ${refunds ? 'xl:grid-cols-[minmax(0,1fr)_24rem]' : ''}`}
      >
        {refunds && (
          <div className="xl:order-last">
            <RefundCard
              order={order}
              heading={card}
              onDone={(sentence) => {
                closeRefund();
                void done(sentence);
              }}
              onChanged={() => void reload()}
              onClose={closeRefund}
            />
          </div>
        )}
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-10">
          <OrderLines order={order} />
          <OrderTime orderId={order.order_id} />
          <OrderNotes order={order} mayWrite={writes} place={notes} onDone={() => done('')} />
          <Facts order={order} mayReadInvoices={may('readInvoices')} />
        </div>
      </div>
    </>
  );
}

type HeadProps = { order: StaffOrder; heading: RefObject<HTMLHeadingElement | null>; children: ReactNode };

function Head({ order, heading, children }: HeadProps) {
  const { badge, words } = statusOfOrder(order);
  return (
    <header className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 ref={heading} tabIndex={-1} className="flex flex-wrap gap-x-4 text-2xl outline-none">
          <span className="font-mono">{order.order_id}</span>
          <span className="num">{formatAmount(order.total)}</span>
        </h1>
        <p className="mt-1 flex flex-wrap gap-x-2 text-sm text-ink-2">
          <StatusBadge state={badge}>{words}</StatusBadge>
          <span>
            placed <LocalTime instant={order.created_at} /> by <Buyer order={order} />
          </span>
        </p>
      </div>
      <div className="flex flex-wrap items-start gap-2">{children}</div>
    </header>
  );
}

function Buyer({ order: { buyer } }: { order: StaffOrder }) {
  const may = useMay();
  if (!buyer) return <>somebody who has left</>;
  const { account_id: accountId, name } = buyer;
  return accountId && may('readCustomers') ? (
    <Link to={customerPath(accountId)} className="text-link">
      <bdi>{name}</bdi>
    </Link>
  ) : (
    <bdi>{name}</bdi>
  );
}

function Facts({ order, mayReadInvoices }: { order: StaffOrder; mayReadInvoices: boolean }) {
  const { payment, wallet, buyer } = order;
  const facts: Fact[] = [
    ['E-mail', buyer?.email],
    ['Account', buyer?.account_id],
    ['Paid by', paidWith(order)],
    ['From the wallet', wallet && `${formatAmount(wallet.amount)}${wallet.returned ? ', which is back there' : ''}`],
    ['Paid', order.paid_at && <LocalTime key="paid" instant={order.paid_at} />],
    ['Delivered', order.fulfilled_at && <LocalTime key="delivered" instant={order.fulfilled_at} />],
    [
      order.status === 'pending' ? 'Waits until' : 'Waited until',
      !order.paid_at && <LocalTime key="until" instant={order.expires_at} />,
    ],
    ['Session', payment.session],
    ['Payment', payment.payment],
    ['To be paid at', payment.pay_at],
    ['Billing', written(order.billing)],
    ['Invoiced to', written(order.invoiced_to)],
    [
      'Refunds',
      order.refunds.length > 0 && (
        <ul key="refunds">
          {order.refunds.map((refund) => (
            <li key={refund.refund_id}>
              {formatAmount(refund.amount)} to the {refund.to === 'wallet' ? 'wallet' : 'way it was paid'},{' '}
              {refund.state}
              {refund.origin === 'shop' ? '' : `, by ${refund.origin}`}
              {refund.failure ? `: ${refund.failure}` : ''} <span className="text-ink-3">{refund.provider_id}</span>
            </li>
          ))}
        </ul>
      ),
    ],
    [
      'Invoices',
      mayReadInvoices && order.paid_at && order.total > 0 && <SaleInvoices key="invoices" orderId={order.order_id} />,
    ],
  ];
  return (
    <section aria-labelledby="order-facts">
      <h2 id="order-facts" className="mb-3 text-lg">
        Payment and billing
      </h2>
      <FactList facts={facts} />
    </section>
  );
}

function written(named: StaffOrder['billing']): string {
  return named.map(({ name, text }) => `${name}: ${text.replaceAll('\n', ', ')}`).join('\n');
}
