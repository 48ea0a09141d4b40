import { type RefObject, useEffect, useState } from 'react';

/** A section counts as in view from a fifth of it on (statement H-03). */
const VISIBILITY_THRESHOLD = 0.2;

/**
 * The section that scrolled into view last, and all that have been seen. When the current one leaves, one that is
 * still in view takes its place.
 */
export function useCurrentSection(root: RefObject<HTMLElement | null>): { current: number; seen: ReadonlySet<number> } {
  const [current, setCurrent] = useState(0);
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set([0]));

  useEffect(() => {
    const sections: Element[] = [...(root.current?.querySelectorAll('section') ?? [])];
    const visible = new Set<number>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          const index = sections.indexOf(entry.target);
          if (entry.isIntersecting && entry.intersectionRatio >= VISIBILITY_THRESHOLD) {
            visible.add(index);
            setCurrent(index);
            setSeen((before) => (before.has(index) ? before : new Set([...before, index])));
          } else {
            visible.delete(index);
            setCurrent((before) => (before === index ? ([...visible].at(-1) ?? before) : before));
          }
        }
      },
      { threshold: VISIBILITY_THRESHOLD },
    );
    for (const section of sections) observer.observe(section);
    return () => observer.disconnect();
  }, [root]);

  return { current, seen };
}
