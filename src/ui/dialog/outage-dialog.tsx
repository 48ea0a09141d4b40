import { useState } from 'react';
import { t } from '#language/message.ts';
import { Field } from '../form/field.tsx';
import { SelectField } from '../form/select-field.tsx';
import { SubmitButton } from '../form/submit-button.tsx';
import { useForm } from '../form/use-form.ts';
import { Dialog } from './dialog.tsx';

/** `product` '' where the outage is of one machine. Moments are ISO texts. */
export type OutageGiven = { product: string; from: string; to: string };
type Said = { fault: string } | { text: string };

type OutageDialogProps = {
  /** Expected result, or what is wrong with the request. */
  preview: (given: OutageGiven) => Promise<Said>;
  /** Result, or what went wrong. */
  record: (given: OutageGiven & { reason: string }) => Promise<Said>;
  /** `recorded`: something may have changed. */
  onClose: (recorded: boolean) => void;
} & (
  | { products: ReadonlyArray<{ value: string; label: string }>; about?: undefined }
  /** One machine alone. `about`: what it is of. */
  | { about: string; products?: undefined }
);

/** Machines were not there. What comes of it is told before it is recorded. */
export function OutageDialog({ products, about, preview, record, onClose }: OutageDialogProps) {
  const [recorded, setRecorded] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ given: OutageGiven & { reason: string }; text: string } | null>(null);
  const only = products?.length === 1 ? (products[0]?.value ?? '') : '';
  const form = useForm({
    initial: { product: only, from: '', to: localInput(new Date()), reason: '' },
    check: ({ product, from, to, reason }) => ({
      ...(products && product === '' && { product: t('Choose a product') }),
      ...(readLocal(from) === null && { from: t('Say when it began') }),
      ...(readLocal(to) === null && { to: 'Say when it ended' }),
      ...(isBefore(to, from) && { to: 'It must have ended after it began' }),
      ...(reason.trim() === '' && { reason: t('Say what happened: the buyers read it') }),
    }),
    async send({ product, from, to, reason }) {
      const given = { product, from: readLocal(from) ?? '', to: readLocal(to) ?? '', reason: reason.trim() };
      const said = await preview(given);
      if ('fault' in said) return { errors: { [/^from/.test(said.fault) ? 'from' : 'to']: said.fault } };
      setAsked({ given, text: said.text });
      return undefined;
    },
  });

  if (recorded !== null)
    return (
      <Dialog title={t('The outage is recorded')} onClose={() => onClose(true)}>
        <p role="status">{recorded}</p>
        <button type="button" className="btn btn-primary justify-self-end" onClick={() => onClose(true)}>
          {t('Close')}
        </button>
      </Dialog>
    );
  if (asked)
    return (
      <Confirm
        text={asked.text}
        record={async () => {
          const said = await record(asked.given);
          if ('fault' in said) return said.fault;
          setRecorded(said.text);
          return undefined;
        }}
        onBack={() => setAsked(null)}
        onClose={() => onClose(false)}
      />
    );
  return (
    <Dialog title={t('Record an outage')} busy={form.busy} onClose={() => onClose(false)}>
      <form {...form.props} className="grid gap-5">
        <p className="text-ink-2">
          {products
            ? t('Minutes of all machines of the product that were counted then go back to their buyers.')
            : t('Minutes of this machine that were counted then go back to its buyer.')}
        </p>
        {products ? (
          <SelectField
            label={t('Product')}
            placeholder={t('Choose a product')}
            options={products}
            {...form.field('product')}
          />
        ) : (
          <p className="text-sm">
            <span className="text-ink-3">{t('Machine of')}</span> <bdi className="font-[560]">{about}</bdi>
          </p>
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t('From')} type="datetime-local" {...form.field('from')} />
          <Field label={t('To')} type="datetime-local" {...form.field('to')} />
        </div>
        <Field label={t('What happened')} rows={3} hint={t('The buyers read it.')} {...form.field('reason')} />
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-line" onClick={() => !form.busy && onClose(false)}>
            {t('Cancel')}
          </button>
          <SubmitButton busy={form.busy} className="btn btn-primary">
            {t('See what goes back')}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}

type ConfirmProps = {
  text: string;
  record: () => Promise<string | undefined>;
  onBack: () => void;
  onClose: () => void;
};

function Confirm({ text, record, onBack, onClose }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  async function confirm() {
    if (busy) return;
    setBusy(true);
    setFault(undefined);
    const found = await record();
    setFault(found);
    if (found !== undefined) setBusy(false);
  }

  return (
    <Dialog title={t('Give the minutes back?')} busy={busy} onClose={onClose}>
      <p role="status">{text}</p>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-line" onClick={() => !busy && onBack()}>
          {t('Back')}
        </button>
        <button type="button" className="btn btn-primary" aria-disabled={busy || undefined} onClick={confirm}>
          {t('Give the minutes back')}
        </button>
      </div>
    </Dialog>
  );
}

/** As a field of the clock here takes it, to the minute that has begun. */
function localInput(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Reads a time of the clock here; null where it is no moment. */
function readLocal(text: string): string | null {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function isBefore(to: string, from: string): boolean {
  const [start, end] = [readLocal(from), readLocal(to)];
  return start !== null && end !== null && end <= start;
}
