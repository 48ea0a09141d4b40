import { ClipboardCheck } from 'lucide-react';
import type { ApprovalKind } from '#contract/selling/listing/approval.ts';
import { t } from '#language/message.ts';
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
        title={t('No {value} wait.', { value: t(approvalKinds[kind].many).toLowerCase() })}
        action={{ href: approvalPath(null, null), label: t('Show all') }}
      >
        {others === 1
          ? t('1 other approval waits.')
          : t('{others} other approvals wait.', { others: others.toLocaleString('en-US') })}
      </EmptyState>
    );
  return (
    <EmptyState icon={ClipboardCheck} title={t('Nothing waits for approval.')}>
      {t('Products that wait for a decision before they are sold are listed here.')}
    </EmptyState>
  );
}
