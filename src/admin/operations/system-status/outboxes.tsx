import { useState } from 'react';
import type { ShopState } from '#contract/operations/system-status.schema.ts';
import type { OutboxName } from '#contract/operations/system-status.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { useMay } from '../../frame/who.ts';
import { GuideLink } from './guide-link.tsx';
import { SendAgain } from './send-again.tsx';
import { Narrow, StateTable, wide } from './status-table.tsx';
import { outboxLabels, spanText } from './system-status-labels.ts';

/** So late a delivery is not only in line. */
const LATE_SECONDS = 300;

type Outbox = ShopState['outboxes'][number];
type OutboxesProps = Pick<ShopState, 'outboxes' | 'incoming'> & { onChanged: () => Promise<void> };

/** Outgoing messages of the shop, and incoming ones from the payment provider. */
export function Outboxes({ outboxes, incoming, onChanged }: OutboxesProps) {
  const [asked, setAsked] = useState<OutboxName | null>(null);
  const may = useMay()('manageState');
  return (
    <>
      <StateTable name="Outboxes" columns={['Outbox', 'State', 'Waiting', 'Tried before', 'Given up', '']}>
        {outboxes.map((outbox) => {
          const { title, about } = outboxLabels[outbox.name];
          return (
            <tr key={outbox.name}>
              <th scope="row">
                <span className="text-ink">{title}</span> <span className="block">{about}</span>
                <Narrow>{`${outbox.waiting} waiting, ${outbox.retrying} tried before, ${outbox.failed} given up`}</Narrow>
              </th>
              <td>
                {stateOf(outbox)}
                {outbox.failed > 0 && (
                  <button
                    type="button"
                    className="btn btn-line btn-sm mt-1.5"
                    aria-label={`${may ? 'Look and send again' : 'Look'}: ${title}`}
                    onClick={() => setAsked(outbox.name)}
                  >
                    {may ? 'Look and send again' : 'Look'}
                  </button>
                )}
              </td>
              <td className={`num ${wide}`}>{outbox.waiting}</td>
              <td className={`num ${wide}`}>{outbox.retrying}</td>
              <td className={`num ${wide}`}>{outbox.failed}</td>
              <td className="text-right">
                <GuideLink part={outbox.name} of={title} />
              </td>
            </tr>
          );
        })}
        <tr>
          <th scope="row">
            <span className="text-ink">Webhooks in</span> <span className="block">events of the payment provider</span>
            <Narrow>
              <Incoming incoming={incoming} />
            </Narrow>
          </th>
          <td>
            {incoming.unmatched > 0 ? (
              <StatusBadge state="bad">{`${incoming.unmatched} payments of no order`}</StatusBadge>
            ) : (
              <StatusBadge state="on">In order</StatusBadge>
            )}
          </td>
          <td className={`num ${wide}`} colSpan={3}>
            <Incoming incoming={incoming} />
          </td>
          <td className="text-right">
            <GuideLink part="incoming" of="Webhooks in" />
          </td>
        </tr>
      </StateTable>
      {asked && <SendAgain outbox={asked} mayAct={may} onDone={onChanged} onClose={() => setAsked(null)} />}
    </>
  );
}

function Incoming({ incoming }: Pick<ShopState, 'incoming'>) {
  if (!incoming.last_at) return 'None in 30 days';
  return (
    <>
      {`${incoming.day.toLocaleString('en-US')} in 24 hours, the last `}
      <LocalTime instant={incoming.last_at} />
    </>
  );
}

function stateOf({ failed, overdue_seconds: overdue }: Outbox) {
  if (overdue > LATE_SECONDS) return <StatusBadge state="bad">{`${spanText(overdue)} late`}</StatusBadge>;
  if (failed > 0) return <StatusBadge state="wait">Some given up</StatusBadge>;
  return <StatusBadge state="on">In order</StatusBadge>;
}
