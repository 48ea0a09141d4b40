import { type RefObject, useEffect, useState } from 'react';

/** True if the element can be seen now, and until it is known to be out of view, as on the server. */
export function useInView(element: RefObject<Element | null>): boolean {
  const [inView, setInView] = useState(true);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? true));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return inView;
}
