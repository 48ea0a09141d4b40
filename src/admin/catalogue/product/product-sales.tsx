import { type FormEvent, useRef, useState } from 'react';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { PlannedSale, PlanSale } from '#contract/selling/staff-product/planned-sale.ts';
import { type PlannedSaleState, salePercentMaximum } from '#contract/selling/staff-product/planned-sale-labels.ts';
import type { StaffProduct } from '#contract/selling/staff-product/staff-product.ts';
import { readPlainNumber } from '#contract/text/typed-number.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { FormButtons } from '#ui/form/form-buttons.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { type BadgeState, StatusBadge } from '#ui/status-badge.tsx';
import { cancel, plan } from './product.ts';
import { Part } from './product-form.tsx';

type ProductSalesProps = { of: StaffProduct; mayEdit: boolean; onChanged: (product: StaffProduct) => void };

/** Sales that begin and end by themselves. */
export function ProductSales({ of, mayEdit, onChanged }: ProductSalesProps) {
  const [isPlanning, setIsPlanning] = useState(false);
  const [ending, setEnding] = useState<PlannedSale | null>(null);
  const statusRef = useRef<HTMLParagraphElement>(null);
  const [said, setSaid] = useState('');

  function done(product: StaffProduct, sentence: string) {
    setSaid(sentence);
    onChanged(product);
  }

  return (
    <Part id="sales" title="Planned sales">
      {of.sales.length === 0 ? (
        <p className="text-sm text-ink-2">None is planned.</p>
      ) : (
        <ul className="border-t">
          {of.sales.map((sale) => (
            <Sale key={sale.sale_id} sale={sale} onEnd={mayEdit ? () => setEnding(sale) : null} />
          ))}
        </ul>
      )}
      <p ref={statusRef} tabIndex={-1} role="status" className="text-sm text-success outline-none empty:hidden">
        {said}
      </p>
      {mayEdit && (
        <button
          type="button"
          className="btn btn-line btn-sm justify-self-start"
          aria-haspopup="dialog"
          onClick={() => setIsPlanning(true)}
        >
          Plan a sale
        </button>
      )}
      {isPlanning && (
        <PlanDialog
          of={of}
          onClose={() => setIsPlanning(false)}
          onDone={(product) => {
            setIsPlanning(false);
            done(product, 'The sale is planned. It begins and ends by itself.');
          }}
        />
      )}
      {ending && (
        <ConfirmDialog
          tone="harm"
          title={ending.state === 'running' ? 'End the sale now?' : 'Cancel the sale?'}
          confirmLabel={ending.state === 'running' ? 'End sale' : 'Cancel sale'}
          closeLabel="Keep it"
          focusWhenDone={statusRef}
          onClose={() => setEnding(null)}
          onConfirm={() =>
            cancel(of.product_id, ending.sale_id, (product) =>
              done(product, ending.state === 'running' ? 'The sale has ended.' : 'The sale is cancelled.'),
            )
          }
        >
          <p>
            {ending.state === 'running'
              ? 'Visitors see the usual price again, at once. Orders that there are keep theirs.'
              : 'It will not begin. Nothing else changes.'}
          </p>
        </ConfirmDialog>
      )}
    </Part>
  );
}

const badges: Record<PlannedSaleState, [BadgeState, string]> = {
  planned: ['wait', 'Planned'],
  running: ['hot', 'Running'],
  ended: ['off', 'Ended'],
  cancelled: ['off', 'Cancelled'],
  refused: ['bad', 'Did not begin'],
  missed: ['bad', 'Missed'],
};

function Sale({ sale, onEnd }: { sale: PlannedSale; onEnd: (() => void) | null }) {
  const [badge, word] = badges[sale.state];
  const isOpen = sale.state === 'planned' || sale.state === 'running';
  return (
    <li className="grid gap-1 border-b py-2.5 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="num font-[560]">
          {sale.percent === null ? formatAmount(sale.sale_price ?? 0) : `${sale.percent} % less`}
        </span>
        <StatusBadge state={badge}>{word}</StatusBadge>
      </p>
      <p className="text-ink-2">
        <LocalTime instant={sale.starts_at} /> to <LocalTime instant={sale.ends_at} />
      </p>
      {sale.state === 'missed' && <p className="text-ink-2">The shop was closed for all of its time.</p>}
      {sale.note && <p className="text-danger">{sale.note}</p>}
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-xs text-ink-3">
        <span>
          by <bdi>{sale.by}</bdi>
        </span>
        {isOpen && onEnd && (
          <button type="button" className="btn btn-ghost btn-sm" aria-haspopup="dialog" onClick={onEnd}>
            {sale.state === 'running' ? 'End now' : 'Cancel'}
            <span className="sr-only">
              : the sale of <LocalTime instant={sale.starts_at} />
            </span>
          </button>
        )}
      </p>
    </li>
  );
}

