import { Link, useSearchParams } from 'react-router';
import type { StaffJob, StaffJobRow } from '#contract/operations/staff-job.schema.ts';
import { type JobLabels, type JobOutcome, jobLabels, jobOutcomes } from '#contract/operations/staff-job.ts';
import { type BadgeState, StatusBadge } from '#ui/status-badge.tsx';
import { ListEnd } from '../../frame/list-end.tsx';
import { ListCell } from '../staff-list/list-cell.tsx';
import { useJobRows } from './job.ts';

const badges: Record<JobOutcome, BadgeState> = { changed: 'on', same: 'draft', refused: 'bad' };
const inPreview: Record<JobOutcome, string> = { changed: 'Would change', same: 'So already', refused: 'Refused' };
const afterwards: Record<JobOutcome, string> = { changed: 'Changed', same: 'So already', refused: 'Refused' };

/** Each row of a job with what it was and is, all or those of one outcome; which of them says the address. */
export function JobRows({ job }: { job: StaffJob }) {
  const [params] = useSearchParams();
  const outcome = jobOutcomes.find((one) => one === params.get('outcome')) ?? null;
  const isEnded = job.ended_at !== null;
  // While rows are being settled the list stays as it is; it is asked for anew where that begins and ends.
  const rows = useJobRows(job.job_id, outcome, job.state === 'preview' ? 'preview' : isEnded ? 'ended' : 'running');
  const words = jobLabels(job.kind);
  const names = job.state === 'preview' ? inPreview : afterwards;
  return (
    <section aria-labelledby="job-rows">
      <h2 id="job-rows" className="mb-3 text-lg">
        {job.state === 'preview' ? 'What would change' : 'Results'}
      </h2>
      <nav aria-label="Results" className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <Way to="." label="All" count={job.total} isCurrent={outcome === null} />
        {jobOutcomes.map((one) => (
          <Way key={one} to={`?outcome=${one}`} label={names[one]} count={job[one]} isCurrent={outcome === one} />
        ))}
      </nav>
      {rows.items.length > 0 && (
        <ul className="border-t">
          {rows.items.map((row) => (
            <Row key={row.number} row={row} words={words} names={job.state === 'preview' ? inPreview : afterwards} />
          ))}
        </ul>
      )}
      <ListEnd of={rows} empty="There is no such row." />
    </section>
  );
}

type WayProps = { to: string; label: string; count: number; isCurrent: boolean };

function Way({ to, label, count, isCurrent }: WayProps) {
  return (
    <Link
      to={to}
      replace
      aria-current={isCurrent ? 'page' : undefined}
      className={`inline-flex min-h-10 items-center gap-1.5 border-b-2 md:min-h-8 ${isCurrent ? 'border-accent text-ink' : 'border-transparent text-ink-2 hover:text-ink'}`}
    >
      {label} <span className="num text-ink-3">{count.toLocaleString('en-US')}</span>
    </Link>
  );
}

type RowProps = { row: StaffJobRow; words: JobLabels | null; names: Record<JobOutcome, string> };

function Row({ row, words, names }: RowProps) {
  const { id, name, outcome, is_done: isDone, message } = row;
  const waits = !isDone && names === afterwards;
  return (
    <li className="grid gap-x-6 gap-y-1 border-b py-2.5 text-sm md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_9rem]">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {words?.path ? (
          <Link to={`${words.path}/${encodeURIComponent(id)}`} className="text-link">
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <bdi>{name}</bdi>
        )}
      </span>
      <span className="min-w-0">
        {message && <span className={outcome === 'refused' ? 'text-danger' : 'text-warning'}>{message}</span>}
        {words && outcome === 'changed' && <Differences row={row} words={words} />}
      </span>
      <span className="md:text-right">
        {waits ? (
          <StatusBadge state="wait">Not yet</StatusBadge>
        ) : (
          <StatusBadge state={badges[outcome]}>{names[outcome]}</StatusBadge>
        )}
      </span>
    </li>
  );
}

/** Values that differ, as their labels say; others that the job keeps are for undoing it alone. */
function Differences({ row: { before, after }, words }: { row: StaffJobRow; words: JobLabels }) {
  const shown = Object.entries(words.values).filter(([name]) => before?.[name] !== after?.[name]);
  // A product shows the price of one variant, and another may be what changes.
  if (shown.length === 0 && before?.variants !== after?.variants) return 'Prices of its variants';
  return (
    <span className="grid gap-0.5">
      {shown.map(([name, column]) => (
        <span key={name} className="flex flex-wrap items-baseline gap-x-2">
          {Object.keys(words.values).length > 1 && <span className="text-ink-3">{column.label}</span>}
          <del className="num text-ink-3">
            <span className="sr-only">before: </span>
            <ListCell column={column} value={before?.[name]} />
          </del>
          <span aria-hidden="true">→</span>
          <ins className="num no-underline">
            <span className="sr-only">after: </span>
            <ListCell column={column} value={after?.[name]} />
          </ins>
        </span>
      ))}
    </span>
  );
}
