import { Link, useSearchParams } from 'react-router';
import type { StaffImport, StaffImportRow } from '#contract/selling/staff-import.schema.ts';
import {
  type ImportOutcomeWord,
  type ImportPhase,
  importOutcomes,
  importRefusedKept,
  importRowsKept,
} from '#contract/selling/staff-import-labels.ts';
import { type BadgeState, StatusBadge } from '#ui/status-badge.tsx';
import { ListEnd } from '../../frame/list-end.tsx';
import { useImportRows } from './import.ts';

const words: Record<ImportOutcomeWord, [BadgeState, string]> = {
  new: ['on', 'New'],
  changed: ['wait', 'Changed'],
  same: ['draft', 'The same'],
  refused: ['bad', 'Refused'],
  adjusted: ['wait', 'Changed to fit'],
};

/** Results of the check, and then of the import, by row; the address says which rows. */
export function ImportRows({ of, phase }: { of: StaffImport; phase: ImportPhase }) {
  const [params] = useSearchParams();
  const outcome = importOutcomes.find((one) => one === params.get('outcome') && one !== 'same') ?? null;
  const isGoing = of.state === 'checking' || of.state === 'importing';
  const rows = useImportRows(of.import_id, { phase, outcome }, isGoing ? 'going' : of.state);
  const counts = phase === 'check' ? of.check : of.import;
  // An import does not compare field by field: that the check has done.
  const shown =
    phase === 'check' ? (['new', 'changed', 'refused', 'adjusted'] as const) : (['refused', 'adjusted'] as const);
  return (
    <section aria-labelledby="import-rows">
      <h2 id="import-rows" className="mb-3 text-lg">
        {phase === 'check' ? 'What it would change' : 'Report'}
      </h2>
      <nav aria-label="Rows" className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <Way to="." label="All" isCurrent={outcome === null} />
        {shown.map((one) => (
          <Way key={one} to={`?outcome=${one}`} label={words[one][1]} count={counts[one]} isCurrent={outcome === one} />
        ))}
      </nav>
      {rows.items.length > 0 && (
        <ul className="border-t">
          {rows.items.map((row) => (
            <Row key={row.number} row={row} />
          ))}
        </ul>
      )}
      <ListEnd
        of={rows}
        empty={phase === 'check' ? 'There is no such row.' : 'Every row was stored as it stands in the file.'}
      />
      {phase === 'check' && Math.max(counts.new, counts.changed) > importRowsKept && (
        <p className="mt-3 text-sm text-ink-3">
          {`Of new and of changed rows the first ${importRowsKept.toLocaleString('en-US')} are kept; those that are refused are told.`}
        </p>
      )}
      {counts.refused > importRefusedKept && (
        <p className="mt-3 text-sm text-warning">
          {`Of the refused rows the first ${importRefusedKept.toLocaleString('en-US')} are kept. So many are refused for one reason most of the time: look at how the columns are matched.`}
        </p>
      )}
    </section>
  );
}

type WayProps = { to: string; label: string; count?: number; isCurrent: boolean };

function Way({ to, label, count, isCurrent }: WayProps) {
  return (
    <Link
      to={to}
      replace
      aria-current={isCurrent ? 'page' : undefined}
      className={`inline-flex min-h-10 items-center gap-1.5 border-b-2 md:min-h-8 ${isCurrent ? 'border-accent text-ink' : 'border-transparent text-ink-2 hover:text-ink'}`}
    >
      {label} {count !== undefined && <span className="num text-ink-3">{count.toLocaleString('en-US')}</span>}
    </Link>
  );
}

function Row({ row: { line, product_id: id, outcome, changes, remarks } }: { row: StaffImportRow }) {
  const [badge, word] = words[outcome];
  return (
    <li className="grid gap-x-6 gap-y-1 border-b py-2.5 text-sm lg:grid-cols-[6rem_14rem_minmax(0,1fr)_8rem]">
      <span className="num text-ink-3">Line {line.toLocaleString('en-US')}</span>
      <bdi className="min-w-0 [overflow-wrap:anywhere]">
        {outcome === 'changed' ? (
          <Link to={`/products/${encodeURIComponent(id)}`} className="text-link">
            {id}
          </Link>
        ) : (
          id || 'Without an id'
        )}
      </bdi>
      <div className="grid min-w-0 gap-0.5 [overflow-wrap:anywhere]">
        {changes.map(({ field, before, after }) => (
          <p key={field}>
            <span className="text-ink-3">{field}</span>{' '}
            <del className="whitespace-pre-line text-danger">{before || 'nothing'}</del>{' '}
            <span aria-hidden="true">→</span>
            <span className="sr-only"> becomes </span>{' '}
            <ins className="whitespace-pre-line text-success no-underline">{after || 'nothing'}</ins>
          </p>
        ))}
        {remarks.map(({ field, reason }) => (
          <p key={field + reason} className={outcome === 'refused' ? 'text-danger' : 'text-ink-2'}>
            {reason}
          </p>
        ))}
      </div>
      <span className="lg:text-right">
        <StatusBadge state={badge}>{word}</StatusBadge>
      </span>
    </li>
  );
}
