import type { Storage } from '#platform/storage/storage.ts';
import type { Looking } from '../../operations/ports.rules.ts';
import type { Db } from '../../schema/db.ts';
import { checkStorage, type Finding } from './upload/check-storage.ts';

/** An object that nobody knows: no difference, for it does no harm and goes by itself. */
export type Unknown = Extract<Finding, { fault: 'unknown' }>;

type Given = { hash?: boolean; onUnknown?: (finding: Unknown) => Promise<void> };

/** Checks that the storage has the files that the database knows; with `hash` all of their bytes are read. */
export async function checkGoods(
  deps: { db: Db; storage: Storage },
  { differs, pause }: Looking,
  { hash = false, onUnknown }: Given = {},
): Promise<string> {
  let checked = 0;
  let unknown = 0;
  for await (const finding of checkStorage(deps, { hash, onChecked: () => checked++, pause })) {
    if (finding.fault !== 'unknown') {
      differs(sentence(finding));
      continue;
    }
    unknown++;
    await onUnknown?.(finding);
  }
  const looked = `${files(checked)} that the database knows${hash ? ', with all their bytes' : ''}`;
  return `${looked}${unknown > 0 ? `; ${files(unknown)} that nobody knows` : ''}.`;
}

function files(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'file' : 'files'}`;
}

function sentence(finding: Exclude<Finding, Unknown>): string {
  const { key } = finding;
  switch (finding.fault) {
    case 'missing':
      return `${key} is missing. Bring it back from a backup of the storage.`;
    case 'size':
      return `${key} has ${finding.size} bytes, and should have ${finding.expected}. Bring it back from a backup of the storage.`;
    case 'changed':
      return `${key} has other bytes than were sent. Bring it back from a backup of the storage.`;
  }
}
