import { Banknote, Mail, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { StaffOrder, StaffOrderAction } from '#contract/ordering/staff-order/staff-order.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { MoreMenu, menuRow } from '#ui/dialog/more-menu.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { doWith, fulfil, type Late, recordPaid } from './order.ts';

type Rest = 'fulfil' | 'paid' | 'accept' | 'cancel';
const rest: Array<[Rest, string]> = [
  ['fulfil', 'Say that it is delivered'],
  ['paid', 'Note that the transfer has arrived'],
  ['accept', 'Accept the amount that was paid'],
  ['cancel', 'Cancel the order'],
];

type ActionsProps = {
  order: StaffOrder;
  onRefund: () => void;
  onNote: () => void;
  /** Something was done, or is not as it was shown: `told` is what to say of it. */
  onDone: (told: string) => Promise<void>;
};

/** Actions on an order: those that are not possible now say why. */
export function OrderActions({ order, onRefund, onNote, onDone }: ActionsProps) {
  const [asking, setAsking] = useState<Rest | null>(null);
  const whyNot = (action: StaffOrderAction) => order.actions.find((one) => one.action === action)?.why_not;
  const may = (action: StaffOrderAction) => whyNot(action) !== undefined;
  const others = rest.filter(([action]) => may(action));
  return (
    <>
      {may('receipt') && whyNot('receipt') === null && (
        <ActionButton
          action={async () => {
            const fault = await doWith(order.order_id, 'receipt');
            if (fault === undefined) await onDone('The receipt is on its way to the buyer.');
            return fault;
          }}
        >
          <Mail size={16} aria-hidden />
          Send receipt again
        </ActionButton>
      )}
      {may('note') && (
        <button type="button" className="btn btn-line btn-sm" onClick={onNote}>
          <Pencil size={16} aria-hidden />
          Note
        </button>
      )}
      {may('refund') && whyNot('refund') === null && (
        <button type="button" className="btn btn-line btn-sm" onClick={onRefund}>
          <Banknote size={16} aria-hidden />
          Refund
        </button>
      )}
      <Menu
        items={[
          ...others.map(([action, name]) => ({ name, whyNot: whyNot(action) ?? null, act: () => setAsking(action) })),
          ...(['refund', 'receipt'] as const).flatMap((action) => {
            const why = whyNot(action);
            return why
              ? [{ name: action === 'refund' ? 'Refund' : 'Send receipt again', whyNot: why, act: () => {} }]
              : [];
          }),
        ]}
      />
      {asking && <Ask action={asking} order={order} onDone={onDone} onClose={() => setAsking(null)} />}
    </>
  );
}

type Item = { name: string; whyNot: string | null; act: () => void };

/** The rest, behind one button. What cannot be done keeps the focus, and says why. */
function Menu({ items }: { items: readonly Item[] }) {
  if (items.length === 0) return null;
  return (
    <MoreMenu label="More" listLabel="More to do">
      {(close) =>
        items.map(({ name, whyNot, act }) => (
          <li key={name}>
            <button
              type="button"
              className={menuRow}
              aria-disabled={whyNot !== null || undefined}
              onClick={() => {
                if (whyNot !== null) return;
                close();
                act();
              }}
            >
              <span>
                {name}
                {whyNot !== null && <span className="block text-xs font-normal text-ink-3">{whyNot}</span>}
              </span>
            </button>
          </li>
        ))
      }
    </MoreMenu>
  );
}

type AskProps = {
  action: Rest;
  order: StaffOrder;
  onDone: (told: string) => Promise<void>;
  onClose: () => void;
};

function Ask({ action, order, onDone, onClose }: AskProps) {
  const { order_id: id } = order;
  const [all, setAll] = useState(false);
  const [prices, setPrices] = useState<Late | null>(null);
  const total = formatAmount(order.total);

  async function act(): Promise<string | undefined> {
    if (action === 'fulfil') {
      let message = '';
      const fault = await fulfil(id, all, (sentence) => {
        message = sentence;
      });
      if (fault === undefined) await onDone(message);
      return fault;
    }
    if (action === 'paid') {
      const fault = await recordPaid(id, prices !== null, setPrices);
      if (fault === undefined) await onDone('It is paid, and its customer is told.');
      return fault;
    }
    const fault = await doWith(id, action);
    if (fault === undefined)
      await onDone(
        action === 'accept'
          ? 'It is paid, and its customer is told.'
          : 'It is cancelled, and its items are free again.',
      );
    return fault;
  }

  const asked: Record<Rest, { title: string; label: string; text: ReactNode }> = {
    fulfil: {
      title: 'Say that it is delivered?',
      label: 'It is delivered',
      text: (
        <>
          <p>
            Your own products, and those of shops that do not act any more, unless they come by themselves. Money that
            waits for the delivery comes to its sellers when its time is over.
          </p>
          <label className="flex items-start gap-3">
            <input
              type="checkbox"
              className="mt-0.5"
              checked={all}
              onChange={(event) => setAll(event.target.checked)}
            />
            <span>Also what other shops deliver, and what comes by itself</span>
          </label>
        </>
      ),
    },
    paid: {
      title: prices ? 'Take it at the price it was ordered at?' : 'Has the money arrived?',
      label: prices ? `Take it at ${formatAmount(prices.ordered)}` : `${total} has arrived`,
      text: prices ? (
        <p>
          It was ordered at {formatAmount(prices.ordered)};{' '}
          {prices.today === null ? 'it cannot be had today.' : `today it costs ${formatAmount(prices.today)}.`}
        </p>
      ) : (
        <p>
          {total} by {order.payment.method}. The buyer is told, and what comes by itself is handed out at once. This
          cannot be undone.
        </p>
      ),
    },
    accept: {
      title: 'Accept the amount that was paid?',
      label: `Accept ${formatAmount(order.received ?? 0)}`,
      text: (
        <p>
          {formatAmount(order.received ?? 0)} came for {total}. The sellers get what their lines cost; the difference is
          the shop's. The buyer is told that it is paid.
        </p>
      ),
    },
    cancel: {
      title: 'Cancel this order?',
      label: 'Cancel the order',
      text: <p>It is not paid. Its items are free again, its coupon can be used again, and its buyer is told.</p>,
    },
  };
  const { title, label, text } = asked[action];
  return (
    <ConfirmDialog
      tone={action === 'cancel' ? 'harm' : 'main'}
      title={title}
      confirmLabel={label}
      closeLabel="Back"
      onConfirm={act}
      onClose={onClose}
    >
      {text}
    </ConfirmDialog>
  );
}
