import { LoaderCircle, X } from 'lucide-react';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { formatAmount } from '#contract/money/amount/money.ts';
import type {
  StaffOrder,
  StaffOrderLine,
  StaffRefundAsked,
  StaffRefundPreview,
} from '#contract/ordering/staff-order/staff-order.ts';
import { readCents, readMinutes } from '#contract/text/typed-number.ts';
import { Field } from '#ui/form/field.tsx';
import { useOffice } from '../../frame/who.ts';
import { askPreview, createRequestKeys, refund } from './order.ts';
import { bearerName, bearerWhy, hadOf } from './order-labels.ts';

type Mode = 'order' | 'lines' | 'amount';
const modes: Array<[Mode, string]> = [
  ['order', 'Whole order'],
  ['lines', 'By line'],
  ['amount', 'Amount'],
];
/** While somebody types nothing is asked. */
const TYPING_MS = 300;

/** By line, as it was typed: dollars, and hours of machine time that go with them; empty: none. */
type LinesAsked = Record<number, { amount: string; hours: string }>;

type RefundCardProps = {
  order: StaffOrder;
  /** The money is on its way, or a colleague was faster: what is shown is asked for again. */
  onDone: (told: string) => void;
  onChanged: () => void;
  onClose: () => void;
  heading: RefObject<HTMLHeadingElement | null>;
};

