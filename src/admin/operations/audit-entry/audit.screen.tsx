import type { AuditEntry } from '#contract/operations/audit.schema.ts';
import { auditList } from '#contract/operations/audit-list.ts';
import { ListScreen } from '../staff-list/list-screen.tsx';
import { actionName } from './action-name.ts';
import { FieldsCell, SaidCell } from './audit-cells.tsx';

/** Log of actions that concern money, roles, keys, products or shops. None of its entries can be changed. */
export function Component() {
  return (
    <ListScreen
      list={auditList}
      lead="What was done that concerns money, roles, keys, products or shops; newest first."
      empty="Nothing has happened yet."
      to={({ id }) => `/audit/${id}`}
      cells={{
        // Names of several words: the other columns must not squeeze them to one a line.
        action: ({ action }) => <span className="inline-block @3xl:min-w-40">{actionName(String(action))}</span>,
        subject_id: (row) => (
          <>
            <span className="block text-xs text-ink-3">{String(row.subject_kind).replaceAll('_', ' ')}</span>
            <bdi>{String(row.subject_id)}</bdi>
          </>
        ),
        details: ({ said }) => <SaidCell said={said as AuditEntry['said']} />,
        changes: ({ fields }) => <FieldsCell fields={fields as AuditEntry['fields']} />,
      }}
    />
  );
}
