import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and in the browser's first drawing, which must be the same; true as soon as scripts answer. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
