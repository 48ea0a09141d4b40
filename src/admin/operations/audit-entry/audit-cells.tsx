import type { ReactNode } from 'react';
import type { AuditEntry } from '#contract/operations/audit.schema.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { nameOf, valueText } from './audit-labels.ts';

/** Lines of a cell; the entry itself has all of them. */
const SHOWN = 3;

/** Details of an entry beside who, what and when. */
export function SaidCell({ said }: { said: AuditEntry['said'] }) {
  return (
    <Lines
      of={Object.entries(said).map(([name, value]) => ({
        name: nameOf(name),
        text: isInstant(value) ? <LocalTime instant={value} /> : valueText(value, name),
      }))}
    />
  );
}

/** Changes of an entry, field by field. */
export function FieldsCell({ fields }: { fields: AuditEntry['fields'] }) {
  return (
    <Lines
      of={Object.entries(fields).map(([name, { before, after }]) => ({
        name: nameOf(name),
        text: (
          <>
            {valueText(before, name)} <span aria-hidden>→</span>
            <span className="sr-only">became</span> {valueText(after, name)}
          </>
        ),
      }))}
    />
  );
}

function Lines({ of }: { of: Array<{ name: string; text: ReactNode }> }) {
  if (of.length === 0)
    return (
      <span className="text-ink-3">
        <span aria-hidden>–</span>
        <span className="sr-only">nothing</span>
      </span>
    );
  return (
    <span className="grid gap-0.5 text-xs">
      {of.slice(0, SHOWN).map(({ name, text }) => (
        <span key={name} className="line-clamp-2 [overflow-wrap:anywhere]">
          <span className="text-ink-3">{name}</span> <bdi>{text}</bdi>
        </span>
      ))}
      {of.length > SHOWN && <span className="text-ink-3">and {of.length - SHOWN} more</span>}
    </span>
  );
}

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value);
}
