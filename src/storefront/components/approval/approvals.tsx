import { ClipboardCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { showAlert } from '#client/alert/alert.ts';
import type { ApprovalSummary } from '#contract/approval.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { ShowLoaded } from '#ui/show-loaded.tsx';
import { useKeys } from '#ui/use-keys.ts';
import { approvalPath } from '../../approval/approval-path.ts';
import { useQueue } from '../../approval/use-queue.ts';
import { ApprovalCase } from './approval-case.tsx';
import { ApprovalQueue } from './approval-queue.tsx';

/** What waits, beside one of it. For whoever decides nothing: what this screen is. */
export function Approvals({ email, approvalId }: { email: string; approvalId: string | null }) {
  const { queue, items, loadMore, remove } = useQueue(email);
  return (
    <ShowLoaded from={queue} skeleton={<RowSkeleton rows={4} />} fault="What waits could not be loaded.">
      {(value) => {
        if (value.staff === 'refused') return <p className="max-w-[60ch] text-ink-2">{value.message}</p>;
        if (value.staff === 'none' || (items.length === 0 && approvalId === null)) return <NothingWaits />;
        const counts = value.list.waiting;
        return (
          <Deciding
            items={items}
            waiting={counts.application + counts.product + counts.change}
            approvalId={approvalId}
            loadMore={loadMore}
            remove={remove}
            reload={queue.reload}
          />
        );
      }}
    </ShowLoaded>
  );
}

function NothingWaits() {
  return (
    <EmptyState icon={ClipboardCheck} title="Nothing waits for approval.">
      Products that wait for a decision before they are sold are listed here.
    </EmptyState>
  );
}

type DecidingProps = {
  items: ApprovalSummary[];
  waiting: number;
  approvalId: string | null;
  loadMore: (() => Promise<boolean>) | null;
  remove: (approvalId: string) => void;
  reload: () => Promise<void>;
};

function Deciding({ items, waiting, approvalId, loadMore, remove, reload }: DecidingProps) {
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);
  /** Where the keys lead, until it is there: they may be pressed faster than screens change. */
  const aim = useRef<string | null>(null);
  const current = approvalId ?? (items.find(({ own }) => !own) ?? items[0])?.approval_id ?? null;

  /** Whoever moves by the keyboard, or has decided, reads on at the next one. */
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
    navigate(approvalPath(id));
  }

  function goBy(step: 1 | -1) {
    const next = items[items.findIndex(({ approval_id: id }) => id === aim.current) + step];
    if (next) goTo(next.approval_id);
  }

  function goOn(said: { type: 'success' | 'error'; message: string }) {
    const place = items.findIndex(({ approval_id: id }) => id === current);
    const others = [...items.slice(place + 1), ...items.slice(0, Math.max(place, 0))];
    if (current !== null) remove(current);
    showAlert(said, { persist: true });
    goTo((others.find(({ own }) => !own) ?? others[0])?.approval_id ?? null);
    void reload();
  }

  useKeys({ j: () => goBy(1), k: () => goBy(-1) });

  return (
    <div className="grid gap-x-8 gap-y-6 min-[1200px]:grid-cols-[16.5rem_minmax(0,1fr)]">
      <ApprovalQueue items={items} waiting={waiting} current={current} loadMore={loadMore} />
      {current === null ? (
        <NothingWaits />
      ) : (
        <ApprovalCase key={current} approvalId={current} heading={focusMoved} onDecided={goOn} />
      )}
    </div>
  );
}
