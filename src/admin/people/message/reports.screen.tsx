import { Link, useSearchParams } from 'react-router';
import { useApiPages } from '#client/query/use-api-pages.ts';
import type { Report } from '#contract/people/message.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { ListEnd } from '../../frame/list-end.tsx';
import { Screen } from '../../frame/screen.tsx';
import { SearchForm } from '../../frame/search-form.tsx';
import { aboutName, otherSide, ReportBadge, sideName } from './report-labels.tsx';

type Wanted = { state: 'open' | 'decided'; q: string };

/** Reports of conversations between buyers and shops, newest first; what is looked for stands in the address. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  const state = params.get('state') === 'decided' ? 'decided' : 'open';
  const reports = useApiPages('/admin/report', {
    params: { query: { resolved: state === 'decided' ? 'true' : undefined, q: q || undefined } },
  });

  function look(change: Partial<Wanted>) {
    const wanted: Wanted = { state, q, ...change };
    setParams({ ...(wanted.state === 'decided' && { state: wanted.state }), ...(wanted.q && { q: wanted.q }) });
  }

  return (
    <Screen
      title="Reports"
      lead="Conversations between buyers and shops that one of them has reported, newest first. Nobody reads any other."
    >
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <SearchForm key={q} name="Search reports" label="Shop or buyer" q={q} onSearch={(text) => look({ q: text })} />
        <label className="grid gap-1 text-xs text-ink-3">
          State
          <select
            className="field !min-h-10 !w-auto py-1 text-sm"
            value={state}
            onChange={(event) => look({ state: event.target.value as Wanted['state'] })}
          >
            <option value="open">Open</option>
            <option value="decided">Decided</option>
          </select>
        </label>
        {(q || state !== 'open') && (
          <button
            type="button"
            className="btn btn-ghost btn-sm !min-h-10"
            onClick={() => look({ q: '', state: 'open' })}
          >
            Clear
          </button>
        )}
      </div>
      {reports.items.length > 0 && (
        <ul aria-label="Reports" className="border-t">
          {reports.items.map((report) => (
            <Row key={report.report_id} report={report} />
          ))}
        </ul>
      )}
      <ListEnd of={reports} empty={emptyText({ state, q })} />
    </Screen>
  );
}

/** The link is what the conversation is about; the whole row answers a click. */
function Row({ report }: { report: Report }) {
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-1 border-b py-3 text-sm hover:bg-sunken has-focus-visible:bg-sunken lg:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)_auto]">
      <div className="min-w-0">
        <Link
          to={`/reports/${encodeURIComponent(report.thread_id)}`}
          className="font-[560] after:absolute after:inset-0 after:content-['']"
        >
          <bdi>{aboutName(report.about)}</bdi>
        </Link>
        <p className="text-xs text-ink-3">
          <bdi>{sideName(report, report.side)}</bdi> reported <bdi>{sideName(report, otherSide(report.side))}</bdi>
        </p>
      </div>
      <p dir="auto" className="line-clamp-2 self-start text-ink-2">
        {report.reason}
      </p>
      <p className="flex items-baseline justify-between gap-x-4 text-xs text-ink-3 lg:grid lg:content-start lg:justify-items-end">
        <ReportBadge decision={report.decision} />
        <LocalTime instant={report.created_at} />
      </p>
    </li>
  );
}

function emptyText({ state, q }: Wanted): string {
  if (q) return 'No report fits what you look for.';
  return state === 'open' ? 'No report waits for a decision.' : 'Nothing was decided yet.';
}
