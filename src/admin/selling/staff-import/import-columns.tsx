import { type FormEvent, useState } from 'react';
import type { StaffImport } from '#contract/selling/staff-import.schema.ts';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { check } from './import.ts';

type ImportColumnsProps = { of: StaffImport; onChecked: (found: StaffImport) => void };

/** Fields in the columns of the file: those of the same name are matched already. */
export function ImportColumns({ of, onChecked }: ImportColumnsProps) {
  const [chosen, setChosen] = useState(() => Object.fromEntries(of.columns.map(({ name, field }) => [name, field])));
  const [replace, setReplace] = useState(of.replace);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const held = new Set(Object.values(chosen));
  const missing = of.fields.filter(({ name, is_required: isRequired }) => isRequired && !held.has(name));

  async function send(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFault('');
    const refused = await check(of.import_id, { columns: chosen, replace }, onChecked);
    setBusy(false);
    setFault(refused ?? '');
  }

  return (
    <section aria-labelledby="columns">
      <h2 id="columns" className="mb-1 text-lg">
        What its columns hold
      </h2>
      <p className="mb-4 max-w-[68ch] text-sm text-ink-2">
        Columns with the name of a field are matched. Say of the others what they hold, or leave them out. Then the file
        is checked: nothing is changed by that.
      </p>
      <form noValidate onSubmit={send} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <ul className="grid grid-cols-[minmax(0,1fr)] border-t">
          {of.columns.map(({ name, samples }) => (
            <li
              key={name}
              className="grid items-center gap-x-6 gap-y-1.5 border-b py-2.5 text-sm lg:grid-cols-[14rem_minmax(0,1fr)_14rem]"
            >
              <bdi className="font-[560] [overflow-wrap:anywhere]">{name || 'Without a name'}</bdi>
              <bdi className="min-w-0 text-ink-3 [overflow-wrap:anywhere]">{samples.join(' · ') || 'empty'}</bdi>
              <select
                aria-label={`What ${name || 'the column without a name'} holds`}
                className="field min-w-0 !min-h-10 !py-1.5 !text-sm md:!min-h-9"
                value={chosen[name] ?? ''}
                onChange={(event) => setChosen((now) => ({ ...now, [name]: event.target.value || null }))}
              >
                <option value="">Leave out</option>
                {of.fields.map((field) => (
                  <option key={field.name} value={field.name}>
                    {field.name + (held.has(field.name) && chosen[name] !== field.name ? ' (held by another)' : '')}
                  </option>
                ))}
              </select>
            </li>
          ))}
        </ul>
        {missing.length > 0 && (
          <p role="status" className="text-sm text-warning">
            Still without a column: {missing.map(({ name }) => name).join(', ')}.
          </p>
        )}
        <label className="flex min-h-10 items-start gap-2.5 text-sm">
          <input
            type="checkbox"
            className="mt-0.5"
            checked={replace}
            onChange={(event) => setReplace(event.target.checked)}
          />
          <span>
            A row describes the whole product{' '}
            <span className="text-ink-3">
              Fields that the file does not have get their defaults. Otherwise they stay as they are.
            </span>
          </span>
        </label>
        <p role="alert" className="text-sm text-danger empty:hidden">
          {fault}
        </p>
        <div>
          <SubmitButton busy={busy} className="btn btn-primary">
            Check the file
          </SubmitButton>
        </div>
      </form>
    </section>
  );
}
