import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { t } from '#language/message.ts';
import { SubmitButton } from '../form/submit-button.tsx';
import { Dialog } from './dialog.tsx';

/** A line that somebody is shown, such as an address or a password. */
type NamedValue = { label: string; value: string; secret: boolean };

type NamedValuesDialogProps = {
  title: string;
  lead: string;
  /** The name of the list. */
  label: string;
  confirmLabel: string;
  /** Initial values. */
  values: readonly NamedValue[];
  /** Is given those that are filled; resolves with what went wrong, or with nothing: then it closes. */
  onSave: (values: NamedValue[]) => Promise<string | undefined>;
  onClose: () => void;
};

type Row = NamedValue & { id: number };

const MOST = 40;

/** Lines to write, each with a name and a value, which may be secret. */
export function NamedValuesDialog(props: NamedValuesDialogProps) {
  const { title, lead, label: listLabel, confirmLabel, values, onSave, onClose } = props;
  const made = useRef(0);
  const [rows, setRows] = useState<Row[]>(() => values.map((field) => numbered(field)));
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const list = useRef<HTMLUListElement>(null);

  function numbered(field: NamedValue): Row {
    made.current += 1;
    return { ...field, id: made.current };
  }

  function change(id: number, changed: Partial<NamedValue>) {
    setFault(undefined);
    setRows((now) => now.map((row) => (row.id === id ? { ...row, ...changed } : row)));
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const filled = rows.filter(({ value }) => value.trim() !== '');
    const nameless = filled.find(({ label }) => label.trim() === '');
    if (nameless) {
      setFault(t('Say what each of them is, such as Address.'));
      list.current?.querySelector<HTMLInputElement>(`[data-row="${nameless.id}"] input`)?.focus();
      return;
    }
    setBusy(true);
    const fields = filled.map(({ label, value, secret }) => ({ label: label.trim(), value: value.trim(), secret }));
    const refused = await onSave(fields);
    setBusy(false);
    setFault(refused);
    if (refused === undefined) onClose();
  }

  return (
    <Dialog title={title} busy={busy} onClose={onClose}>
      <form noValidate onSubmit={send} className="grid gap-5">
        <p className="text-ink-2">{lead}</p>
        <ul ref={list} aria-label={listLabel} className="grid gap-4">
          {rows.map((row, index) => (
            <li key={row.id} data-row={row.id} className="grid gap-2 border-b pb-4">
              <div className="flex gap-2">
                <input
                  className="field min-w-0 flex-[2]"
                  aria-label={t('What number {value} is', { value: index + 1 })}
                  placeholder={t('Address')}
                  autoComplete="off"
                  maxLength={100}
                  value={row.label}
                  onChange={(event) => change(row.id, { label: event.target.value })}
                />
                <button
                  type="button"
                  className="icon-btn"
                  aria-label={t('Take {value} out', { value: row.label || t('number {value}', { value: index + 1 }) })}
                  onClick={() => {
                    setRows((now) => now.filter(({ id }) => id !== row.id));
                    list.current?.closest('form')?.querySelector<HTMLElement>('[data-add]')?.focus();
                  }}
                >
                  <Trash2 size={16} aria-hidden />
                </button>
              </div>
              <input
                className="field"
                aria-label={row.label || t('Value of number {value}', { value: index + 1 })}
                autoComplete="off"
                maxLength={4_000}
                value={row.value}
                onChange={(event) => change(row.id, { value: event.target.value })}
              />
              <label className="flex min-h-9 items-center gap-2.5 text-sm">
                <input
                  type="checkbox"
                  checked={row.secret}
                  onChange={(event) => change(row.id, { secret: event.target.checked })}
                />
                {t('Secret: shown only when it is asked for')}
              </label>
            </li>
          ))}
        </ul>
        <button
          type="button"
          data-add
          className="btn btn-ghost btn-sm justify-self-start"
          aria-disabled={rows.length >= MOST || undefined}
          onClick={() => {
            if (rows.length < MOST) setRows((now) => [...now, numbered({ label: '', value: '', secret: false })]);
          }}
        >
          <Plus size={16} aria-hidden />
          {t('Add another')}
        </button>
        <p role="alert" className="text-sm text-danger empty:hidden">
          {fault}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-line" onClick={() => !busy && onClose()}>
            {t('Cancel')}
          </button>
          <SubmitButton busy={busy} className="btn btn-primary">
            {confirmLabel}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
