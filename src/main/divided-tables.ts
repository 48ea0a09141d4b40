// The tables that grow with every order and that nothing is ever deleted from, by the names that npm run partition takes.
import type { DividedTable } from '#platform/partitions/partition.rules.ts';

export const dividedTables = {
  'audit-entry': { schema: 'platform', name: 'audit_entry', by: 'at' },
  'ledger-entry': { schema: 'ledger', name: 'entry', by: 'at' },
} satisfies Record<string, DividedTable>;
