import { useId, useState } from 'react';
import { t } from '#language/message.ts';

type PriceStepFieldsProps<Way extends string, Round extends string> = {
  ways: Readonly<Record<Way, { label: string; unit: string }>>;
  roundings: Readonly<Record<Round, string>>;
  /** Initial choice. */
  first: { way: Way; round: Round };
  /** Told with each key. */
  onChange: (way: Way, amount: string, round: Round) => void;
};

/** How prices are to change, by how much, and what they are rounded to. */
export function PriceStepFields<Way extends string, Round extends string>(props: PriceStepFieldsProps<Way, Round>) {
  const { ways, roundings, first, onChange } = props;
  const [all, setAll] = useState({ ...first, amount: '' });
  const ids = { how: useId(), amount: useId(), round: useId() };

  function update(change: Partial<typeof all>) {
    const next = { ...all, ...change };
    setAll(next);
    onChange(next.way, next.amount, next.round);
  }

  return (
    <div className="flex flex-wrap items-end gap-3 text-sm">
      <div className="grid gap-1.5">
        <label htmlFor={ids.how}>{t('How')}</label>
        <select
          id={ids.how}
          className="field !min-h-9 !w-auto !py-1 !text-sm"
          value={all.way}
          onChange={(event) => update({ way: event.target.value as Way })}
        >
          {Object.entries<{ label: string }>(ways).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div className="grid gap-1.5">
        <label htmlFor={ids.amount}>{ways[all.way].unit}</label>
        <input
          id={ids.amount}
          inputMode="decimal"
          className="field num !min-h-9 !w-28 !py-1 !text-right !text-sm"
          value={all.amount}
          onChange={(event) => update({ amount: event.target.value })}
        />
      </div>
      <div className="grid gap-1.5">
        <label htmlFor={ids.round}>{t('Rounded to')}</label>
        <select
          id={ids.round}
          className="field !min-h-9 !w-auto !py-1 !text-sm"
          value={all.round}
          onChange={(event) => update({ round: event.target.value as Round })}
        >
          {Object.entries<string>(roundings).map(([dollars, label]) => (
            <option key={dollars} value={dollars}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
