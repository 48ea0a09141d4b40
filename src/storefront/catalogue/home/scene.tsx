import type { CSSProperties, ReactNode } from 'react';
import { scenes } from './scene-stage.tsx';

/** How late a part of a section moves in: parts of a higher step come after those of a lower one. */
export function step(index: number): CSSProperties {
  return { '--i': index } as CSSProperties;
}

type SceneProps = { index: number; name: string; seen: ReadonlySet<number>; children: ReactNode; aside?: ReactNode };

/** One of the sections that fill the screen: its words, and beside them what it is about. */
export function Scene({ index, name, seen, children, aside }: SceneProps) {
  return (
    <section id={scenes[index]} aria-label={name} data-seen={seen.has(index) ? '' : undefined} className="scene flex">
      <div className="wrap flex flex-col justify-end pb-24 pt-24 md:justify-center md:pb-16 md:pt-[clamp(5rem,14svh,6rem)]">
        {aside ? (
          <div className="grid grid-cols-1 items-center gap-8 md:grid-cols-[minmax(0,1fr)_minmax(0,420px)] md:gap-16">
            <div>{children}</div>
            <div className="rise md:mr-12" style={step(3)}>
              {aside}
            </div>
          </div>
        ) : (
          children
        )}
      </div>
    </section>
  );
}

/** Text of a section, and where it leads. */
export function Words({ title, lede, action }: { title: string; lede: string; action: ReactNode }) {
  return (
    <div className="max-w-[680px]">
      <h2 className="rise text-section">{title}</h2>
      <p className="rise mt-5 max-w-[44ch] text-base text-white/80 md:mt-6 md:text-lg" style={step(1)}>
        {lede}
      </p>
      <div className="rise mt-7 flex flex-wrap gap-3" style={step(2)}>
        {action}
      </div>
    </div>
  );
}
