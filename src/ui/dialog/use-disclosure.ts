import { type RefObject, useEffect, useRef, useState } from 'react';

/** A panel that a button opens: Escape, a click outside and focus leaving it close it. */
export function useDisclosure<T extends HTMLElement>(): {
  open: boolean;
  setOpen: (open: boolean) => void;
  root: RefObject<T | null>;
} {
  const [open, setOpen] = useState(false);
  const root = useRef<T>(null);

  useEffect(() => {
    if (!open) return;
    // There may be two ways to open the panel: the focus goes back to the one that was used.
    const opener = root.current?.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
    function onPointer(event: Event) {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    }
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      setOpen(false);
      (opener ?? root.current?.querySelector<HTMLElement>('[aria-expanded]'))?.focus();
    }
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('focusin', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('focusin', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);

  return { open, setOpen, root };
}
