import { useCallback, useEffect, useRef } from 'react';
import { type Stay, watchLeaving } from './watch-leaving.ts';

/** Answers a function to call once the browser was sent to the payment page; `onStay` is called where it did not go, or came back. */
export function useLeaving(onStay: (why: Stay) => void): () => void {
  const newest = useRef(onStay);
  const watch = useRef<ReturnType<typeof watchLeaving>>(undefined);

  useEffect(() => {
    newest.current = onStay;
  });

  useEffect(() => {
    const own = watchLeaving(window, (why) => newest.current(why));
    watch.current = own;
    return own.stop;
  }, []);

  return useCallback(() => watch.current?.departed(), []);
}
