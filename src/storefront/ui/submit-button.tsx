import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHydrated } from './use-hydrated.ts';

/**
 * Sends a form of `useForm`. Disabled while it is being sent, which a spinner shows and a screen reader says; and until
 * scripts answer, so that no browser sends a password by itself.
 */
export function SubmitButton(props: { busy: boolean; disabled?: boolean; className?: string; children: ReactNode }) {
  const hydrated = useHydrated();
  return (
    <>
      <button
        type="submit"
        disabled={props.busy || props.disabled || !hydrated}
        data-hydrating={hydrated ? undefined : ''}
        className={props.className ?? 'btn btn-primary btn-lg w-full'}
      >
        {props.busy && <LoaderCircle size={18} aria-hidden className="spinner" data-testid="spinner" />}
        {props.children}
      </button>
      <span role="status" className="sr-only">
        {props.busy && 'Please wait'}
      </span>
    </>
  );
}
