// Takes the place of a module of React Router (vite.config.ts), whose links prefetch other pages where its framework serves them.
import { createContext, type Ref, type RefCallback, useRef } from 'react';

/** Nobody provides one. */
export const FrameworkContext = createContext(undefined);

export function PrefetchPageLinks() {
  return null;
}

export function usePrefetchBehavior() {
  return [false, useRef(null), {}];
}

export function mergeRefs<T>(...refs: Array<Ref<T> | undefined>): RefCallback<T> {
  return (value) => {
    for (const ref of refs)
      if (typeof ref === 'function') ref(value);
      else if (ref) ref.current = value;
  };
}
