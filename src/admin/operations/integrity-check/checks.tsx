import { Link } from 'react-router';
import type { ShopCheck } from '#contract/operations/integrity-check.schema.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { useMay } from '../../frame/who.ts';
import { GuideLink } from '../system-status/guide-link.tsx';
import { Narrow, StateTable, wide } from '../system-status/status-table.tsx';
import { spanText } from '../system-status/system-status-labels.ts';
import { CheckActions } from './check-actions.tsx';
import { CheckBadge } from './check-badge.tsx';
import { checkLabels, differencesText, originText } from './check-labels.ts';

type ChecksProps = { checks: ShopCheck[]; onChanged: () => Promise<void> };

/** Integrity checks of data that is kept twice: the result, when each was run last, and the way to run it now. */
export function Checks({ checks, onChanged }: ChecksProps) {
  const may = useMay()('manageState');
  return (
    <StateTable name="Checks" columns={['Check', 'State', 'Differences', 'Last run', 'Took', '']}>
      {checks.map((check) => {
        const { name, last } = check;
        const { title, about } = checkLabels[name];
        return (
          <tr key={name}>
            <th scope="row">
              <Link to={`/state/check/${name}`} className="text-link">
                {title}
              </Link>{' '}
              <span className="block">{about}</span>
              {last?.ended_at && (
                <Narrow>
                  {last.state === 'differs' && `${differencesText(last.differences)}, `}
                  <LocalTime instant={last.ended_at} />, <bdi>{originText(last)}</bdi>
                </Narrow>
              )}
            </th>
            <td>
              <CheckBadge check={check} />
              {may && (
                <div className="mt-1.5">
                  <CheckActions check={check} onBegun={onChanged} />
                </div>
              )}
            </td>
            <td className={`num ${wide}`}>
              {last?.state === 'differs' && (
                <Link to={`/state/check/${name}`} className="text-link">
                  {differencesText(last.differences)}
                </Link>
              )}
              {last?.state === 'in_order' && 'None'}
            </td>
            <td className={`num ${wide}`}>
              {last?.ended_at && (
                <>
                  <LocalTime instant={last.ended_at} />
                  <span className="block text-xs text-ink-3">
                    <bdi>{originText(last)}</bdi>
                  </span>
                </>
              )}
            </td>
            <td className={`num whitespace-nowrap ${wide}`}>
              {last?.took_ms == null ? '' : spanText(last.took_ms / 1_000)}
            </td>
            <td className="text-right">
              <GuideLink part="check" of={title} />
            </td>
          </tr>
        );
      })}
    </StateTable>
  );
}
