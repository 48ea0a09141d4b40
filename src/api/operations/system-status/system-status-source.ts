import type { KeyName, OutboxName } from '#contract/operations/system-status.ts';
import type { Connections } from '#platform/database/database.ts';
import type { FailedOf, FailedRow } from '#platform/outbox/failed.ts';
import type { OutboxLength } from '#platform/outbox/outbox.ts';

/** An outbox as whoever runs the shop sees it. `table` is its name with its schema. */
export type OutboxSource = FailedOf & {
  name: OutboxName;
  measure: () => Promise<OutboxLength>;
  /** Content and recipient of a failed row, in a few words. */
  describe: (row: FailedRow & Record<string, unknown>) => string;
};

/** State of the shop that parts other than the API know. Parts that are left out are not reported. */
export type StateSource = {
  outboxes?: OutboxSource[];
  keys?: () => Promise<Array<{ name: KeyName; since: Date | null }>>;
  connections?: () => Connections;
  /** Seconds; null where there is no replica. */
  replicaLag?: (() => Promise<number>) | null;
  storage?: { kind: 'folder' | 's3'; freeBytes: () => Promise<number | null> };
  /** docs/operations.md as it was installed; null: it was not. */
  readGuide?: () => Promise<string | null>;
};
