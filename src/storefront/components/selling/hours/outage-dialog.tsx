import { useState } from 'react';
import type { MachineSession, RecordedOutage } from '#contract/hours.schema.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { useForm } from '#ui/use-form.ts';
import { noteOutage, returnedText } from '../../../selling/sold-hours.ts';

type OutageDialogProps = {
  sellerId: string;
  /** `recorded`: something may have gone back. */
  onClose: (recorded: boolean) => void;
} & (
  | { products: ReadonlyArray<{ value: string; label: string }>; session?: undefined; about?: undefined }
  /** Of one machine. `about`: what it is of. */
  | { session: MachineSession; about: string; products?: undefined }
);

/** Machines were not there: the minutes that were counted then go back to the buyers, who read why. */
export function OutageDialog({ sellerId, products, session, about, onClose }: OutageDialogProps) {
  const [recorded, setRecorded] = useState<RecordedOutage | null>(null);
  const only = products?.length === 1 ? (products[0]?.value ?? '') : '';
  const form = useForm({
    initial: { product: only, from: '', to: localInput(new Date()), reason: '' },
    check: ({ product, from, to, reason }) => ({
      ...(products && product === '' && { product: 'Choose a product' }),
      ...(readLocal(from) === null && { from: 'Say when it began' }),
      ...(readLocal(to) === null && { to: 'Say when it ended' }),
      ...(isBefore(to, from) && { to: 'It must have ended after it began' }),
      ...(reason.trim() === '' && { reason: 'Say what happened: the buyers read it' }),
    }),
    async send({ product, from, to, reason }) {
      const times = { from: readLocal(from) ?? '', to: readLocal(to) ?? '', reason: reason.trim() };
      const came = await noteOutage(
        sellerId,
        session ? { session_id: session.session_id, ...times } : { product_id: product, ...times },
      );
      if ('fault' in came) return { errors: { [/^from/.test(came.fault) ? 'from' : 'to']: came.fault } };
      setRecorded(came);
      return undefined;
    },
  });

  if (recorded)
    return (
      <Dialog title="The outage is recorded" onClose={() => onClose(true)}>
        <p role="status">{returnedText(recorded)}</p>
        <button type="button" className="btn btn-primary justify-self-end" onClick={() => onClose(true)}>
          Close
        </button>
      </Dialog>
    );
  return (
    <Dialog title="Record an outage" busy={form.busy} onClose={() => onClose(false)}>
      <form {...form.props} className="grid gap-5">
        <p className="text-ink-2">
          {session
            ? 'Minutes of this machine that were counted then go back to its buyer.'
            : 'Minutes of all machines of the product that were counted then go back to their buyers.'}
        </p>
        {products ? (
          <SelectField label="Product" placeholder="Choose a product" options={products} {...form.field('product')} />
        ) : (
          <p className="text-sm">
            <span className="text-ink-3">Machine of</span> <bdi className="font-[560]">{about}</bdi>
          </p>
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="From" type="datetime-local" {...form.field('from')} />
          <Field label="To" type="datetime-local" {...form.field('to')} />
        </div>
        <Field label="What happened" rows={3} hint="The buyers read it." {...form.field('reason')} />
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-line" onClick={() => !form.busy && onClose(false)}>
            Cancel
          </button>
          <SubmitButton busy={form.busy} className="btn btn-primary">
            Give the minutes back
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}

/** As a field of the clock here takes it, to the minute that has begun. */
function localInput(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Of the clock here; null where it is no moment. */
function readLocal(text: string): string | null {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function isBefore(to: string, from: string): boolean {
  const [start, end] = [readLocal(from), readLocal(to)];
  return start !== null && end !== null && end <= start;
}
