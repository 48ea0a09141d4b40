import { type LibraryCounts, type LibraryKind, libraryKinds } from '#contract/goods/library/library.ts';
import { t } from '#language/message.ts';
import { libraryAddress } from './library-address.ts';
import { kindNames } from './library-labels.ts';
import type { LibraryAsked } from './use-library.ts';

/** Tab bar of the library: all, and each kind of thing that the customer has, with how many. */
export function LibraryTabs({ asked, counts }: { asked: LibraryAsked; counts: LibraryCounts }) {
  const chips: Array<{ kind: LibraryKind | null; count: number }> = [
    { kind: null, count: counts.all },
    ...libraryKinds
      .map((kind) => ({ kind, count: counts[kind] }))
      .filter(({ kind, count }) => count > 0 || kind === asked.kind),
  ];
  return (
    <nav
      aria-label={t('What to show')}
      className="-mx-4 mt-4 flex gap-2 overflow-x-auto px-4 pb-0.5 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {chips.map(({ kind, count }) => (
        <a
          key={kind}
          href={libraryAddress({ kind, q: asked.q })}
          aria-current={asked.kind === kind ? 'true' : undefined}
          className="chip flex-none"
          data-keep-scroll
        >
          {kind === null ? t('All') : t(kindNames[kind])}
          {/* Of more than are counted only the newest are known. */}
          {!counts.more && <span className="num text-ink-3">{count}</span>}
        </a>
      ))}
    </nav>
  );
}
