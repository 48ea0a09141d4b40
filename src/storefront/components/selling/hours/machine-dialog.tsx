import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { SellerHours } from '#contract/hours.schema.ts';
import type { ProvisionField } from '#contract/provision.schema.ts';
import { Dialog } from '#ui/dialog.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { startedByHand } from '../../../selling/sold-hours.ts';

type MachineDialogProps = {
  sellerId: string;
  hours: SellerHours;
  onDone: (hours: SellerHours) => void;
  onClose: () => void;
};

type Row = ProvisionField & { id: number };

const MOST = 40;
const first: ProvisionField[] = [
  { label: 'Address', value: '', secret: false },
  { label: 'Password', value: '', secret: true },
];

/** How the buyer reaches a machine that is on. */
export function MachineDialog({ sellerId, hours, onDone, onClose }: MachineDialogProps) {
  const isOn = hours.session?.state === 'running';
  const known = hours.session?.fields ?? [];
  const made = useRef(0);
  const [rows, setRows] = useState<Row[]>(() => (known.length > 0 ? known : first).map((field) => numbered(field)));
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const list = useRef<HTMLUListElement>(null);

  function numbered(field: ProvisionField): Row {
    made.current += 1;
    return { ...field, id: made.current };
  }

  function change(id: number, changed: Partial<ProvisionField>) {
    setFault(undefined);
    setRows((now) => now.map((row) => (row.id === id ? { ...row, ...changed } : row)));
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const filled = rows.filter(({ value }) => value.trim() !== '');
    const nameless = filled.find(({ label }) => label.trim() === '');
    if (nameless) {
      setFault('Say what each of them is, such as Address.');
      list.current?.querySelector<HTMLInputElement>(`[data-row="${nameless.id}"] input`)?.focus();
      return;
    }
    setBusy(true);
    const fields = filled.map(({ label, value, secret }) => ({ label: label.trim(), value: value.trim(), secret }));
    const refused = await startedByHand(sellerId, hours, fields, onDone);
    setBusy(false);
    setFault(refused);
    if (refused === undefined) onClose();
  }

  return (
    <Dialog title={isOn ? 'How the machine is reached' : 'The machine is on'} busy={busy} onClose={onClose}>
      <form noValidate onSubmit={send} className="grid gap-5">
        <p className="text-ink-2">
          {isOn
            ? 'The buyer sees it in their library from now on.'
            : 'Minutes count from now on. The buyer is told by mail, and sees in their library how it is reached:'}
        </p>
        <ul ref={list} aria-label="How the buyer reaches it" className="grid gap-4">
          {rows.map((row, index) => (
            <li key={row.id} data-row={row.id} className="grid gap-2 border-b pb-4">
              <div className="flex gap-2">
                <input
                  className="field min-w-0 flex-[2]"
                  aria-label={`What number ${index + 1} is`}
                  placeholder="Address"
                  autoComplete="off"
                  maxLength={100}
                  value={row.label}
                  onChange={(event) => change(row.id, { label: event.target.value })}
                />
                <button
                  type="button"
                  className="icon-btn"
                  aria-label={`Take ${row.label || `number ${index + 1}`} out`}
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
                aria-label={row.label || `Value of number ${index + 1}`}
                autoComplete="off"
                maxLength={4_000}
                value={row.value}
                onChange={(event) => change(row.id, { value: event.target.value })}
              />
              <label className="flex min-h-9 items-center gap-2.5 text-sm">
                <input
                  type="checkbox"
                  className="tick"
                  checked={row.secret}
                  onChange={(event) => change(row.id, { secret: event.target.checked })}
                />
                Secret: shown when the buyer asks for it
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
          Add another
        </button>
        <p role="alert" className="text-sm text-danger empty:hidden">
          {fault}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-line" onClick={() => !busy && onClose()}>
            Cancel
          </button>
          <SubmitButton busy={busy} className="btn btn-primary">
            {isOn ? 'Save' : 'The machine is on'}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
