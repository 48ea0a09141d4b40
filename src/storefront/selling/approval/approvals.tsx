import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { showAlert } from '#client/alert/alert.ts';
import type { ApprovalKind, ApprovalList, ApprovalSummary } from '#contract/selling/listing/approval.ts';
import { t } from '#language/message.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { useKeys } from '#ui/use-keys.ts';
import { ApprovalCase } from './approval-case.tsx';
import { approvalKinds } from './approval-kinds.ts';
import { approvalPath } from './approval-path.ts';
import { ApprovalQueue } from './approval-queue.tsx';
import { NothingWaits } from './nothing-waits.tsx';
import { useQueue } from './use-queue.ts';

type ApprovalsProps = { email: string; approvalId: string | null; kind: ApprovalKind | null };

/** Queue of approvals, beside one of them. Without a right to decide: what this screen is. */
export function Approvals({ email, approvalId, kind }: ApprovalsProps) {
  const { first, items, more } = useQueue(email, kind);
  return (
    <ShowLoaded from={first} skeleton={<RowSkeleton rows={4} />} fault={t('What waits could not be loaded.')}>
      {({ queue }) => {
        if (queue.staff === 'refused') return <p className="max-w-[60ch] text-ink-2">{queue.message}</p>;
        if (queue.staff === 'none') return <NothingWaits />;
        const counts = queue.waiting;
        return (
          <>
            {sumOf(counts) > 0 && <Kinds counts={counts} current={kind} />}
            {items.length === 0 && approvalId === null ? (
              <NothingWaits kind={kind} others={sumOf(counts)} />
            ) : (
              <Deciding
                items={items}
                waiting={kind ? counts[kind] : sumOf(counts)}
                approvalId={approvalId}
                kind={kind}
                more={more}
                reload={first.reload}
              />
            )}
          </>
        );
      }}
    </ShowLoaded>
  );
}

type Counts = ApprovalList['waiting'];

const sumOf = (counts: Counts) => counts.application + counts.product + counts.change;

/** One kind alone, each with how many of it wait. */
function Kinds({ counts, current }: { counts: Counts; current: ApprovalKind | null }) {
  const choices = [
    { kind: null, label: t('All'), count: sumOf(counts) },
    ...(Object.keys(approvalKinds) as ApprovalKind[]).map((kind) => ({
      kind,
      label: t(approvalKinds[kind].many),
      count: counts[kind],
    })),
  ];
  return (
    <nav aria-label={t('Kinds of approvals')} className="mb-6 flex flex-wrap gap-2">
      {choices.map(({ kind, label, count }) => (
        <a
          key={label}
          href={approvalPath(null, kind)}
          className="chip num"
          aria-current={kind === current ? 'page' : undefined}
        >
          {`${label} (${count.toLocaleString('en-US')})`}
        </a>
      ))}
    </nav>
  );
}

type DecidingProps = {
  items: ApprovalSummary[];
  waiting: number;
  approvalId: string | null;
  kind: ApprovalKind | null;
  more: (() => Promise<string | undefined>) | null;
  reload: () => Promise<void>;
};

function Deciding({ items, waiting, approvalId, kind, more, reload }: DecidingProps) {
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);
  /** Where the keys lead, until it is there: they may be pressed faster than screens change. */
  const aim = useRef<string | null>(null);
  const current = approvalId ?? (items.find(({ own }) => !own) ?? items[0])?.approval_id ?? null;

  /** People who move by the keyboard, or have decided, read on at the next one. */
  function focusMoved(element: HTMLHeadingElement | null) {
    heading.current = element;
    if (element && moved.current) {
      moved.current = false;
      element.focus({ preventScroll: true });
    }
  }

  useEffect(() => {
    aim.current = current;
  }, [current]);

  function goTo(id: string | null) {
    moved.current = true;
    aim.current = id;
    navigate(approvalPath(id, kind));
  }

  function goBy(step: 1 | -1) {
    const next = items[items.findIndex(({ approval_id: id }) => id === aim.current) + step];
    if (next) goTo(next.approval_id);
  }

  function goOn(said: { type: 'success' | 'error'; message: string }) {
    const place = items.findIndex(({ approval_id: id }) => id === current);
    const others = [...items.slice(place + 1), ...items.slice(0, Math.max(place, 0))];
    showAlert(said, { persist: true });
    goTo((others.find(({ own }) => !own) ?? others[0])?.approval_id ?? null);
    // Somebody else may have been faster.
    void reload();
  }

  useKeys({ j: () => goBy(1), k: () => goBy(-1) });

  return (
    <div className="grid gap-x-8 gap-y-6 min-[1200px]:grid-cols-[16.5rem_minmax(0,1fr)]">
      <ApprovalQueue items={items} waiting={waiting} current={current} kind={kind} more={more} />
      {current === null ? (
        <NothingWaits />
      ) : (
        <ApprovalCase key={current} approvalId={current} heading={focusMoved} onDecided={goOn} />
      )}
    </div>
  );
}
