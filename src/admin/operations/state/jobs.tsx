import type { ShopState } from '#contract/operations/shop-state.schema.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { GuideLink } from './guide-link.tsx';
import { spanText } from './state-labels.ts';
import { Narrow, StateTable, wide } from './state-table.tsx';

type Job = ShopState['jobs'][number];

/** What is done now and then, with its last turn. */
export function Jobs({ jobs }: { jobs: Job[] }) {
  if (jobs.length === 0)
    return <p className="border-y py-6 text-center text-sm text-ink-2">No job has begun a turn yet.</p>;
  return (
    <StateTable name="Jobs" columns={['Job', 'State', 'Every', 'Last turn', 'Took', '']}>
      {jobs.map((job) => (
        <tr key={job.name}>
          <th scope="row">
            <span className="text-ink">{job.name}</span>
            <Narrow>
              <LocalTime instant={job.started_at} />
              {job.took_ms !== null && `, took ${spanText(job.took_ms / 1_000)}`}
            </Narrow>
          </th>
          <td>{stateOf(job)}</td>
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
            <GuideLink part="job" of={job.name} />
          </td>
        </tr>
      ))}
    </StateTable>
  );
}

function stateOf({ is_late: isLate, failed_at: failedAt, started_at: startedAt, failure, request_id: requestId }: Job) {
  if (isLate) return <StatusBadge state="bad">No process takes its turn</StatusBadge>;
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
