import { useId } from 'react';
import { t } from '#language/message.ts';
import type { OptionChoice } from './option-choices.ts';

type OptionGroupProps = {
  name: string;
  choices: readonly OptionChoice[];
  value: string;
  onChange: (choice: string) => void;
  /** True if something must be chosen here, and is not. */
  missing: boolean;
  /** True if that is to be said. */
  asked: boolean;
};

/**
 * One group of a product's options, as radio buttons that look like tiles. What cannot be had beside the other choices can be
 * reached and read, and not chosen. Without scripts a form or the table of variants stands in for it.
 */
export function OptionGroup({ name, choices, value, onChange, missing, asked }: OptionGroupProps) {
  const id = useId();
  const faulty = missing && asked;
  return (
    <fieldset
      className="needs-script"
      data-missing={missing || undefined}
      aria-describedby={faulty ? `${id}-fault` : undefined}
    >
      <legend className="mb-2 text-sm font-[560]">
        <bdi>{name}</bdi>
      </legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ value: choice, isOffered, note }, index) => (
          <label key={choice} className="option-tile" data-faulty={faulty || undefined}>
            <input
              type="radio"
              name={name}
              value={choice}
              checked={value === choice}
              onChange={() => isOffered && onChange(choice)}
              aria-label={choice}
              aria-disabled={!isOffered || undefined}
              aria-invalid={faulty || undefined}
              aria-describedby={note === null && !faulty ? undefined : `${id}-${index} ${faulty ? `${id}-fault` : ''}`}
            />
            <bdi>{choice}</bdi>
            {note && <small id={`${id}-${index}`}>{note}</small>}
          </label>
        ))}
      </div>
      <p id={`${id}-fault`} role="alert" className="mt-2 text-sm text-danger empty:hidden">
        {faulty && t('Choose {name} first.', { name })}
      </p>
    </fieldset>
  );
}