type PlanDialogProps = { of: StaffProduct; onClose: () => void; onDone: (product: StaffProduct) => void };
type Faults = Partial<Record<'amount' | 'starts' | 'ends', string>>;

function PlanDialog({ of, onClose, onDone }: PlanDialogProps) {
  const hasVariants = of.fields.variants.length > 0;
  const [by, setBy] = useState<'percent' | 'price'>('percent');
  const [amount, setAmount] = useState('');
  const [starts, setStarts] = useState('');
  const [ends, setEnds] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isPercent = hasVariants || by === 'percent';

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const read = readSale({ amount, starts, ends, isPercent });
    setFault(undefined);
    setFaults('faults' in read ? read.faults : {});
    if ('faults' in read) {
      const [first] = Object.keys(read.faults);
      return event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    }
    setBusy(true);
    const refused = await plan(of.product_id, read.sale, onDone);
    setBusy(false);
    setFault(refused);
  }

  return (
    <Dialog title="Plan a sale" busy={busy} onClose={onClose}>
      <form noValidate onSubmit={send} className="grid gap-5">
        {!hasVariants && (
          <SelectField
            label="It costs"
            name="by"
            placeholder="Choose"
            value={by}
            options={[
              { value: 'percent', label: 'less by a percentage' },
              { value: 'price', label: 'a price of its own' },
            ]}
            onChange={(value) => {
              setBy(value === 'price' ? 'price' : 'percent');
              setFaults({});
            }}
          />
        )}
        <Field
          label={isPercent ? 'Percent less' : 'Sale price in dollars'}
          name="amount"
          autoComplete="off"
          value={amount}
          onChange={setAmount}
          error={faults.amount}
          hint={
            isPercent
              ? hasVariants
                ? 'Of the price that each variant has when it begins.'
                : 'Of the price that it has when it begins.'
              : `It costs ${formatAmount(of.fields.price)} now.`
          }
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="From"
            name="starts"
            type="datetime-local"
            value={starts}
            onChange={setStarts}
            error={faults.starts}
          />
          <Field label="Until" name="ends" type="datetime-local" value={ends} onChange={setEnds} error={faults.ends} />
        </div>
        <p className="text-sm text-ink-3">
          {`In your own time (${Intl.DateTimeFormat().resolvedOptions().timeZone}). It begins and ends within seconds of it; at its end the product is on sale no more, whatever was changed meanwhile.`}
        </p>
        <FormButtons busy={busy} fault={fault} submit="Plan sale" onCancel={onClose} />
      </form>
    </Dialog>
  );
}

type Typed = { amount: string; starts: string; ends: string; isPercent: boolean };

function readSale({ amount, starts, ends, isPercent }: Typed): { sale: PlanSale } | { faults: Faults } {
  const value = readPlainNumber(amount);
  const [from, until] = [new Date(starts), new Date(ends)];
  const isAmount = value !== null && (isPercent ? value >= 1 && value <= salePercentMaximum : value > 0);
  const faults: Faults = {
    ...(!isAmount && {
      amount: isPercent ? `Give a number from 1 to ${salePercentMaximum}.` : 'Give a price such as 12.50.',
    }),
    ...(Number.isNaN(from.getTime()) && { starts: 'Say when it begins.' }),
    ...(Number.isNaN(until.getTime()) && { ends: 'Say when it ends.' }),
    ...(from >= until && { ends: 'It ends before it begins.' }),
  };
  if (value === null || Object.keys(faults).length > 0) return { faults };
  const time = { starts_at: from.toISOString(), ends_at: until.toISOString() };
  return { sale: { ...time, ...(isPercent ? { percent: value } : { sale_price: value }) } };
}
