import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * A form that a button opens in the button's place: its first field gets the focus, or the panel itself (tabIndex -1)
 * while there is no field yet; when it closes, the button has it again.
 */
export function useReveal(): {
  open: boolean;
  setOpen: (open: boolean) => void;
  button: RefObject<HTMLButtonElement | null>;
  panel: RefObject<HTMLDivElement | null>;
} {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef(open);

  useEffect(() => {
    if (shown.current === open) return;
    shown.current = open;
    const first = panel.current?.querySelector<HTMLElement>('input:not([hidden]), textarea, button');
    (open ? (first ?? panel.current) : button.current)?.focus();
  }, [open]);

  return { open, setOpen, button, panel };
}