/** Asks how much goes back of what, shows who bears it, and gives it back. It stands on the page, beside what it is about. */
export function RefundCard({ order, onDone, onChanged, onClose, heading }: RefundCardProps) {
  const { storeName } = useOffice();
  const { order_id: orderId, refund_targets: targets } = order;
  const [mode, setMode] = useState<Mode>('order');
  const [lines, setLines] = useState<LinesAsked>({});
  const [amount, setAmount] = useState('');
  const [to, setTo] = useState(targets[0] ?? 'card');
  const [reason, setReason] = useState('');
  const [judged, setJudged] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [keys] = useState(createRequestKeys);
  const asked = readAsked({ mode, lines, amount, to });
  const { preview, previewFault, show } = usePreview(orderId, asked);
  const reasonFault = reason.trim() ? undefined : 'Say why: the buyer reads it';

  async function submit(event: FormEvent) {
    event.preventDefault();
    setJudged(true);
    if (busy || !asked || !preview || reasonFault) return;
    setBusy(true);
    setFault(undefined);
    const outcome = await refund(orderId, { ...asked, reason: reason.trim(), seen: preview.seen }, keys);
    setBusy(false);
    if ('made' in outcome) {
      const { amount: cents, state, failure } = outcome.made;
      if (state !== 'failed') return onDone(doneLabels(formatAmount(cents), state));
      onChanged();
      return setFault(`The payment provider refuses this refund: ${failure ?? ''}. No money has moved.`);
    }
    setFault(outcome.fault);
    if ('changed' in outcome) show(outcome.changed);
    onChanged();
  }

  return (
    <aside aria-labelledby="refund-card" className="card grid min-w-0 content-start gap-4 p-5">
      <div className="flex items-center justify-between">
        <h2 id="refund-card" ref={heading} tabIndex={-1} className="text-lg outline-none">
          Refund
        </h2>
        <button type="button" className="icon-btn -mr-3" aria-label="Close the refund" onClick={onClose}>
          <X size={18} aria-hidden />
        </button>
      </div>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid min-w-0 gap-4">
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">How much</legend>
          {modes.map(([value, name]) => (
            <label key={value} className="choice min-h-0 flex-1 justify-center whitespace-nowrap !px-3 text-sm">
              <input type="radio" name="how-much" checked={mode === value} onChange={() => setMode(value)} />
              {name}
            </label>
          ))}
        </fieldset>
        {mode === 'order' && <p className="text-sm text-ink-2">{formatAmount(order.refundable)} is left of it.</p>}
        {mode === 'lines' && <LinesToRefund order={order} lines={lines} onChange={setLines} />}
        {mode === 'amount' && (
          <Field
            label="Amount in dollars"
            name="amount"
            value={amount}
            hint={`At most ${formatAmount(order.refundable)}. It is shared by the lines in proportion to what is left of them.`}
            error={judged && !readCents(amount) ? 'Write an amount such as 12.50' : undefined}
            onChange={setAmount}
          />
        )}
        <Field
          label="Reason"
          name="reason"
          rows={2}
          value={reason}
          error={judged ? reasonFault : undefined}
          hint="The buyer reads it in the mail about the refund."
          onChange={(text) => setReason(text.slice(0, 500))}
        />
        {targets.length > 1 && (
          <fieldset className="grid gap-2 sm:grid-cols-2">
            <legend className="mb-1.5 text-sm font-[560]">To</legend>
            {targets.map((target, index) => (
              <label key={target} className="choice text-sm">
                <input type="radio" name="to" checked={to === target} onChange={() => setTo(target)} />
                <span>
                  {targetName(order, target)}
                  {index === 0 && <span className="block text-xs text-ink-3">as the buyer wants it</span>}
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <Bearers preview={preview} fault={asked ? previewFault : null} storeName={storeName} order={order} />
        <p role="alert" className="text-sm text-danger empty:hidden">
          {fault ?? (judged && !asked ? 'Choose what goes back.' : null)}
        </p>
        <button
          type="submit"
          className="btn btn-primary w-full aria-disabled:opacity-55"
          aria-disabled={busy || !preview || undefined}
        >
          {busy && <LoaderCircle size={18} aria-hidden className="spinner" />}
          {preview ? `Refund ${formatAmount(preview.amount)}` : 'Refund'}
        </button>
        <p className="text-xs text-ink-3">
          A refund cannot be undone. Of what goes back as a whole, keys, access and hours end at once. A part of a line
          takes as much machine time as you say there; an amount takes none.
        </p>
      </form>
    </aside>
  );
}

function LinesToRefund(given: { order: StaffOrder; lines: LinesAsked; onChange: (lines: LinesAsked) => void }) {
  const { order, lines, onChange } = given;
  const toggle = ({ line, left }: StaffOrderLine) => {
    const { [line]: chosen, ...others } = lines;
    onChange(chosen === undefined ? { ...lines, [line]: { amount: left.toFixed(2), hours: '' } } : others);
  };
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="sr-only">Lines</legend>
      {order.lines.map((line) => {
        const chosen = lines[line.line];
        const id = `refund-line-${line.line}`;
        return (
          <div key={line.line} className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-2 text-sm">
            <input
              id={id}
              type="checkbox"
              className="mt-0.5"
              checked={chosen !== undefined}
              disabled={line.left <= 0}
              onChange={() => toggle(line)}
            />
            <label htmlFor={id} className="min-w-0">
              <bdi className="font-[560]">{line.product_name}</bdi>
              <span className="block text-xs text-ink-3">
                {line.left > 0 ? hadOf(line).join(', ') : 'nothing is left to give back'}
              </span>
            </label>
            <span className="num text-ink-2">{formatAmount(line.left)}</span>
            {chosen !== undefined && (
              <label className="col-start-2 mt-1 grid gap-1 text-xs text-ink-3">
                Dollars of this line
                <input
                  className="field !min-h-10 py-1 text-sm"
                  inputMode="decimal"
                  value={chosen.amount}
                  aria-invalid={readCents(chosen.amount) ? undefined : true}
                  onChange={(event) => onChange({ ...lines, [line.line]: { ...chosen, amount: event.target.value } })}
                />
              </label>
            )}
            {chosen !== undefined && (line.hours?.left ?? 0) > 0 && (
              <label className="col-start-2 mt-1 grid gap-1 text-xs text-ink-3">
                Hours of machine time that go with it
                <input
                  className="field !min-h-10 py-1 text-sm"
                  inputMode="decimal"
                  placeholder="None: the buyer keeps them"
                  value={chosen.hours}
                  aria-invalid={readMinutes(chosen.hours) === null || undefined}
                  onChange={(event) => onChange({ ...lines, [line.line]: { ...chosen, hours: event.target.value } })}
                />
              </label>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

function Bearers(given: {
  preview: StaffRefundPreview | null;
  fault: string | null;
  storeName: string;
  order: StaffOrder;
}) {
  const { preview, fault, storeName, order } = given;
  return (
    <section aria-labelledby="who-bears" aria-live="polite" className="border-t pt-4">
      <h3 id="who-bears" className="mb-2 text-sm">
        Who bears it
      </h3>
      {fault && <p className="text-sm text-danger">{fault}</p>}
      {!preview && !fault && <p className="text-sm text-ink-3">It is shown once it is said what goes back.</p>}
      {preview && (
        <dl className="grid text-sm">
          {preview.bearers.map((bearer) => (
            <div
              key={`${bearer.who} ${bearer.seller?.seller_id} ${bearer.from}`}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b py-2"
            >
              <dt className="min-w-0">
                <bdi>{bearerName(bearer, storeName)}</bdi>
                <span className="block text-xs text-ink-3">{bearerWhy(bearer)}</span>
              </dt>
              <dd className="num">{signed(bearer.amount)}</dd>
            </div>
          ))}
          <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 pt-2 font-[560]">
            <dt>
              The buyer gets
              {preview.parts.length > 1 && (
                <span className="block text-xs font-normal text-ink-3">
                  {preview.parts
                    .map(
                      (part) =>
                        `${formatAmount(part.amount)} to the ${part.to === 'wallet' ? 'wallet' : targetName(order, 'card')}`,
                    )
                    .join(', ')}
                </span>
              )}
            </dt>
            <dd className="num">{formatAmount(preview.amount)}</dd>
          </div>
        </dl>
      )}
    </section>
  );
}

/** Preview of who bears the refund, once nobody types any more. That of an earlier request is never shown beside it. */
function usePreview(orderId: string, asked: StaffRefundAsked | null) {
  const [shown, setShown] = useState<{ for: string; preview: StaffRefundPreview | null; fault: string | null }>({
    for: '',
    preview: null,
    fault: null,
  });
  const text = asked ? JSON.stringify(asked) : '';
  const wanted = useRef(text);

  useEffect(() => {
    wanted.current = text;
    if (!text) return;
    const timer = setTimeout(async () => {
      const answer = await askPreview(orderId, JSON.parse(text));
      if (wanted.current !== text) return;
      setShown(
        'preview' in answer
          ? { for: text, preview: answer.preview, fault: null }
          : { for: text, preview: null, fault: answer.fault },
      );
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [orderId, text]);

  const isCurrent = shown.for === text;
  return {
    preview: isCurrent ? shown.preview : null,
    previewFault: isCurrent ? shown.fault : null,
    show: (preview: StaffRefundPreview) => setShown({ for: text, preview, fault: null }),
  };
}

/** Null while something of it is missing. */
function readAsked(given: {
  mode: Mode;
  lines: LinesAsked;
  amount: string;
  to: 'card' | 'wallet';
}): StaffRefundAsked | null {
  const { mode, lines, amount, to } = given;
  if (mode === 'order') return { of: 'order', to };
  if (mode === 'amount') {
    const cents = readCents(amount);
    return cents ? { of: 'amount', amount: cents / 100, to } : null;
  }
  const asked = Object.entries(lines).map(([line, typed]) => {
    const minutes = readMinutes(typed.hours);
    return {
      line: Number(line),
      amount: minutes === null ? 0 : (readCents(typed.amount) ?? 0) / 100,
      ...(minutes && { minutes }),
    };
  });
  return asked.length > 0 && asked.every((one) => one.amount > 0) ? { of: 'lines', lines: asked, to } : null;
}

function targetName({ payment }: StaffOrder, target: 'card' | 'wallet'): string {
  if (target === 'wallet') return 'Wallet, at once';
  if (payment.card) return `Card ${payment.card.last4}`;
  return payment.method === 'card' ? 'Card' : 'By hand, the way it was paid';
}

function signed(dollars: number): string {
  return dollars < 0 ? `−${formatAmount(-dollars)}` : `+${formatAmount(dollars)}`;
}

function doneLabels(amount: string, state: 'decided' | 'pending' | 'succeeded'): string {
  if (state === 'succeeded') return `${amount} is refunded.`;
  if (state === 'pending') return `The payment provider works on the refund of ${amount}.`;
  return `The refund of ${amount} is decided. The provider does not answer yet; the shop asks again by itself.`;
}
