import { useEffect, useRef } from 'react';

/** Keys of the whole screen, unless somebody is typing or another key is held. */
export function useKeys(actions: Record<string, () => void>) {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const { target, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
      const isTyping = (target as Element).closest?.('input, textarea, select, [contenteditable], dialog');
      if (isTyping || ctrlKey || metaKey || altKey || shiftKey || repeat || event.defaultPrevented) return;
      const action = latest.current[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
