import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type PriceStep, priceStepLabels } from '#contract/catalogue/product/price-step.ts';
import type { StaffJob } from '#contract/operations/staff-job.schema.ts';
import { type JobLabels, jobLabels, jobStates, rowsOfKind } from '#contract/operations/staff-job.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { type Fact, FactList } from '../../frame/fact-list.tsx';

/** Where a job stands, in words and as a bar. */
export function JobStatus({ job }: { job: StaffJob }) {
  const words = jobLabels(job.kind);
  const { label, badge } = jobStates[job.state];
  return (
    <div className="grid gap-4">
      <div role="status" className="grid gap-1.5">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <StatusBadge state={badge}>{label}</StatusBadge>
          <span>{sentence(job)}</span>
        </p>
        {job.message && <p className="text-ink-2">{job.message}</p>}
        {job.added_since !== null && job.added_since > 0 && (
          <p className="text-ink-2">
            {number(job.added_since)} more {job.added_since === 1 ? 'fits' : 'fit'} the list since the preview, and{' '}
            {job.added_since === 1 ? 'is' : 'are'} left as {job.added_since === 1 ? 'it is' : 'they are'}.
          </p>
        )}
      </div>
      {(job.state === 'queued' || job.state === 'running') && (
        <progress className="h-2 w-full max-w-xl" aria-label="Rows that are settled" max={job.total} value={job.done}>
          {job.done} of {job.total}
        </progress>
      )}
      <FactList facts={factsOf(job, words)} />
    </div>
  );
}

const number = (count: number) => count.toLocaleString('en-US');

function sentence({ kind, state, total, done, changed, same, refused }: StaffJob): string {
  const rows = (count: number) => rowsOfKind(kind, count);
  const beside = [
    ...(same > 0 ? [`${number(same)} ${same === 1 ? 'is' : 'are'} so already`] : []),
    ...(refused > 0 ? [`${number(refused)} ${refused === 1 ? 'is' : 'are'} refused`] : []),
  ].map((text) => `, ${text}`);
  if (state === 'preview')
    return changed === 0
      ? `Nothing would change of ${rows(total)}${beside.join('')}.`
      : `${rows(changed)} would change${beside.join('')}. Nothing has changed yet.`;
  if (state === 'queued' || state === 'running') return `${number(done)} of ${rows(total)} settled${beside.join('')}.`;
  return `${rows(changed)} changed${beside.join('')}.`;
}

function factsOf(job: StaffJob, words: JobLabels | null): Fact[] {
  return [
    [words?.asks === 'reason' ? 'Reason' : 'Change', askedLabels(job.asked, words?.asks)],
    ['Asked for by', <bdi key="by">{job.is_mine ? 'You' : (job.by ?? 'Somebody who has left')}</bdi>],
    ['Asked for', <LocalTime key="asked" instant={job.created_at} />],
    ['Ended', job.ended_at && <LocalTime key="ended" instant={job.ended_at} />],
    ['Can be undone', job.may.undo && job.undo_until && <Until key="until" instant={job.undo_until} />],
    ['Takes back', job.undoes && <Other key="undoes" id={job.undoes} label={words?.label} />],
    ['Was undone by', job.undone_by && <Other key="undone" id={job.undone_by} label={`Undo: ${words?.label}`} />],
  ];
}

function Until({ instant }: { instant: string }): ReactNode {
  return (
    <>
      until <LocalTime instant={instant} />
    </>
  );
}

function Other({ id, label }: { id: string; label: string | undefined }): ReactNode {
  return (
    <Link to={`/jobs/${encodeURIComponent(id)}`} className="text-link">
      {label ?? 'another job'}
    </Link>
  );
}

/** Values of the request, by its kind (contract/operations/staff-job.schema.ts). */
function askedLabels(asked: StaffJob['asked'], asks: JobLabels['asks']): ReactNode {
  if (asks === 'price') return priceStepLabels(asked as PriceStep);
  if (asks === 'percent') return `${asked.percent} percent below the price`;
  return asks === 'reason' && <bdi>{String(asked.reason)}</bdi>;
}
