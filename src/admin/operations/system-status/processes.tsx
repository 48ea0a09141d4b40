import type { ShopState } from '#contract/operations/system-status.schema.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { GuideLink } from './guide-link.tsx';
import { Narrow, StateTable, wide } from './status-table.tsx';

const roleLabels: Record<ShopState['processes'][number]['role'], string> = {
  web: 'Web',
  jobs: 'Jobs',
  all: 'Web and jobs',
};

/** Which processes of the shop share the database, and in which version. */
export function Processes({ processes }: Pick<ShopState, 'processes'>) {
  const versions = new Set(processes.filter(({ is_away: isAway }) => !isAway).map(({ version }) => version));
  return (
    <>
      {!processes.some(({ is_away: isAway, role }) => !isAway && role !== 'web') && (
        <p role="alert" className="mb-3 border-l-2 border-danger pl-3 text-sm">
          No process runs jobs. Emails, webhooks, payouts and deliveries wait. Start a process with ROLE=jobs or
          ROLE=all.
        </p>
      )}
      {versions.size > 1 && (
        <p className="mb-3 border-l-2 border-warning pl-3 text-sm">
          Processes of several versions are at work: restart those of the older one when the newer ones are in order.
        </p>
      )}
      <StateTable name="Processes" columns={['Process', 'State', 'Role', 'Version', 'Since', 'Last seen', '']}>
        {processes.map(({ host, pid, role, version, node, started_at: since, seen_at: seen, is_away: isAway }) => (
          <tr key={`${host} ${pid} ${since}`}>
            <th scope="row">
              <span className="text-ink">{`${host} ${pid}`}</span>
              <Narrow>
                {`${roleLabels[role]}, ${version}, since `}
                <LocalTime instant={since} />, seen <LocalTime instant={seen} />
              </Narrow>
            </th>
            <td>
              {isAway ? <StatusBadge state="bad">Away</StatusBadge> : <StatusBadge state="on">At work</StatusBadge>}
            </td>
            <td className={wide}>{roleLabels[role]}</td>
            <td className={wide}>{`${version}, Node.js ${node.replace(/^v/, '')}`}</td>
            <td className={`num ${wide}`}>
              <LocalTime instant={since} />
            </td>
            <td className={`num ${wide}`}>
              <LocalTime instant={seen} />
            </td>
            <td className="text-right">
              <GuideLink part="process" of={`Process ${pid}`} />
            </td>
          </tr>
        ))}
      </StateTable>
    </>
  );
}
