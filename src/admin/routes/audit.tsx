import { type FormEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { listAudit } from '#client/api-client/staff.ts';
import type { AuditRow } from '#contract/staff.schema.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { usePages } from '../back-office/use-pages.ts';
import { actionName } from '../components/action-name.ts';
import { ListEnd } from '../components/list-end.tsx';
import { Screen } from '../components/screen.tsx';

/** What was done that concerns money, roles, keys, products or shops. Nothing of it can be changed. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const subject = params.get('subject') ?? '';
  const entries = usePages((next) => listAudit(createBrowserApi(), subject, next), subject);
  const look = (text: string) => setParams(text ? { subject: text } : {});
  return (
    <Screen title="Audit log" lead="What was done that concerns money, roles, keys, products or shops; newest first.">
      <SubjectForm key={subject} subject={subject} onLook={look} />
      {entries.items && entries.items.length > 0 && (
        <table className="table border-t">
          <caption className="sr-only">Audit log</caption>
          <thead>
            <tr>
              <th>When</th>
              <th>What</th>
              <th className="max-md:hidden">About</th>
              <th className="max-md:hidden">By</th>
            </tr>
          </thead>
          <tbody>
            {entries.items.map((entry) => (
              <tr key={entry.id}>
                <td className="text-ink-2 md:whitespace-nowrap">
                  <LocalTime instant={entry.at} />
                  <span className="block text-xs text-ink-3 md:hidden">{entry.by}</span>
                </td>
                <td>
                  <span className="font-[560]">{actionName(entry.action)}</span>
                  <span className="block text-xs [overflow-wrap:anywhere] md:hidden">
                    <Subject id={entry.subject_id} />
                  </span>
                  <Details of={entry} />
                </td>
                <td className="[overflow-wrap:anywhere] max-md:hidden">
                  <Subject id={entry.subject_id} />
                </td>
                <td className="max-md:hidden">
                  <bdi>{entry.by}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ListEnd of={entries} empty={subject ? 'Nothing is noted about this.' : 'Nothing is noted yet.'} />
    </Screen>
  );
}

/** Everything that is noted about the same. */
function Subject({ id }: { id: string }) {
  return (
    <Link to={`/audit?${new URLSearchParams({ subject: id })}`} className="text-link">
      {id}
    </Link>
  );
}

function Details({ of }: { of: AuditRow }) {
  const details = Object.entries(of.details).filter(([name]) => name !== 'by');
  if (details.length === 0) return null;
  return (
    <span className="block text-xs text-ink-3 [overflow-wrap:anywhere]">
      {details.map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`).join(', ')}
    </span>
  );
}

function SubjectForm({ subject, onLook }: { subject: string; onLook: (text: string) => void }) {
  const [typed, setTyped] = useState(subject);

  function submit(event: FormEvent) {
    event.preventDefault();
    onLook(typed.trim());
  }

  return (
    <form onSubmit={submit} className="mb-4 flex flex-wrap items-end gap-2" aria-label="Filter the audit log">
      <label className="grid gap-1 text-xs text-ink-3">
        About
        <input
          className="field !min-h-10 py-1 text-sm md:!w-80"
          value={typed}
          maxLength={200}
          placeholder="Order, shop or account"
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <button type="submit" className="btn btn-line btn-sm !min-h-10">
        Show
      </button>
      {subject && (
        <button type="button" className="btn btn-ghost btn-sm !min-h-10" onClick={() => onLook('')}>
          Clear
        </button>
      )}
    </form>
  );
}
