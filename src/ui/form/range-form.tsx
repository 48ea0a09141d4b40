import { type FormEvent, useId, useState } from 'react';
import { t } from '#language/message.ts';

type RangeFormProps = {
  from: string;
  to: string;
  /** The last day that can be chosen. */
  today: string;
  /** Why a range cannot be shown; null: it can. */
  faultOf: (from: string, to: string) => string | null;
  onShow: (from: string, to: string) => void;
};

/** A range of days of one's own. */
export function RangeForm({ from, to, today, faultOf, onShow }: RangeFormProps) {
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();

  function show(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const [first, last] = [String(typed.get('from')), String(typed.get('to'))];
    const found = faultOf(first, last);
    setFault(found);
    if (!found) onShow(first, last);
  }

  const faultId = fault ? id : undefined;
  return (
    <form noValidate onSubmit={show} aria-label={t('A range of your own')} className="grid gap-1.5">
      <div className="flex flex-wrap items-end gap-2 text-sm">
        <Day name="from" label={t('From')} value={from} today={today} faultId={faultId} />
        <Day name="to" label={t('To')} value={to} today={today} faultId={faultId} />
        <button type="submit" className="btn btn-line btn-sm">
          {t('Show')}
        </button>
      </div>
      <p id={id} role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
    </form>
  );
}

function Day(props: { name: string; label: string; value: string; today: string; faultId: string | undefined }) {
  return (
    <label className="flex items-center gap-2">
      {props.label}
      <input
        type="date"
        name={props.name}
        defaultValue={props.value}
        max={props.today}
        aria-invalid={props.faultId ? true : undefined}
        aria-describedby={props.faultId}
        className="field num !min-h-9 !w-auto !py-1 !text-sm"
      />
    </label>
  );
}
