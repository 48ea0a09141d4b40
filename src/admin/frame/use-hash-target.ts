import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

/** Input before the part is there: nobody is taken away from what they do. */
const acts = ['pointerdown', 'keydown', 'wheel'] as const;

/** Brings the part that the address names by its hash into sight, with the focus, as soon as the screen has it: most of a screen comes late. */
export function useHashTarget(screen: RefObject<HTMLElement | null>): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another visit, also of the same hash
  useEffect(() => {
    if (hash === '' || !screen.current || reach(hash)) return;
    const waiting = new AbortController();
    const observer = new MutationObserver(() => {
      if (reach(hash)) waiting.abort();
    });
    waiting.signal.addEventListener('abort', () => observer.disconnect());
    observer.observe(screen.current, { childList: true, subtree: true });
    for (const act of acts)
      window.addEventListener(act, () => waiting.abort(), { signal: waiting.signal, passive: true });
    return () => waiting.abort();
  }, [hash, key, screen]);
}

function reach(hash: string): boolean {
  const target = document.getElementById(hash.slice(1));
  target?.scrollIntoView();
  target?.focus({ preventScroll: true });
  return target !== null;
}
