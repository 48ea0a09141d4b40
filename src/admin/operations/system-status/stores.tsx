import type { ReactNode } from 'react';
import type { ShopState } from '#contract/operations/system-status.schema.ts';
import type { GuidePart } from '#contract/operations/system-status.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { GuideLink } from './guide-link.tsx';
import { Narrow, StateTable, wide } from './status-table.tsx';
import { bytesText, keyLabels, spanText } from './system-status-labels.ts';

/** Below it a disk is nearly full. */
const SCARCE_BYTES = 2_000_000_000;
const REPLICA_LATE_SECONDS = 30;

type StoresProps = Pick<ShopState, 'database' | 'storage' | 'keys'> & { now: string };

/** The database, where files lie, and how old the keys are. */
export function Stores({ database, storage, keys, now }: StoresProps) {
  const { connections, tables } = database;
  return (
    <StateTable name="Database, storage and keys" columns={['Part', 'State', 'What there is', '']}>
      <Line name="Database" part="database" state={<DatabaseState database={database} />}>
        {`${database.kind === 'embedded' ? 'Embedded PostgreSQL' : 'PostgreSQL'} ${database.version}, ${bytesText(database.bytes)}, ${connections.open - connections.idle} of ${connections.open} connections at work`}
        <span className="block text-xs text-ink-3">
          {tables.map(({ name, bytes }) => `${name} ${bytesText(bytes)}`).join(', ')}
        </span>
      </Line>
      {(database.replica_lag_seconds !== null || !database.replica_answers) && (
        <Line name="Replica" part="replica" state={<ReplicaState database={database} />}>
          {database.replica_lag_seconds === null ? '' : `${spanText(database.replica_lag_seconds)} behind`}
        </Line>
      )}
      <Line name="Storage" part="storage" state={<StorageState free={storage.free_bytes} />}>
        {`${storage.kind === 's3' ? 'A bucket' : 'A folder'}, ${storage.files.toLocaleString('en-US')} files of goods, ${bytesText(storage.bytes)}`}
        {storage.free_bytes !== null && (
          <span className="block text-xs text-ink-3">{`${bytesText(storage.free_bytes)} free on the disk of this process`}</span>
        )}
      </Line>
      {keys.map(({ name, since }) => (
        <Line key={name} name={keyLabels[name]} part={name} state={<span className="text-ink-3">Key</span>}>
          {since ? (
            <>
              {`${spanText((Date.parse(now) - Date.parse(since)) / 1_000)} old, since `}
              <LocalTime instant={since} />
            </>
          ) : (
            'Kept outside of the shop (SECRETS_KEY)'
          )}
        </Line>
      ))}
    </StateTable>
  );
}

type LineProps = { name: string; part: GuidePart; state: ReactNode; children: ReactNode };

function Line({ name, part, state, children }: LineProps) {
  return (
    <tr>
      <th scope="row">
        <span className="text-ink">{name}</span>
        <Narrow>{children}</Narrow>
      </th>
      <td>{state}</td>
      <td className={`num ${wide}`}>{children}</td>
      <td className="text-right">
        <GuideLink part={part} of={name} />
      </td>
    </tr>
  );
}

/** The embedded database answers one question at a time: that some wait for their turn says nothing. */
function DatabaseState({ database: { kind, connections } }: Pick<ShopState, 'database'>) {
  return kind === 'postgres' && connections.waiting > 0 ? (
    <StatusBadge state="wait">{`${connections.waiting} wait for a connection`}</StatusBadge>
  ) : (
    <StatusBadge state="on">In order</StatusBadge>
  );
}

function ReplicaState({ database }: Pick<ShopState, 'database'>) {
  if (!database.replica_answers) return <StatusBadge state="bad">Does not answer</StatusBadge>;
  return (database.replica_lag_seconds ?? 0) > REPLICA_LATE_SECONDS ? (
    <StatusBadge state="wait">Behind</StatusBadge>
  ) : (
    <StatusBadge state="on">In order</StatusBadge>
  );
}

function StorageState({ free }: { free: number | null }) {
  return free !== null && free < SCARCE_BYTES ? (
    <StatusBadge state="bad">Nearly full</StatusBadge>
  ) : (
    <StatusBadge state="on">In order</StatusBadge>
  );
}
