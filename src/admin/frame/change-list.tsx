import type { AuditEntry } from '#contract/operations/audit.schema.ts';
import { nameOf, valueText } from '../operations/audit-entry/audit-labels.ts';

/** Field by field: removed before added, struck and underlined, and said so to who does not see it. */
export function ChangeList({ fields }: { fields: AuditEntry['fields'] }) {
  const changed = Object.entries(fields);
  if (changed.length === 0) return <p className="text-ink-2">No field was changed by it.</p>;
  return (
    <dl className="border-t text-sm">
      {changed.map(([name, { before, after }]) => (
        <div key={name} className="grid gap-x-6 gap-y-1 border-b py-2.5 md:grid-cols-[10rem_minmax(0,1fr)]">
          <dt className="text-ink-3">{nameOf(name)}</dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2 [overflow-wrap:anywhere]">
            <del className="text-danger">
              <span className="sr-only">before: </span>
              <bdi>{valueText(before, name)}</bdi>
            </del>
            <span aria-hidden="true">→</span>
            <ins className="text-success">
              <span className="sr-only">after: </span>
              <bdi>{valueText(after, name)}</bdi>
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
