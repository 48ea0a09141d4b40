import { Lock, Store } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ApprovalKind, ApprovalSummary } from '#contract/selling/listing/approval.ts';
import { t } from '#language/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { approvalKinds } from './approval-kinds.ts';
import { approvalPath } from './approval-path.ts';
import { waitingTime } from './waiting-time.ts';

type ApprovalQueueProps = {
  items: ApprovalSummary[];
  /** In all; more than can be counted are told as such. */
  waiting: number;
  current: string | null;
  kind: ApprovalKind | null;
  more: (() => Promise<string | undefined>) | null;
};

/** Oldest first; a row to be moved sideways where there is no room beside what is decided. */
export function ApprovalQueue({ items, waiting, current, kind, more }: ApprovalQueueProps) {
  const row = useRef<HTMLOListElement>(null);

  // In the row the current one may be out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every other one
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (link && row.current) row.current.scrollLeft = link.offsetLeft - row.current.offsetLeft - 16;
  }, [current]);

  if (items.length === 0) return null;
  return (
    <nav
      aria-label={t('Waiting')}
      className="min-w-0 min-[1200px]:sticky min-[1200px]:top-[calc(var(--header)+1.5rem)] min-[1200px]:max-h-[calc(100dvh-var(--header)-3rem)] min-[1200px]:self-start min-[1200px]:overflow-y-auto"
    >
      <div className="flex items-baseline justify-between gap-4 pb-2">
        <h2 className="text-base">
          {t('{waiting}{value} waiting', {
            waiting: waiting.toLocaleString('en-US'),
            value: waiting >= 1_000 ? t(' or more') : '',
          })}
        </h2>
        <p className="text-xs text-ink-3 max-md:hidden" title={t('The keys for the next one and the one before')}>
          <kbd className="rounded-sm border px-1.5">J</kbd> <kbd className="rounded-sm border px-1.5">K</kbd>
        </p>
      </div>
      <ol
        ref={row}
        className="-mx-1 flex gap-1 overflow-x-auto p-1 [scrollbar-width:none] min-[1200px]:mx-0 min-[1200px]:grid min-[1200px]:grid-cols-[minmax(0,1fr)] min-[1200px]:gap-0.5 min-[1200px]:overflow-visible min-[1200px]:px-0"
      >
        {items.map((item) => (
          <li key={item.approval_id} className="w-64 flex-none min-[1200px]:w-auto">
            <Item item={item} of={kind} isCurrent={item.approval_id === current} />
          </li>
        ))}
      </ol>
      {more && (
        <div className="mt-2">
          <ActionButton action={more}>{t('Show more')}</ActionButton>
        </div>
      )}
      {items.some(({ own }) => own) && (
        <p className="mt-3 flex gap-2 text-xs text-ink-3">
          <Lock size={14} strokeWidth={1.8} aria-hidden className="mt-0.5 flex-none" />
          {t("Somebody else decides on your own shop's.")}
        </p>
      )}
    </nav>
  );
}

type ItemProps = { item: ApprovalSummary; of: ApprovalKind | null; isCurrent: boolean };

function Item({ item, of, isCurrent }: ItemProps) {
  const { kind, title, submitted_at, seller_name, country, own, picture } = item;
  const whose = own ? t('your own shop') : kind === 'application' ? country : seller_name;
  return (
    <a
      href={approvalPath(item.approval_id, of)}
      aria-current={isCurrent || undefined}
      className="grid min-h-13 grid-cols-[40px_minmax(0,1fr)] items-center gap-3 rounded-md px-2.5 py-2 hover:bg-sunken aria-[current]:bg-sunken"
    >
      {picture === null ? (
        <span className="grid h-[30px] w-10 place-items-center rounded-sm border bg-surface text-ink-3">
          <Store size={16} strokeWidth={1.6} aria-hidden />
        </span>
      ) : (
        <img
          src={picture}
          alt=""
          width="40"
          height="30"
          className={`h-[30px] w-10 rounded-sm bg-night object-cover ${own ? 'opacity-50' : ''}`}
        />
      )}
      <span className="min-w-0">
        <b className={`block truncate text-sm font-[560] min-[1200px]:whitespace-normal ${own ? 'text-ink-3' : ''}`}>
          {title}
        </b>
        <span className="num block truncate text-xs text-ink-3 min-[1200px]:whitespace-normal">
          {[`${t(approvalKinds[kind].one)}, ${waitingTime(submitted_at)}`, whose].filter(Boolean).join(' · ')}
        </span>
      </span>
    </a>
  );
}
