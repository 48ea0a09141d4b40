import { t } from '#language/message.ts';
import { scenes } from './scene-stage.tsx';

/** Links to the sections at the edge of the screen, and which one is in sight. */
export function SectionRail({ current }: { current: number }) {
  return (
    <nav aria-label={t('Sections')} className="fixed right-6 top-1/2 z-20 hidden -translate-y-1/2 md:block">
      <ul className="flex flex-col items-end gap-1">
        {scenes.map((scene, index) => (
          <li key={scene}>
            <a
              href={`#${scene}`}
              aria-current={current === index ? 'true' : undefined}
              className="group flex h-7 items-center gap-3 capitalize"
            >
              <span className="text-xs opacity-0 transition-opacity duration-300 group-hover:opacity-100 group-focus-visible:opacity-100">
                {scene}
              </span>
              <span
                className={`h-px transition-all duration-500 ${current === index ? 'w-9 bg-white' : 'w-4 bg-white/60'}`}
              />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
