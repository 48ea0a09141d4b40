import { type ReactNode, useState } from 'react';
import { t } from '#language/message.ts';
import { Labelled, useDescribed } from '#ui/form/labelled.tsx';
import { readAmount, writeAmount } from './draft-fields.ts';

type TextProps = {
  label: string;
  /** Name in the list of missing things: the field is found by it. */
  field: string;
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  hint?: ReactNode;
  aside?: ReactNode;
  rows?: number;
  list?: readonly string[];
  maxLength?: number;
  numeric?: boolean;
};

/** A text of the draft; what is wrong with it is said below it. */
export function DraftText({
  label,
  field,
  value,
  onChange,
  error,
  hint,
  aside,
  rows,
  list,
  numeric,
  maxLength,
}: TextProps) {
  const described = useDescribed(error, hint);
  const control = {
    ...described.control,
    value,
    maxLength,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  const listId = list && `${described.control.id}-list`;
  return (
    <div data-field={field}>
      <Labelled label={label} error={error} hint={hint} aside={aside} ids={described}>
        {rows ? (
          <textarea {...control} rows={rows} />
        ) : (
          <input {...control} list={listId} autoComplete="off" inputMode={numeric ? 'decimal' : undefined} />
        )}
        {list && (
          <datalist id={listId}>
            {list.map((word) => (
              <option key={word} value={word} />
            ))}
          </datalist>
        )}
      </Labelled>
    </div>
  );
}

type AmountProps = {
  /** Without one, `name` says what it is. */
  label?: string;
  name?: string;
  field: string;
  value: number | null | undefined;
  onChange: (value: number | null) => void;
  whole?: boolean;
  /** It cannot stay empty. */
  needed?: boolean;
  placeholder?: string;
  hint?: ReactNode;
  disabled?: boolean;
};

/** An amount of money or of things. Nothing typed is null; what is no amount is said, and not taken. */
export function DraftAmount({
  label,
  name,
  field,
  value,
  onChange,
  whole,
  needed,
  placeholder,
  hint,
  disabled,
}: AmountProps) {
  const [typed, setTyped] = useState(() => ({ text: writeAmount(value), value: value ?? null }));
  // Something else was put in its place, such as what a colleague has saved.
  if ((value ?? null) !== typed.value) setTyped({ text: writeAmount(value), value: value ?? null });
  const read = readAmount(typed.text, whole ? 0 : 6);
  const isWrong = read === undefined || (needed && read === null);
  const error = isWrong ? (whole ? t('Give a whole number.') : t('Give an amount, such as 2,400.00.')) : undefined;
  const described = useDescribed(error, hint);

  function change(text: string) {
    const next = readAmount(text, whole ? 0 : 6);
    setTyped({ text, value: next === undefined ? typed.value : next });
    if (next !== undefined && next !== typed.value) onChange(next);
  }

  const input = (
    <input
      {...described.control}
      aria-label={label ? undefined : name}
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      disabled={disabled}
      placeholder={placeholder}
      value={typed.text}
      onChange={(event) => change(event.target.value)}
      className={`${described.control.className} num text-right disabled:opacity-55`}
    />
  );
  if (label)
    return (
      <div data-field={field}>
        <Labelled label={label} error={error} hint={hint} ids={described}>
          {input}
        </Labelled>
      </div>
    );
  return (
    <div data-field={field}>
      {input}
      <p id={described.errorId} role="alert" className="mt-1 text-xs text-danger empty:hidden">
        {error}
      </p>
    </div>
  );
}
