import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { type FiguresAsked, faultOfRange, figuresPath, todayUtc, usualRanges } from '../../../selling/figures.ts';

type RangeProps = { seller: string; asked: FiguresAsked };

/** Which days the figures are of. */
export function FiguresRange({ seller, asked }: RangeProps) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <nav aria-label="Range" className="flex flex-wrap gap-2">
        {usualRanges.map((days) => (
          <a
            key={days}
            href={figuresPath(seller, { ...asked, days })}
            aria-current={asked.days === days ? 'true' : undefined}
            className="chip"
            data-keep-scroll
          >
            {days} days
          </a>
        ))}
      </nav>
      <OwnRange key={`${asked.from} ${asked.to}`} seller={seller} asked={asked} />
    </div>
  );
}

function OwnRange({ seller, asked }: RangeProps) {
  const navigate = useNavigate();
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();

  function show(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const [from, to] = [String(typed.get('from')), String(typed.get('to'))];
    const found = faultOfRange(from, to, todayUtc());
    setFault(found);
    if (!found) navigate(figuresPath(seller, { ...asked, from, to, days: null }));
  }

  return (
    <form noValidate onSubmit={show} aria-label="A range of your own" className="grid gap-1.5">
      <div className="flex flex-wrap items-end gap-2 text-sm">
        <Day name="from" label="From" value={asked.from} faultId={fault ? id : undefined} />
        <Day name="to" label="To" value={asked.to} faultId={fault ? id : undefined} />
        <button type="submit" className="btn btn-line btn-sm">
          Show
        </button>
      </div>
      <p id={id} role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
    </form>
  );
}

function Day(props: { name: string; label: string; value: string; faultId: string | undefined }) {
  return (
    <label className="flex items-center gap-2">
      {props.label}
      <input
        type="date"
        name={props.name}
        defaultValue={props.value}
        max={todayUtc()}
        aria-invalid={props.faultId ? true : undefined}
        aria-describedby={props.faultId}
        className="field num !min-h-9 !w-auto !py-1 !text-sm"
      />
    </label>
  );
}
