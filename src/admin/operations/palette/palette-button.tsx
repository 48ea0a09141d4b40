import { Search } from 'lucide-react';
import { type ComponentType, useCallback, useEffect, useState } from 'react';

type Loaded = ComponentType<{ onClose: () => void }>;

/** Opens the palette, which comes when it is first asked for; so do Ctrl-K and Cmd-K, wherever one is. */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false);
  const [Palette, setPalette] = useState<Loaded | null>(null);
  const [hasFailed, setHasFailed] = useState(false);

  const open = useCallback(async () => {
    setIsOpen(true);
    setHasFailed(false);
    try {
      const module = await import('./palette.tsx');
      setPalette(() => module.Palette);
    } catch {
      setIsOpen(false);
      setHasFailed(true);
    }
  }, []);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      // Not over a question that waits for its answer.
      if (!document.querySelector('dialog[open]')) void open();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
        className="mt-3 flex min-h-10 w-full items-center gap-2.5 rounded-md border bg-canvas px-2.5 text-sm text-ink-3 hover:text-ink md:min-h-8"
      >
        <Search size={16} strokeWidth={1.6} aria-hidden />
        <span>
          Search<span className="sr-only"> or go to</span>
        </span>
        <kbd aria-hidden className="ml-auto whitespace-nowrap text-xs max-md:hidden">
          {/Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {hasFailed && (
        <p role="alert" className="mt-1 px-2.5 text-xs text-danger">
          The search could not be loaded. Check the connection, then open it again.
        </p>
      )}
      {isOpen && Palette && <Palette onClose={() => setIsOpen(false)} />}
    </>
  );
}
