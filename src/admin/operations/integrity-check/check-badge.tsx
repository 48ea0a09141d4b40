import type { ShopCheck } from '#contract/operations/integrity-check.schema.ts';
import { StatusBadge } from '#ui/status-badge.tsx';
import { runLabels } from './check-labels.ts';

/** How it stands: of one that runs, what it found before is told as long as it does. */
export function CheckBadge({ check: { last, running } }: { check: Pick<ShopCheck, 'last' | 'running'> }) {
  const shown = running ?? last;
  if (!shown) return <StatusBadge state="draft">Never run</StatusBadge>;
  const [badge, word] = runLabels[shown.state];
  return (
    <>
      <StatusBadge state={badge}>
        {running?.repairs && running.state === 'running' ? 'Putting right' : word}
      </StatusBadge>
      {running && last && (
        <span className="block text-xs text-ink-3">{`before: ${runLabels[last.state][1].toLowerCase()}`}</span>
      )}
    </>
  );
}
