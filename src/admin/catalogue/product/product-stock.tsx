import { type FormEvent, useRef, useState } from 'react';
import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import { selectedOptionsText, variantKey } from '#contract/catalogue/product/variant.ts';
import { isStockOfKeys } from '#contract/goods/goods.ts';
import type { StaffProduct } from '#contract/selling/staff-product/staff-product.ts';
import { stockReasonMaximum } from '#contract/selling/staff-product/staff-product-labels.ts';
import { cutText } from '#contract/text/cut-text.ts';
import { plainDigits } from '#contract/text/typed-number.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { FormButtons } from '#ui/form/form-buttons.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { setStock } from './product.ts';
import { Part } from './product-form.tsx';

type Counted = { name: string; selected: SelectedOption[]; stock: number | null; isOfKeys: boolean };
type ProductStockProps = { of: StaffProduct; mayEdit: boolean; onChanged: (product: StaffProduct) => void };

/** How many there are, of the product or of each variant; each change has a reason, and stays in sight. */
export function ProductStock({ of, mayEdit, onChanged }: ProductStockProps) {
  const [open, setOpen] = useState<Counted | null>(null);
  const statusRef = useRef<HTMLParagraphElement>(null);
  const [said, setSaid] = useState('');
  return (
    <Part id="stock" title="Stock">
      <ul className="border-t">
        {countedOf(of).map((one) => (
          <li
            key={variantKey(one.selected)}
            className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b py-1.5 text-sm"
          >
            <bdi className="min-w-0 [overflow-wrap:anywhere]">{one.name}</bdi>
            <span className="flex items-center gap-3">
              <span className="num">{stockText(one)}</span>
              {mayEdit && !one.isOfKeys && (
                <button
                  type="button"
                  className="btn btn-line btn-sm"
                  aria-haspopup="dialog"
                  aria-label={`Change stock of ${one.name}`}
                  onClick={() => setOpen(one)}
                >
                  Change
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {of.held > 0 && (
        <p className="num text-sm text-ink-3">{`${of.held.toLocaleString('en-US')} of them are held by orders that wait for their payment.`}</p>
      )}
      <p ref={statusRef} tabIndex={-1} role="status" className="text-sm text-success outline-none empty:hidden">
        {said}
      </p>
      <StockChanges of={of} />
      {open && (
        <StockDialog
          productId={of.product_id}
          counted={open}
          onClose={() => setOpen(null)}
          onDone={(product) => {
            setOpen(null);
            setSaid(`The stock of ${open.name} is changed.`);
            onChanged(product);
            statusRef.current?.focus();
          }}
        />
      )}
    </Part>
  );
}

function countedOf({ fields, stock }: StaffProduct): Counted[] {
  const { variants, goods } = fields;
  if (variants.length === 0)
    return [
      {
        ...{ name: 'The product', selected: [], stock },
        isOfKeys: isStockOfKeys(goods, { is_variant: false, selected_options: [] }),
      },
    ];
  return variants.map(({ selected_options: selected, stock: its }) => ({
    ...{ name: selectedOptionsText(selected), selected, stock: its },
    isOfKeys: isStockOfKeys(goods, { is_variant: true, selected_options: selected }),
  }));
}

function stockText({ stock, isOfKeys }: Counted): string {
  if (stock === null) return 'not counted';
  const count = stock.toLocaleString('en-US');
  return isOfKeys ? `${count} ${stock === 1 ? 'key' : 'keys'}` : count;
}

const reasons = ['Counted', 'Delivery', 'Returned', 'Damaged', 'Lost', 'Sold elsewhere'];

type StockDialogProps = {
  productId: string;
  counted: Counted;
  onClose: () => void;
  onDone: (product: StaffProduct) => void;
};

function StockDialog({ productId, counted, onClose, onDone }: StockDialogProps) {
  const before = counted.stock;
  const [text, setText] = useState(before === null ? '' : String(before));
  const [reason, setReason] = useState('');
  const [faults, setFaults] = useState<{ stock?: string; reason?: string }>({});
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const after = readCount(text);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const found = {
      ...(after === undefined && { stock: 'Give a whole number, or nothing where it is not counted.' }),
      ...(reason.trim() === '' && { reason: 'Say why it changes.' }),
    };
    setFaults(found);
    setFault(undefined);
    if (after === undefined || Object.keys(found).length > 0) {
      event.currentTarget.querySelector<HTMLElement>(found.stock ? '[name="stock"]' : '[name="reason"]')?.focus();
      return;
    }
    setBusy(true);
    const change = { selected_options: counted.selected, before, after, reason: reason.trim() };
    const refused = await setStock(productId, change, onDone);
    setBusy(false);
    setFault(refused);
  }

  return (
    <Dialog title={`Change stock of ${counted.name}`} busy={busy} onClose={onClose}>
      <form noValidate onSubmit={send} className="grid gap-5">
        <Field
          label="New stock"
          name="stock"
          autoComplete="off"
          required={false}
          value={text}
          onChange={setText}
          error={faults.stock}
          hint={movedText(before, after)}
        />
        <Field
          label="Reason"
          name="reason"
          autoComplete="off"
          value={reason}
          onChange={(given) => setReason(cutText(given, stockReasonMaximum))}
          error={faults.reason}
        />
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Reasons that are given often</legend>
          {reasons.map((word) => (
            <button key={word} type="button" className="btn btn-line btn-sm" onClick={() => setReason(word)}>
              {word}
            </button>
          ))}
        </fieldset>
        <FormButtons busy={busy} fault={fault} submit="Change stock" onCancel={onClose} />
      </form>
    </Dialog>
  );
}

/** Undefined for what is no count. */
function readCount(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const plain = plainDigits(text);
  return plain !== null && /^\d+$/.test(plain) ? Number(plain) : undefined;
}

function movedText(before: number | null, after: number | null | undefined): string {
  const now = before === null ? 'It is not counted now.' : `There are ${before.toLocaleString('en-US')} now.`;
  if (after === undefined) return now;
  if (after === null) return `${now} Empty: it is not counted, and never sold out.`;
  const step = after - (before ?? 0);
  if (before === null || step === 0) return now;
  return `${now} That is ${Math.abs(step).toLocaleString('en-US')} ${step > 0 ? 'more' : 'less'}.`;
}

function StockChanges({ of: { stock_changes: changes } }: { of: StaffProduct }) {
  if (changes.length === 0) return null;
  const count = (stock: number | null) => (stock === null ? 'not counted' : stock.toLocaleString('en-US'));
  return (
    <details>
      <summary className="min-h-9 cursor-pointer text-sm text-ink-2">
        {changes.length === 1 ? '1 change of the stock' : `${changes.length} changes of the stock`}
      </summary>
      <ol className="mt-2 border-t text-sm">
        {changes.map((change, at) => (
          <li key={`${change.at} ${at}`} className="grid gap-0.5 border-b py-2">
            <p className="num">
              {change.selected_options.length > 0 && <bdi>{selectedOptionsText(change.selected_options)}: </bdi>}
              {count(change.before)} <span aria-hidden="true">→</span>
              <span className="sr-only"> became </span> {count(change.after)}
            </p>
            <p className="text-ink-2 [overflow-wrap:anywhere]">
              <bdi>{change.reason}</bdi>
            </p>
            <p className="text-xs text-ink-3">
              <LocalTime instant={change.at} /> by <bdi>{change.by}</bdi>
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}
