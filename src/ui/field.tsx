import { Eye, EyeOff } from 'lucide-react';
import { type HTMLAttributes, type ReactNode, useId, useState } from 'react';

export type FieldProps = {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** What is wrong with the value, announced when it appears; nothing while it is right or not judged yet. */
  error?: ReactNode;
  /** What helps to fill the field in, read out with it. */
  hint?: ReactNode;
  /** Stands at the end of the field's own line, such as the button that sends it. */
  beside?: ReactNode;
  /** Stands at the end of the label's line, behind the field in the order of the keyboard. */
  aside?: ReactNode;
  type?: 'text' | 'email' | 'tel' | 'url' | 'number';
  autoComplete?: string;
  placeholder?: string;
  /** Lines of a field for longer text; without it the field has one. */
  rows?: number;
  /** A field is required unless it says otherwise. */
  required?: boolean;
  /** Shows that it is required, in a form where not every field is. */
  marked?: boolean | undefined;
  readOnly?: boolean;
};

/** A labelled text field with its error below it. */
export function Field({ label, error, hint, aside, beside, rows, marked, ...rest }: FieldProps) {
  const field = useDescribed(error, hint);
  const control = { required: true, ...rest, ...field.control };
  return (
    <Labelled label={label} error={error} hint={hint} aside={aside} marked={marked} ids={field}>
      <div className="flex gap-2">
        {rows ? (
          <textarea {...control} rows={rows} onChange={(event) => rest.onChange(event.target.value)} />
        ) : (
          <input {...control} onChange={(event) => rest.onChange(event.target.value)} />
        )}
        {beside}
      </div>
    </Labelled>
  );
}

type SelectProps = Pick<
  FieldProps,
  'label' | 'name' | 'value' | 'onChange' | 'error' | 'autoComplete' | 'required' | 'marked'
> & {
  options: ReadonlyArray<{ value: string; label: string }>;
  /** Stands there until something is chosen. */
  placeholder: string;
};

/** One of many; the browser finds it by its first letters. */
export function SelectField({ label, error, marked, options, placeholder, ...rest }: SelectProps) {
  const field = useDescribed(error, undefined);
  return (
    <Labelled label={label} error={error} marked={marked} ids={field}>
      <select required {...rest} {...field.control} onChange={(event) => rest.onChange(event.target.value)}>
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

type SecretProps = Omit<FieldProps, 'type' | 'rows' | 'placeholder' | 'marked' | 'beside'>;

/** A password, hidden until its owner wants to see it. */
export function PasswordField({ label, error, hint, aside, ...rest }: SecretProps) {
  const [shown, setShown] = useState(false);
  const field = useDescribed(error, hint);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Labelled label={label} error={error} hint={hint} aside={aside} ids={field}>
      <div className="relative">
        <input
          required
          {...rest}
          {...field.control}
          className="field pr-12"
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => rest.onChange(event.target.value)}
        />
        <button
          type="button"
          className="icon-btn needs-script !absolute right-0 top-0"
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-controls={field.control.id}
          onClick={() => setShown(!shown)}
        >
          <Icon size={18} strokeWidth={1.6} aria-hidden />
        </button>
      </div>
    </Labelled>
  );
}

/**
 * A code of digits that arrived by e-mail or stands in an authenticator app; phones offer to fill it in. Spaces, which
 * mails and apps show between the digits, do not count.
 */
export function CodeField({ label, error, hint, aside, ...rest }: SecretProps) {
  const field = useDescribed(error, hint);
  return (
    <Labelled label={label} error={error} hint={hint} aside={aside} ids={field}>
      <input
        required
        {...rest}
        {...field.control}
        className="field num tracking-[.12em]"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onChange={(event) => rest.onChange(event.target.value.replaceAll(/\s/g, ''))}
      />
    </Labelled>
  );
}

type Described = {
  errorId: string;
  hintId: string;
  control: Pick<HTMLAttributes<HTMLElement>, 'aria-invalid' | 'aria-describedby' | 'className'> & { id: string };
};

function useDescribed(error: ReactNode, hint: ReactNode): Described {
  const id = useId();
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const described = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  return {
    errorId,
    hintId,
    control: {
      id,
      className: 'field font-normal',
      'aria-invalid': error ? true : undefined,
      'aria-describedby': described || undefined,
    },
  };
}

type LabelledProps = Pick<FieldProps, 'label' | 'error' | 'hint' | 'aside' | 'marked'> & {
  ids: Described;
  children: ReactNode;
};

function Labelled({ label, error, hint, aside, marked, ids, children }: LabelledProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-2 gap-y-1.5 [&>*]:col-span-2">
      <div className="!col-span-1 row-start-1 justify-self-start text-sm font-[560] wrap-break-word">
        <label htmlFor={ids.control.id}>{label}</label>
        {marked && (
          <span aria-hidden="true" className="ml-1 text-danger">
            *
          </span>
        )}
      </div>
      {children}
      {aside && <div className="!col-span-1 col-start-2 row-start-1 text-sm">{aside}</div>}
      {/* Always in the page, so that a screen reader announces what appears in it. */}
      <p id={ids.errorId} role="alert" className="text-sm text-danger empty:hidden">
        {error}
      </p>
      {hint && (
        <div id={ids.hintId} className="text-sm text-ink-3">
          {hint}
        </div>
      )}
    </div>
  );
}
