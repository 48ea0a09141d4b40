import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { t } from '#language/message.ts';
import { type FieldProps, Labelled, useDescribed } from './labelled.tsx';

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
          aria-label={shown ? t('Hide password') : t('Show password')}
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
