import { LoaderCircle } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '#language/message.ts';
import { useHydrated } from '../loading/use-hydrated.ts';

/**
 * Sends a form of `useForm`. Disabled while it is being sent, which a spinner shows and a screen reader says; and until
 * scripts answer, so that no browser sends a password by itself.
 */
export function SubmitButton(props: { busy: boolean; disabled?: boolean; className?: string; children: ReactNode }) {
  const hydrated = useHydrated();
  const button = useRef<HTMLButtonElement>(null);
  const { busy } = props;

  // A button that is disabled loses the focus: it has it again afterwards, unless something else has taken it.
  useEffect(() => {
    if (!busy) return;
    return () => {
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    };
  }, [busy]);

  return (
    <>
      <button
        ref={button}
        type="submit"
        disabled={busy || props.disabled || !hydrated}
        data-hydrating={hydrated ? undefined : ''}
        className={props.className ?? 'btn btn-primary btn-lg w-full'}
      >
        {busy && <LoaderCircle size={18} aria-hidden className="spinner" data-testid="spinner" />}
        {props.children}
      </button>
      <span role="status" className="sr-only">
        {busy && t('Please wait')}
      </span>
    </>
  );
}
