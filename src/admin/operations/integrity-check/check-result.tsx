import type { CheckRun, ShopCheckResult } from '#contract/operations/integrity-check.schema.ts';
import { differencesKept } from '#contract/operations/integrity-check.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { type Fact, FactList } from '../../frame/fact-list.tsx';
import { StateTable } from '../system-status/status-table.tsx';
import { spanText } from '../system-status/system-status-labels.ts';
import { CheckBadge } from './check-badge.tsx';
import { checkLabels, differencesText, originText, runLabels } from './check-labels.ts';

/** Result of a check, in sentences, with what to do about it, and its earlier results. */
export function CheckResult({ check }: { check: ShopCheckResult }) {
  const { last, running, runs } = check;
  const facts: Fact[] = [
    [
      'State',
      <div key="state" role="status">
        <CheckBadge check={check} />
      </div>,
    ],
    ['Running since', running?.started_at && <LocalTime key="since" instant={running.started_at} />],
    ['Asked for', running && <bdi key="asked">{originText(running)}</bdi>],
    ['Last run', last?.ended_at && <LocalTime key="last" instant={last.ended_at} />],
    ['Made', last && <bdi key="by">{originText(last)}</bdi>],
    ['Took', last?.took_ms == null ? null : spanText(last.took_ms / 1_000)],
    [last?.state === 'failed' ? 'Why it failed' : 'Read', last?.message],
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <FactList facts={facts} />
      <Differences check={check} />
      {runs.length > 0 && (
        <div>
          <h2 className="mb-3 text-lg">Last runs</h2>
          <StateTable name="Last runs" columns={['Ended', 'State', 'Differences', 'Took']}>
            {runs.map((run) => (
              <Run key={run.run_id} run={run} />
            ))}
          </StateTable>
        </div>
      )}
    </div>
  );
}

function Run({ run }: { run: CheckRun }) {
  const [badge, word] = runLabels[run.state];
  return (
    <tr>
      <th scope="row">
        {run.ended_at && <LocalTime instant={run.ended_at} />}
        <span className="block">
          <bdi>{originText(run)}</bdi>
        </span>
      </th>
      <td>
        <StatusBadge state={badge}>{word}</StatusBadge>
        {run.repairs && <span className="block text-xs text-ink-3">after it was put right</span>}
      </td>
      <td className="num">{run.state === 'failed' ? '' : run.differences.toLocaleString('en-US')}</td>
      <td className="num whitespace-nowrap">{run.took_ms === null ? '' : spanText(run.took_ms / 1_000)}</td>
    </tr>
  );
}

function Differences({ check: { name, last, differences } }: { check: ShopCheckResult }) {
  return (
    <section aria-labelledby="differences">
      <h2 id="differences" className="mb-3 text-lg">
        {last?.state === 'differs' ? differencesText(last.differences) : 'Differences'}
      </h2>
      {!last && <p className="border-y py-6 text-center text-sm text-ink-2">It was not looked at yet.</p>}
      {last?.state === 'in_order' && (
        <p className="border-y py-6 text-center text-sm text-ink-2">The last run found none.</p>
      )}
      {last?.state === 'failed' && (
        <p className="border-y py-6 text-center text-sm text-ink-2">
          The last run did not come to its end: whether there are any is not known.
        </p>
      )}
      {last?.state === 'differs' && (
        <>
          <p className="mb-3 max-w-[72ch] text-sm text-ink-2">{checkLabels[name].next}</p>
          <ul className="border-t font-mono text-xs">
            {differences.map((difference, at) => (
              <li key={at} className="border-b py-2 [overflow-wrap:anywhere]">
                <bdi>{difference}</bdi>
              </li>
            ))}
          </ul>
          {last.differences > differences.length && (
            <p className="mt-2 text-xs text-ink-3">
              {differences.length === differencesKept
                ? `The first ${differencesKept} are shown.`
                : 'The first of each kind are shown.'}
            </p>
          )}
        </>
      )}
    </section>
  );
}
