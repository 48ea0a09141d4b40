import { LoaderCircle } from 'lucide-react';
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { t } from '#language/message.ts';
import { focusFault } from '../form/focus-fault.ts';

type ConfirmDialogProps = {
  /** 'harm' where something is lost or taken away: only then the button is red. */
  tone: 'main' | 'harm';
  title: string;
  /** Consequences, and whatever has to be filled in for them. */
  children: ReactNode;
  confirmLabel: string;
  /** Label of the way back, where 'Cancel' could be taken for something else. */
  closeLabel?: string;
  /**
   * Resolves with what went wrong, which the dialog says (an empty text where a field inside says it), or with nothing
   * when all went well: then the dialog closes.
   */
  onConfirm: () => Promise<string | undefined>;
  onClose: () => void;
  /** Gets the focus after a success, where the button that opened the dialog is gone then. */
  focusWhenDone?: RefObject<HTMLElement | null>;
};

/**
 * Asks before something that cannot be undone; it is open for as long as it is in the page. A native dialog: the browser keeps the
 * focus inside, closes it on Escape and gives the focus back.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const dialog = useRef<HTMLDialogElement>(null);
  const done = useRef(false);
  const { focusWhenDone } = props;
  const titleId = useId();
  const textId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      // Closed before it leaves the page, for only then the browser gives the focus back.
      element?.close();
      if (done.current) focusWhenDone?.current?.focus();
    };
  }, [focusWhenDone]);

  useEffect(() => {
    if (fault === '') focusFault(dialog.current);
  }, [fault]);

  async function confirm(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFault(undefined);
    const found = await props.onConfirm();
    setBusy(false);
    setFault(found);
    done.current = found === undefined;
    if (done.current) props.onClose();
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) props.onClose();
      }}
      className="m-auto w-[min(30rem,calc(100vw-2rem))] rounded-lg border bg-raised text-ink shadow-3 backdrop:bg-black/60"
    >
      <form noValidate onSubmit={confirm} className="grid gap-5 p-5 md:p-6">
        <h2 id={titleId} className="text-xl">
          {props.title}
        </h2>
        <div id={textId} className="grid gap-3 text-ink-2">
          {props.children}
        </div>
        <p role="alert" className="text-sm text-danger empty:hidden">
          {fault}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-line" onClick={() => !busy && props.onClose()}>
            {props.closeLabel ?? t('Cancel')}
          </button>
          <button
            type="submit"
            className={`btn ${props.tone === 'harm' ? 'btn-danger' : 'btn-primary'} aria-disabled:cursor-progress`}
            aria-disabled={busy || undefined}
          >
            {busy && <LoaderCircle size={18} aria-hidden className="spinner" />}
            {props.confirmLabel}
          </button>
        </div>
        <span role="status" className="sr-only">
          {busy && t('Please wait')}
        </span>
      </form>
    </dialog>
  );
}
