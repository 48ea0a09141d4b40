import { ChevronDown } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef } from 'react';
import { smallPicture } from '#contract/catalogue/picture.ts';
import type { LibraryEntry } from '#contract/goods/library/library.ts';
import { t } from '#language/message.ts';
import { StatusBadge } from '#ui/status-badge.tsx';
import { boughtText, entryName, type LibraryStatus, statusOf } from './library-labels.ts';
import { RowAction } from './row-action.tsx';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { useGoodsState } from './section/use-goods-state.ts';
import { useProgressOf } from './transfer/use-downloads.ts';

const Inside = lazy(async () => ({ default: (await import('./library-inside.tsx')).LibraryInside }));

type LibraryRowProps = {
  entry: LibraryEntry;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** The address leads here. */
  isNamed: boolean;
};

/** One thing: what it is, how it stands, the one thing to do, and everything else of it once it is opened. */
export function LibraryRow({ entry, isOpen, onOpen, isNamed }: LibraryRowProps) {
  const nameId = useId();
  const insideId = useId();
  const row = useRef<HTMLElement>(null);
  const state = useGoodsState(entry);
  const progress = useProgressOf(entry.entitlement_id);
  const { name } = entry.product;
  const hasEnded = entry.standing !== 'active' && entry.standing !== 'on_hold';

  useEffect(() => {
    if (isNamed) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isNamed]);

  return (
    <article ref={row} aria-labelledby={nameId} className="scroll-mt-20 border-t last:border-b">
      <div className="group relative grid grid-cols-[48px_minmax(0,1fr)_24px] items-center gap-x-4 gap-y-1 py-3.5 @2xl:grid-cols-[64px_minmax(0,1fr)_14.5rem_8.5rem_24px]">
        <Tile picture={entry.product.picture} isGray={hasEnded} />
        <div className="min-w-0">
          <h2
            id={nameId}
            className={`text-[0.9375rem] leading-snug underline-offset-4 group-hover:underline ${hasEnded ? 'text-ink-3' : ''}`}
          >
            <bdi>{name}</bdi>
          </h2>
          <p className="num text-[0.8125rem] leading-5 text-ink-3">{boughtText(entry)}</p>
        </div>
        <div className="col-start-2 col-end-[-1] text-[0.8125rem] leading-5 @2xl:col-auto">
          <StatusText standing={progress ? downloading(progress) : statusOf(entry, state, new Date())} />
        </div>
        <div className="relative z-10 col-start-2 col-end-[-1] w-fit empty:hidden @2xl:col-auto @2xl:ml-auto @2xl:block">
          <RowAction entry={entry} state={state} isOpen={isOpen} onOpen={() => onOpen(true)} />
        </div>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? insideId : undefined}
          aria-label={t('{value} about {entry}', { value: isOpen ? t('Less') : t('More'), entry: entryName(entry) })}
          className="col-start-3 row-start-1 grid h-6 w-6 place-items-center self-start text-ink-3 after:absolute after:inset-0 after:rounded-lg after:content-[''] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus @2xl:col-start-5 @2xl:self-center"
          onClick={() => onOpen(!isOpen)}
        >
          <ChevronDown size={18} strokeWidth={1.7} aria-hidden className={isOpen ? 'rotate-180' : ''} />
        </button>
      </div>
      {isOpen && (
        <div id={insideId} className="grid gap-6 pb-7 pt-1 @2xl:pl-20">
          <Suspense fallback={<RowsSkeleton rows={1} />}>
            <Inside entry={entry} state={state} />
          </Suspense>
        </div>
      )}
    </article>
  );
}

function Tile({ picture, isGray }: { picture: string | null; isGray: boolean }) {
  const box = 'h-9 w-12 self-start rounded-md object-cover @2xl:h-12 @2xl:w-16 @2xl:self-center';
  if (picture === null) return <span aria-hidden="true" className={`${box} bg-sunken`} />;
  return (
    <img
      src={smallPicture(picture)}
      alt=""
      width={64}
      height={48}
      loading="lazy"
      className={`${box} ${isGray ? 'brightness-75 grayscale' : ''}`}
    />
  );
}

function downloading({ percent, isRunning }: { percent: number; isRunning: boolean }): LibraryStatus {
  const text = isRunning ? t('Downloading, {percent} %', { percent }) : t('Download stopped, {percent} %', { percent });
  return { badge: 'wait', text, more: '' };
}

function StatusText({ standing }: { standing: ReturnType<typeof statusOf> }): ReactNode {
  if (standing === null)
    return (
      <span role="status">
        <span className="sr-only">{t('Loading')}</span>
      </span>
    );
  const { badge, text, more } = standing;
  return (
    <>
      {badge === null ? <code className="font-mono">{text}</code> : <StatusBadge state={badge}>{text}</StatusBadge>}
      {more && (
        <small className={`block text-xs leading-[1.125rem] text-ink-3 ${badge ? 'pl-[1.125rem]' : ''}`}>{more}</small>
      )}
    </>
  );
}
