import type { ShopState } from '#contract/operations/system-status.schema.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { useMay } from '../../frame/who.ts';
import { GuideLink } from './guide-link.tsx';
import { Narrow, StateTable, wide } from './status-table.tsx';
import { runJob } from './system-status.ts';
import { spanText } from './system-status-labels.ts';

type Job = ShopState['jobs'][number];

/** Everything done now and then, with its last turn; `onChanged` reads the state anew. */
export function Jobs({ jobs, onChanged }: { jobs: Job[]; onChanged: () => Promise<void> }) {
  const mayRun = useMay()('manageState');
  async function run({ name }: Job): Promise<string | undefined> {
    const fault = await runJob(name);
    await onChanged();
    return fault;
  }

  if (jobs.length === 0)
    return <p className="border-y py-6 text-center text-sm text-ink-2">No job has begun a turn yet.</p>;
  const byLabel = jobs.toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
  return (
    <StateTable name="Jobs" columns={['Job', 'Status', 'Every', 'Last turn', 'Took', '']}>
      {byLabel.map((job) => (
        <tr key={job.name}>
          <th scope="row">
            <span className="text-ink">{job.label}</span>
            {job.deletes_after_days !== null && (
              <span className="block">{`Deletes after ${job.deletes_after_days} days`}</span>
            )}
            <Narrow>
              <LocalTime instant={job.started_at} />
              {job.took_ms !== null && `, took ${spanText(job.took_ms / 1_000)}`}
            </Narrow>
          </th>
          <td>
            {stateOf(job)}
            {mayRun && (
              <div className="mt-1.5">
                <ActionButton className="btn btn-line btn-sm whitespace-nowrap" action={() => run(job)}>
                  Run now<span className="sr-only">{`: ${job.label}`}</span>
                </ActionButton>
              </div>
            )}
          </td>
          <td className={`num whitespace-nowrap ${wide}`}>
            {job.every_seconds === null ? '' : spanText(job.every_seconds)}
          </td>
          <td className={`num ${wide}`}>
            <LocalTime instant={job.started_at} />
          </td>
          <td className={`num whitespace-nowrap ${wide}`}>
            {job.took_ms === null ? '' : spanText(job.took_ms / 1_000)}
          </td>
          <td className="text-right">
            <GuideLink part="job" of={job.label} />
          </td>
        </tr>
      ))}
    </StateTable>
  );
}

function stateOf({ is_late: isLate, failed_at: failedAt, started_at: startedAt, failure, request_id: requestId }: Job) {
  if (isLate) return <StatusBadge state="bad">Overdue</StatusBadge>;
  if (!failedAt) return <StatusBadge state="on">In order</StatusBadge>;
  const isLast = failedAt >= startedAt;
  return (
    <>
      <StatusBadge state={isLast ? 'bad' : 'on'}>{isLast ? 'Failed' : 'In order again'}</StatusBadge>
      <span className="block text-xs text-ink-3">
        {`${failure}, `}
        <LocalTime instant={failedAt} />
      </span>
      {requestId && <span className="block break-all font-mono text-xs text-ink-3">{requestId}</span>}
    </>
  );
}
