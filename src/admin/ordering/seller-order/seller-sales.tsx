import { useState } from 'react';
import { countText } from '#contract/catalogue/product/price-unit.ts';
import { nameWithOptions } from '#contract/catalogue/product/variant.ts';
import { formatAmount } from '#contract/money/amount/money.ts';
import {
  amountFault,
  isRefunded,
  leftCents,
  type SellerOrder,
  type SellerOrderFilter,
  type SellerOrderLine,
  sellerOrderFilters,
} from '#contract/ordering/seller-order.ts';
import type { SellerDetail } from '#contract/people/staff.schema.ts';
import { readCents } from '#contract/text/typed-number.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { ListEnd } from '../../frame/list-end.tsx';
import { useMay, useOffice } from '../../frame/who.ts';
import { SaleInvoices } from '../../money/invoice/sale-invoices.tsx';
import { DownloadsOfLine } from '../order/downloads-of-line.tsx';
import { createRequestKeys, deliver, isSettledBy, refund, useSale, useSales } from './sales.ts';

const stateNames = {
  to_deliver: 'To deliver',
  delivered: 'Delivered',
  refunded: 'Refunded',
  on_hold: 'Payment is looked at',
} as const;

type Asking = { step: 'deliver' | 'refund'; order: SellerOrder; line: SellerOrderLine };

/** Sales of a shop, open ones first; where the shop does not act any more, they are delivered or refunded here. */
export function SellerSales({ seller }: { seller: SellerDetail }) {
  const may = useMay();
  const { me } = useOffice();
  const [state, setState] = useState<SellerOrderFilter | ''>('to_deliver');
  const [asking, setAsking] = useState<Asking | null>(null);
  const sales = useSales(seller.seller_id, state);
  const settles = isSettledBy(me.account_id, seller);
  const dialog = asking && {
    sellerId: seller.seller_id,
    order: asking.order,
    line: asking.line,
    onClose: () => setAsking(null),
  };
  return (
    <section aria-labelledby="sales">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <h2 id="sales" className="text-lg">
          Sales
        </h2>
        <label className="flex items-center gap-2 text-xs text-ink-3">
          Show
          <select
            className="field !min-h-10 !w-auto py-1 text-sm"
            value={state}
            onChange={(event) => setState(event.target.value as SellerOrderFilter | '')}
          >
            {sellerOrderFilters.map((name) => (
              <option key={name} value={name}>
                {stateNames[name]}
              </option>
            ))}
            <option value="">All</option>
          </select>
        </label>
      </div>
      <p className="mb-3 text-sm text-ink-2">
        {settles
          ? 'The shop does not act: what is open is delivered or refunded here.'
          : 'The shop delivers and refunds these itself.'}
      </p>
      <ul className="border-t empty:hidden">
        {sales.items.map((order) => (
          <Sale
            key={order.order_id}
            order={order}
            mayDeliver={settles && may('deliverSales')}
            mayRefund={settles && may('refundSales')}
            mayReadInvoices={may('readInvoices')}
            onAsk={(step, line) => setAsking({ step, order, line })}
          />
        ))}
      </ul>
      <ListEnd of={sales} empty={state === 'to_deliver' ? 'Nothing waits to be delivered.' : 'Nothing was sold.'} />
      {dialog && asking.step === 'deliver' && <DeliverDialog {...dialog} />}
      {dialog && asking.step === 'refund' && <RefundDialog {...dialog} />}
    </section>
  );
}

type SaleProps = {
  order: SellerOrder;
  mayDeliver: boolean;
  mayRefund: boolean;
  mayReadInvoices: boolean;
  onAsk: (step: Asking['step'], line: SellerOrderLine) => void;
};

