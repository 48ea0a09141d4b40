import { type ReactNode, useId, useState } from 'react';
import { t } from '#language/message.ts';
import { Star } from '../star.tsx';

type StarInputProps = {
  label: string;
  name: string;
  /** The chosen number of stars; 0 when none is chosen yet. */
  value: number;
  maximum: number;
  onChange: (value: number) => void;
  error?: ReactNode;
};

/** A number of stars: radio buttons, so that arrows choose and a screen reader counts, drawn as stars that fill up. */
export function StarInput({ label, name, value, maximum, onChange, error }: StarInputProps) {
  const [pointedAt, setPointedAt] = useState(0);
  const labelId = useId();
  const errorId = useId();
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelId}
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
      // A form moves the focus here when no star was chosen.
      tabIndex={-1}
      className="grid justify-items-start gap-1 outline-offset-4"
    >
      <span id={labelId} className="text-sm font-[560]">
        {label}
      </span>
      <div className="-ml-2 flex" onPointerLeave={() => setPointedAt(0)}>
        {Array.from({ length: maximum }, (_, index) => index + 1).map((stars) => (
          <label
            key={stars}
            onPointerEnter={() => setPointedAt(stars)}
            className="relative grid size-11 cursor-pointer place-items-center rounded-md has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={stars}
              checked={value === stars}
              onChange={() => onChange(stars)}
              aria-label={stars === 1 ? '1 star' : t('{stars} stars', { stars })}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <Star filled={stars <= (pointedAt || value)} size={28} />
          </label>
        ))}
      </div>
      <p id={errorId} role="alert" className="text-sm text-danger empty:hidden">
        {error}
      </p>
    </div>
  );
}
