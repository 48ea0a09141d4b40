import type { StaffImport } from '#contract/selling/staff-import.schema.ts';
import type { ImportState } from '#contract/selling/staff-import-labels.ts';
import type { BadgeState } from '#ui/status-badge.tsx';

export const stateLabels: Record<ImportState, [BadgeState, string]> = {
  columns: ['draft', 'Columns to match'],
  checking: ['hot', 'Being checked'],
  checked: ['wait', 'Waits for you'],
  importing: ['hot', 'Being imported'],
  done: ['on', 'Imported'],
  stopped: ['off', 'Stopped'],
  failed: ['bad', 'Failed'],
};

const count = (number: number) => number.toLocaleString('en-US');
const rows = (number: number) => (number === 1 ? '1 row' : `${count(number)} rows`);

/** Result of a check or an import, in a sentence; nothing where there is nothing to say yet. */
export function countsText({ state, check, import: done }: Pick<StaffImport, 'state' | 'check' | 'import'>): string {
  const isImport = state === 'importing' || state === 'done' || done.rows > 0;
  const { rows: all, new: fresh, changed, same, refused } = isImport ? done : check;
  if (all === 0) return '';
  const parts = isImport
    ? [`${count(fresh)} new`, `${count(changed)} known`, `${count(refused)} refused`]
    : [`${count(fresh)} new`, `${count(changed)} changed`, `${count(same)} the same`, `${count(refused)} refused`];
  return `${parts.join(', ')} of ${rows(all)}.`;
}

/** 'Import: 12 new products, 3 changes' */
export function confirmLabel({ new: fresh, changed }: StaffImport['check']): string {
  const parts = [
    ...(fresh > 0 ? [fresh === 1 ? '1 new product' : `${count(fresh)} new products`] : []),
    ...(changed > 0 ? [changed === 1 ? '1 change' : `${count(changed)} changes`] : []),
  ];
  return parts.length === 0 ? 'Import anyway' : `Import: ${parts.join(', ')}`;
}
