import { LoaderCircle } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '#language/message.ts';

type ActionButtonProps = {
  /** Resolves with what went wrong, which is said under the button, or with nothing when all went well. */
  action: () => Promise<string | undefined>;
  className?: string;
  children: ReactNode;
};

/** A button for one thing that takes a moment. Meanwhile it is not disabled, so that it does not lose the focus. */
export function ActionButton({ action, className = 'btn btn-line btn-sm', children }: ActionButtonProps) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  async function run() {
    if (busy) return;
    setBusy(true);
    setFault(undefined);
    setFault(await action());
    setBusy(false);
  }

  return (
    <div className="grid justify-items-start gap-1.5">
      <button
        type="button"
        className={`${className} aria-disabled:cursor-progress`}
        aria-disabled={busy || undefined}
        onClick={run}
      >
        {busy && <LoaderCircle size={16} aria-hidden className="spinner" />}
        {children}
      </button>
      <span role="status" className="sr-only">
        {busy && t('Please wait')}
      </span>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
    </div>
  );
}
