import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { t } from '#language/message.ts';

type DialogProps = {
  title: string;
  /** For tables, which need more width than a question. */
  wide?: boolean;
  /** Something is on its way: it stays open until that has ended. */
  busy?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A native dialog around what is to be decided, open for as long as it is in the page; Escape and the cross close it. */
export function Dialog({ title, wide, busy, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closed before it leaves the page, for only then the browser gives the focus back.
    return () => element?.close();
  }, []);

  const close = () => !busy && onClose();
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      className={`m-auto max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-lg border bg-raised text-ink shadow-3 backdrop:bg-black/60 ${wide ? 'w-[min(46rem,calc(100vw-2rem))]' : 'w-[min(34rem,calc(100vw-2rem))]'}`}
    >
      <div className="grid gap-4 p-5 md:p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="text-xl">
            {title}
          </h2>
          <button type="button" className="icon-btn -mr-2 -mt-2" aria-label={t('Close')} onClick={close}>
            <X size={18} strokeWidth={1.8} aria-hidden />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
