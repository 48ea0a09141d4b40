import { type ReactNode, type RefObject, useState } from 'react';
import { Link } from 'react-router';
import type { Gift } from '#contract/goods/library/gift.schema.ts';
import { giftTextMaximum } from '#contract/goods/library/gift.ts';
import type { StaffCustomer } from '#contract/people/staff-customer.schema.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { type ChosenProduct, ProductField } from '../../catalogue/product/product-field.tsx';
import { createRequestKey, type Given, give, withdraw } from './gift.ts';

type GiftDialogProps = {
  of: StaffCustomer;
  /** It is done: what is told about it. */
  onDone: (sentence: string) => void;
  onClose: () => void;
};

/** Gift of what a product promises, without an order. */
export function GiveProduct({ of, onDone, onClose }: GiftDialogProps) {
  const [chosen, setChosen] = useState<ChosenProduct | null>(null);
  const [fault, setFault] = useState('');
  const [requestKey] = useState(createRequestKey);
  const form = useForm({
    initial: { product: '', until: '', note: '' },
    check: faultsOf,
    begin: () => setFault(''),
    async send({ product, until, note }) {
      const id = chosen?.id ?? product.trim();
      const given = await give(of.id, { product_id: id, until: until.trim() || null, note: note.trim() }, requestKey);
      if ('gift' in given) {
        onDone(`${given.gift.product_name} is in the library of ${of.name}. A mail says so.`);
        onClose();
        return undefined;
      }
      const errors = errorsOf(given, id);
      if (!errors) setFault(given.fault);
      return errors ? { errors } : {};
    },
  });
  const product = form.field('product');
  return (
    <Dialog title="Give a product" busy={form.busy} onClose={onClose}>
      <p className="text-ink-2">
        <bdi>{of.name}</bdi> gets all that it promises, without an order and for nothing, and is told by mail.
      </p>
      <form {...form.props} aria-label="Give a product" className="grid gap-5">
        <ProductField
          name={product.name}
          value={product.value}
          error={product.error}
          chosen={chosen}
          onType={(text) => {
            setChosen(null);
            product.onChange(text);
          }}
          onChoose={(found) => {
            setChosen(found);
            product.onChange(found.name);
          }}
        />
        <Field
          label="Last day"
          {...form.field('until')}
          required={false}
          autoComplete="off"
          hint="A day such as 2027-01-31, to its end (UTC); empty: it does not end"
        />
        <Field
          label="Note"
          {...form.field('note')}
          required={false}
          rows={3}
          hint="Why, for the staff: the customer does not read it"
        />
        <p role="alert" className="text-sm text-danger empty:hidden">
          {fault}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-line" onClick={() => !form.busy && onClose()}>
            Cancel
          </button>
          <SubmitButton busy={form.busy} className="btn btn-primary">
            Give product
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}

/** A refusal stands below the field that it is about, with the way to what can be done; null: it is about none. */
function errorsOf({ fault, refusal }: Extract<Given, { fault: string }>, id: string): Record<string, ReactNode> | null {
  if (refusal === 'until_passed') return { until: fault };
  if (refusal === 'no_product' || refusal === 'of_a_shop') return { product: fault };
  if (refusal !== 'by_hand' && refusal !== 'of_variants' && refusal !== 'no_keys') return null;
  return {
    product: (
      <>
        {fault}{' '}
        <Link to={`/products/${encodeURIComponent(id)}`} className="text-link">
          Open the product
        </Link>
      </>
    ),
  };
}

type Typed = { product: string; until: string; note: string };

function faultsOf({ product, until, note }: Typed): Partial<Typed> {
  const faults: Partial<Typed> = {};
  const day = faultOfDay(until.trim());
  if (product.trim() === '') faults.product = 'Choose what is given.';
  if (day) faults.until = day;
  if (note.trim().length > giftTextMaximum) faults.note = `Write at most ${giftTextMaximum} characters.`;
  return faults;
}

/** Null: nothing is wrong with it. The API asks once more. */
function faultOfDay(day: string): string | null {
  if (day === '') return null;
  const end = new Date(`${day}T23:59:59Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(end.getTime()) || !end.toISOString().startsWith(day))
    return 'Enter a day such as 2027-01-31, or leave it empty.';
  return end <= new Date() ? 'This day has passed. Enter today or a later day, or leave it empty.' : null;
}

type WithdrawGiftProps = GiftDialogProps & { gift: Gift; focusWhenDone: RefObject<HTMLElement | null> };

export function WithdrawGift({ of, gift, onDone, ...rest }: WithdrawGiftProps) {
  const [reason, setReason] = useState('');
  const [judged, setJudged] = useState(false);
  const given = reason.trim();
  const fault =
    given === ''
      ? 'Say why: the customer reads it.'
      : given.length > giftTextMaximum
        ? `Write at most ${giftTextMaximum} characters.`
        : undefined;

  async function confirm() {
    setJudged(true);
    if (fault) return '';
    const refused = await withdraw(of.id, gift.entitlement_id, given);
    if (refused === undefined) onDone(`${gift.product_name} is withdrawn from ${of.name}. A mail says why.`);
    return refused;
  }

  return (
    <ConfirmDialog tone="harm" {...rest} title="Withdraw this gift?" confirmLabel="Withdraw gift" onConfirm={confirm}>
      <p>
        At once <bdi>{of.name}</bdi> can no longer use <bdi>{gift.product_name}</bdi>. A key that was handed out is
        marked, and is not sold again. It cannot be taken back; the product can be given once more.
      </p>
      <Field
        label="Reason"
        name="reason"
        rows={3}
        value={reason}
        required
        error={judged ? fault : undefined}
        hint="They read it in their library, and get it by mail, in these words."
        onChange={setReason}
      />
    </ConfirmDialog>
  );
}
