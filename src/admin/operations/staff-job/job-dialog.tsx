import { LoaderCircle } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { firstPriceStep, priceStepOf, priceWays, roundings } from '#contract/catalogue/product/price-step.ts';
import { type JobKindName, type JobLabels, jobKinds } from '#contract/operations/staff-job.ts';
import { readPlainNumber } from '#contract/text/typed-number.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { PriceStepFields } from '#ui/form/price-step-fields.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { prepare } from './job.ts';

/** `words`: '12 products', 'all products that fit', in the middle of a sentence. */
export type ChosenRows = { words: string } & ({ ids: string[] } | { query: string });

type JobDialogProps = { kinds: JobKindName[]; rows: ChosenRows; onClose: () => void };
type Asked = Record<string, unknown>;

/** Asks what a kind of work wants to know, and leads to the preview of it. Nothing is changed here. */
export function JobDialog({ kinds, rows, onClose }: JobDialogProps) {
  const navigate = useNavigate();
  const [kind, setKind] = useState<JobKindName | ''>(kinds.length === 1 ? (kinds[0] as JobKindName) : '');
  const [asked, setAsked] = useState<{ of: string; value: Asked | null }>({ of: '', value: null });
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const words: JobLabels | null = kind === '' ? null : jobKinds[kind];
  const given = words?.asks ? (asked.of === kind ? asked.value : null) : {};

  async function show(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (!words) return setFault('Choose what to do.');
    if (given === null) return setFault(missing[words.asks ?? 'reason']);
    setBusy(true);
    setFault('');
    const { words: _, ...chosen } = rows;
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
    const which = 'query' in chosen ? { query: chosen.query, zone } : { ids: chosen.ids };
    const refused = await prepare({ kind, asked: given, ...which }, (jobId) => navigate(`/jobs/${jobId}`));
    setBusy(false);
    if (refused !== undefined) setFault(refused);
  }

  const title = kinds.length === 1 && words ? `${words.label}: ${rows.words}` : `With ${rows.words}`;
  return (
    <Dialog title={title} busy={busy} onClose={onClose}>
      <form noValidate onSubmit={show} className="grid gap-4">
        {kinds.length > 1 && (
          <SelectField
            label="What to do"
            name="kind"
            placeholder="Choose"
            value={kind}
            options={kinds.map((value) => ({ value, label: jobKinds[value].label }))}
            onChange={(value) => {
              setKind(value as JobKindName | '');
              setFault('');
            }}
          />
        )}
        {words && <p className="text-sm text-ink-2">{words.note}</p>}
        {words?.asks && <Asks key={kind} what={words.asks} onChange={(value) => setAsked({ of: kind, value })} />}
        <p role="alert" className="text-sm text-danger empty:hidden">
          {fault}
        </p>
        <p className="text-xs text-ink-3">
          You see what would change of each before anything does
          {words?.canUndo ? ', and can take it back for ten minutes after it is done' : ''}.
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-line" onClick={() => !busy && onClose()}>
            Cancel
          </button>
          <button
            type="submit"
            className="btn btn-primary aria-disabled:cursor-progress"
            aria-disabled={busy || undefined}
          >
            {busy && <LoaderCircle size={18} aria-hidden className="spinner" />}
            Show what would change
          </button>
        </div>
        <span role="status" className="sr-only">
          {busy && 'Please wait'}
        </span>
      </form>
    </Dialog>
  );
}

type What = NonNullable<JobLabels['asks']>;

const missing: Record<What, string> = {
  reason: 'Say why.',
  price: 'Say by how much, as a number above 0 such as 12.50.',
  percent: 'Say how many percent, between 1 and 95.',
};

function Asks({ what, onChange }: { what: What; onChange: (asked: Asked | null) => void }) {
  const [text, setText] = useState('');
  if (what === 'price')
    return (
      <PriceStepFields
        ways={priceWays}
        roundings={roundings}
        first={firstPriceStep}
        onChange={(way, amount, round) => onChange(priceStepOf(way, amount, round))}
      />
    );
  if (what === 'percent')
    return (
      <Field
        label="Percent below the price"
        name="percent"
        value={text}
        hint="Between 1 and 95; prices of a sale end with whole cents."
        onChange={(value) => {
          setText(value);
          const percent = readPlainNumber(value);
          onChange(percent !== null && percent >= 1 && percent <= 95 ? { percent } : null);
        }}
      />
    );
  return (
    <Field
      label="Reason"
      name="reason"
      rows={4}
      value={text}
      onChange={(value) => {
        setText(value);
        onChange(value.trim() === '' ? null : { reason: value.trim() });
      }}
    />
  );
}