function Sale({ order, mayDeliver, mayRefund, mayReadInvoices, onAsk }: SaleProps) {
  return (
    <li className="grid gap-2 border-b py-3 text-sm">
      <p className="flex flex-wrap justify-between gap-x-6">
        <span>
          <span className="font-mono font-[560]">{order.order_id}</span>{' '}
          <bdi className="text-ink-2">{order.buyer?.name ?? 'Former customer'}</bdi>
        </span>
        <span className="text-xs text-ink-3">
          {stateNames[order.state]}, paid <LocalTime instant={order.paid_at} />
        </span>
      </p>
      {order.lines.map((line) => (
        <div key={line.line} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p>
            <bdi>{lineName(line)}</bdi> × {countText(line.num, line.machines)}, {formatAmount(line.paid)} paid
            <span className="block text-xs text-ink-3">{lineState(line)}</span>
            {line.downloads && <DownloadsOfLine downloads={line.downloads} />}
          </p>
          <p className="flex gap-2">
            {mayDeliver && order.state === 'to_deliver' && isOpenByHand(line) && (
              <button type="button" className="btn btn-line btn-sm" onClick={() => onAsk('deliver', line)}>
                Mark as delivered
              </button>
            )}
            {mayRefund && order.state !== 'on_hold' && leftCents(line) > 0 && (
              <button type="button" className="btn btn-line btn-sm" onClick={() => onAsk('refund', line)}>
                Refund
              </button>
            )}
          </p>
        </div>
      ))}
      {mayReadInvoices && <SaleInvoices orderId={order.order_id} />}
    </li>
  );
}

type DialogProps = {
  sellerId: string;
  order: SellerOrder;
  line: SellerOrderLine;
  onClose: () => void;
};

function DeliverDialog({ sellerId, order, line, onClose }: DialogProps) {
  const { value } = useSale(sellerId, order.order_id);
  return (
    <ConfirmDialog
      tone="main"
      title="Mark as delivered?"
      confirmLabel="Mark as delivered"
      onClose={onClose}
      onConfirm={() => deliver(sellerId, order.order_id, line.line)}
    >
      <p>
        <bdi>{lineName(line)}</bdi> × {countText(line.num, line.machines)}. Say so once the buyer has it: they are told
        by mail. This cannot be undone.
      </p>
      {value?.contact && (
        <p>
          Deliver to{' '}
          <a className="text-link" href={`mailto:${value.contact}`}>
            {value.contact}
          </a>
          .
        </p>
      )}
    </ConfirmDialog>
  );
}

function RefundDialog({ sellerId, order, line, onClose }: DialogProps) {
  const [amount, setAmount] = useState((leftCents(line) / 100).toFixed(2));
  const [reason, setReason] = useState('');
  const [judged, setJudged] = useState(false);
  const [keys] = useState(createRequestKeys);
  const amountIsWrong = amountFault(line, amount);
  const reasonFault = reason.trim() ? undefined : 'Say why: the buyer reads it';

  async function confirm() {
    setJudged(true);
    if (amountIsWrong || reasonFault) return '';
    const given = { lines: [{ line: line.line, amount: (readCents(amount) ?? 0) / 100 }], reason: reason.trim() };
    return refund(sellerId, order.order_id, given, keys);
  }

  return (
    <ConfirmDialog
      tone="main"
      title={`Refund of order ${order.order_id}`}
      confirmLabel="Refund"
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <bdi>{lineName(line)}</bdi>: the buyer gets it back on the way it was paid. A refund cannot be undone.
        {line.downloads && <DownloadsOfLine downloads={line.downloads} />}
      </p>
      <Field
        label="Amount in dollars"
        name="amount"
        value={amount}
        onChange={setAmount}
        error={judged ? amountIsWrong : undefined}
      />
      <Field
        label="Reason"
        name="reason"
        value={reason}
        onChange={setReason}
        error={judged ? reasonFault : undefined}
        hint="The buyer reads it in the mail about the refund."
      />
    </ConfirmDialog>
  );
}

function lineName(line: SellerOrderLine): string {
  return nameWithOptions(line.product_name, line.selected_options ?? []);
}

/** True for open manual lines: automatic ones are delivered when the buyer has them. */
function isOpenByHand(line: SellerOrderLine): boolean {
  return !line.delivered_at && !isRefunded(line) && line.goods.length === 0;
}

function lineState(line: SellerOrderLine): string {
  if (isRefunded(line)) return 'Refunded';
  const refunded = line.refunded > 0 ? `, ${formatAmount(line.refunded)} refunded` : '';
  const open = line.goods.length > 0 ? 'On its way by itself' : 'To deliver';
  return (line.delivered_at ? 'Delivered' : open) + refunded;
}
