import { ClipboardCheck } from 'lucide-react';
import type { ApprovalKind } from '#contract/selling/listing/approval.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { approvalKinds } from './approval-kinds.ts';
import { approvalPath } from './approval-path.ts';

type NothingWaitsProps = {
  /** Kind that was asked for alone; null: all. */
  kind?: ApprovalKind | null;
  /** How many of other kinds wait. */
  others?: number;
};

/** An empty queue, or nothing in it of the kind that was chosen. */
export function NothingWaits({ kind = null, others = 0 }: NothingWaitsProps) {
  if (kind && others > 0)
    return (
      <EmptyState
        icon={ClipboardCheck}
        title={`No ${approvalKinds[kind].many.toLowerCase()} wait.`}
        action={{ href: approvalPath(null, null), label: 'Show all' }}
      >
        {others === 1 ? '1 other approval waits.' : `${others.toLocaleString('en-US')} other approvals wait.`}
      </EmptyState>
    );
  return (
    <EmptyState icon={ClipboardCheck} title="Nothing waits for approval.">
      Products that wait for a decision before they are sold are listed here.
    </EmptyState>
  );
}
