import { useId } from 'react';
import { type Message, t } from '#language/message.ts';

type TickListProps<T extends string> = {
  legend: string;
  names: Record<T, Message>;
  chosen: readonly T[];
  error?: string | undefined;
  onChange: (chosen: T[]) => void;
};

/** Some of a few: each with a word that says what it is. */
export function TickList<T extends string>({ legend, names, chosen, error, onChange }: TickListProps<T>) {
  const errorId = useId();
  const all = Object.keys(names) as T[];

  function toggle(one: T, on: boolean) {
    onChange(all.filter((other) => (other === one ? on : chosen.includes(other))));
  }

  return (
    <fieldset className="grid gap-2" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 text-sm font-[560]">{legend}</legend>
      <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {all.map((one) => (
          <label key={one} className="flex min-h-9 cursor-pointer items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              checked={chosen.includes(one)}
              onChange={(event) => toggle(one, event.target.checked)}
            />
            {t(names[one])}
          </label>
        ))}
      </div>
      <p id={errorId} role="alert" className="text-sm text-danger empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}
