import { LoaderCircle } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { nameWithOptions } from '#contract/catalogue/product/variant.ts';
import { formatAmount, formatCents, sumCents } from '#contract/money/amount/money.ts';
import { amountFault, leftCents, type SellerOrder, type SellerOrderLine } from '#contract/ordering/seller-order.ts';
import { readCents, readMinutes } from '#contract/text/typed-number.ts';
import { t } from '#language/message.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { DownloadsOfLine } from './downloads-of-line.tsx';
import { createRequestKeys, refund } from './sales.ts';

type RefundDialogProps = {
  sellerId: string;
  order: SellerOrder;
  onDone: () => Promise<void>;
  onClose: () => void;
};

const longest = 500;

/** Which lines go back and how much of each: what it comes to stands on the button. */
export function RefundDialog({ sellerId, order, onDone, onClose }: RefundDialogProps) {
  const lines = order.lines.filter((line) => leftCents(line) > 0);
  const [amounts, setAmounts] = useState<Record<number, string>>(() => initialAmounts(lines));
  /** Hours of machine time, by line. */
  const [hours, setHours] = useState<Record<number, string>>({});
  const [reason, setReason] = useState('');
  const [judged, setJudged] = useState(false);
  const [busy, setBusy] = useState(false);
  const [keys] = useState(createRequestKeys);
  const [fault, setFault] = useState<string>();
  const chosen = lines.filter(({ line }) => amounts[line] !== undefined);
  const faults = new Map(chosen.map((line) => [line.line, amountFault(line, amounts[line.line] ?? '')]));
  const reasonFault = reason.trim() ? undefined : t('Say why: the buyer reads it');
  const cents = chosen.map(({ line }) => readCents(amounts[line] ?? '') ?? 0);
  const total = formatCents(sumCents(cents));

  async function confirm(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setJudged(true);
    setFault(undefined);
    if (chosen.length === 0) return setFault(t('Choose what to give money back for.'));
    if (reasonFault || [...faults.values()].some(Boolean)) return;
    if (chosen.some(({ line }) => readMinutes(hours[line] ?? '') === null)) return;
    setBusy(true);
    const given = chosen.map(({ line }, index) => {
      const minutes = readMinutes(hours[line] ?? '');
      return { line, amount: (cents[index] ?? 0) / 100, ...(minutes && { minutes }) };
    });
    const found = await refund(sellerId, order, { lines: given, reason: reason.trim() }, keys);
    setBusy(false);
    if (found) return setFault(found);
    onClose();
    await onDone();
  }

  return (
    <Dialog title={t('Refund of order {order_id}', { order_id: order.order_id })} busy={busy} onClose={onClose}>
      <form noValidate onSubmit={confirm} className="grid gap-5">
        <fieldset className="grid gap-3">
          <legend className="mb-2 text-sm font-[560]">{t('What goes back')}</legend>
          {lines.map((line) => (
            <LineChoice
              key={line.line}
              line={line}
              amount={amounts[line.line]}
              error={judged ? faults.get(line.line) : undefined}
              hours={hours[line.line] ?? ''}
              onHours={(typed) => setHours({ ...hours, [line.line]: typed })}
              onChange={(amount) =>
                setAmounts(({ [line.line]: _, ...others }) =>
                  amount === undefined ? others : { ...others, [line.line]: amount },
                )
              }
            />
          ))}
        </fieldset>
        <Field
          label={t('Reason')}
          name="reason"
          value={reason}
          onChange={(text) => setReason(text.slice(0, longest))}
          error={judged ? reasonFault : undefined}
          hint={t('The buyer reads it in the mail about the refund.')}
        />
        <p className="text-sm text-ink-2">
          {order.buyer?.name ?? t('The buyer')}{' '}
          {t(
            'gets {total} back on the way it was paid. What is refunded whole goes back into your stock, and is not delivered any more. A refund cannot be undone.',
            { total },
          )}
        </p>
        <div role="alert" className="text-sm text-danger empty:hidden">
          {fault}
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-line" onClick={() => !busy && onClose()}>
            {t('Cancel')}
          </button>
          <button
            type="submit"
            className="btn btn-primary aria-disabled:cursor-progress"
            aria-disabled={busy || undefined}
          >
            {busy && <LoaderCircle size={18} aria-hidden className="spinner" />}
            {t('Refund {total}', { total })}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

type LineChoiceProps = {
  line: SellerOrderLine;
  /** Undefined: nothing of it. */
  amount: string | undefined;
  error: string | undefined;
  onChange: (amount: string | undefined) => void;
  hours: string;
  onHours: (hours: string) => void;
};

function LineChoice({ line, amount, error, onChange, hours, onHours }: LineChoiceProps) {
  const name = nameWithOptions(line.product_name, line.selected_options ?? []);
  return (
    <div className="grid gap-2">
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          className="mt-0.5"
          checked={amount !== undefined}
          onChange={(event) => onChange(event.target.checked ? (leftCents(line) / 100).toFixed(2) : undefined)}
        />
        <span>
          <bdi>{name}</bdi>
          <span className="num block text-sm text-ink-3">
            {t('{paid} paid', { paid: formatAmount(line.paid) })}
            {line.refunded > 0 && t(', {refunded} refunded before', { refunded: formatAmount(line.refunded) })}
          </span>
          {line.downloads && <DownloadsOfLine downloads={line.downloads} />}
        </span>
      </label>
      {amount !== undefined && (
        <div className="ml-8 grid max-w-96 gap-3">
          <Field
            label={t('Amount in dollars for {name}', { name })}
            name={`amount-${line.line}`}
            value={amount}
            onChange={onChange}
            error={error}
          />
          {line.goods.includes('hours') && !line.is_more_time && (
            <Field
              label={t('Hours of machine time that go with it, of {name}', { name })}
              name={`hours-${line.line}`}
              value={hours}
              onChange={onHours}
              hint={t('Empty: the buyer keeps them, unless all of the money goes back.')}
              error={readMinutes(hours) === null ? t('Write a number of hours such as 12 or 1.5') : undefined}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** One line is chosen at once; of several somebody says which. */
function initialAmounts(lines: SellerOrderLine[]): Record<number, string> {
  const [only] = lines;
  return only && lines.length === 1 ? { [only.line]: (leftCents(only) / 100).toFixed(2) } : {};
}
