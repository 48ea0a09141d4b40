import { Ellipsis } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { useDisclosure } from './use-disclosure.ts';

type MoreMenuProps = {
  /** Names the button. */
  label: string;
  /** Names the list behind it. */
  listLabel: string;
  /** The rows, each a list item; `close` is for those that do something here. */
  children: (close: () => void) => ReactNode;
};

/** How a row of such a menu looks. */
export const menuRow = 'btn btn-ghost btn-sm w-full !justify-start !text-start';

/** Further actions, behind one button. */
export function MoreMenu({ label, listLabel, children }: MoreMenuProps) {
  const { open, setOpen, root } = useDisclosure<HTMLDivElement>();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);

  /** The row that was pressed is gone then: the focus is where a dialog gives it back to. */
  function close() {
    button.current?.focus();
    setOpen(false);
  }

  return (
    <div ref={root} className="relative">
      <button
        ref={button}
        type="button"
        className="icon-btn !size-10"
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Ellipsis size={18} aria-hidden />
      </button>
      <ul
        id={id}
        hidden={!open}
        aria-label={listLabel}
        className="absolute right-0 z-20 mt-1 w-[min(20rem,calc(100vw-2rem))] rounded-lg border bg-raised p-1 shadow-3"
      >
        {open && children(close)}
      </ul>
    </div>
  );
}
