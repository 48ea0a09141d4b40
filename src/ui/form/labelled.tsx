import { type HTMLAttributes, type ReactNode, useId } from 'react';

export type FieldProps = {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Error of the value, announced when it appears; nothing while it is right or not judged yet. */
  error?: ReactNode;
  /** Help to fill the field in, read out with it. */
  hint?: ReactNode;
  /** Stands at the end of the field's own line, such as the button that sends it. */
  beside?: ReactNode;
  /** Stands at the end of the label's line, behind the field in the order of the keyboard. */
  aside?: ReactNode;
  type?: 'text' | 'email' | 'tel' | 'url' | 'number' | 'datetime-local';
  /** Keys that a phone shows for it. */
  inputMode?: 'decimal';
  autoComplete?: string;
  placeholder?: string;
  /** In characters: what a browser without scripts asks for. */
  minLength?: number;
  /** Lines of a field for longer text; without it the field has one. */
  rows?: number;
  /** A field is required unless it says otherwise. */
  required?: boolean;
  /** Shows that it is required, in a form where not every field is. */
  marked?: boolean | undefined;
  readOnly?: boolean;
};

type Described = {
  errorId: string;
  hintId: string;
  control: Pick<HTMLAttributes<HTMLElement>, 'aria-invalid' | 'aria-describedby' | 'className'> & { id: string };
};

export function useDescribed(error: ReactNode, hint: ReactNode): Described {
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

/** A control with its label, what is wrong with it and what helps to fill it in. */
export function Labelled({ label, error, hint, aside, marked, ids, children }: LabelledProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] content-start gap-x-2 gap-y-1.5 [&>*]:col-span-2">
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
