import { type FormEvent, type RefObject, useState } from 'react';
import type { StaffOrder } from '#contract/ordering/staff-order/staff-order.ts';
import { orderNoteMaximum } from '#contract/ordering/staff-order/staff-order.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { Field } from '#ui/form/field.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { addNote, takeNoteBack } from './order.ts';

type NotesProps = {
  order: StaffOrder;
  mayWrite: boolean;
  /** The field of a new one, which the button in the head leads to. */
  place: RefObject<HTMLElement | null>;
  onDone: () => Promise<void>;
};

/** Notes of the staff for each other. */
export function OrderNotes({ order, mayWrite, place, onDone }: NotesProps) {
  const { notes, order_id: orderId } = order;
  return (
    <section ref={place} aria-labelledby="order-notes" className="grid gap-3">
      <h2 id="order-notes" className="text-lg">
        Notes
      </h2>
      <p className="text-sm text-ink-3">
        For the staff alone. Who wrote one takes it back within a day; nobody rewrites it.
      </p>
      {notes.length > 0 && (
        <ul className="border-t">
          {notes.map((note) => (
            <li key={note.note_id} className="grid gap-1 border-b py-2.5 text-sm">
              <p className="text-xs text-ink-3">
                <bdi className="font-[560] text-ink">{note.written_by}</bdi>, <LocalTime instant={note.written_at} />
              </p>
              <p dir="auto" className="max-w-[72ch] whitespace-pre-wrap">
                {note.text}
              </p>
              {note.may_delete && (
                <ActionButton
                  className="text-link text-xs"
                  action={async () => {
                    const fault = await takeNoteBack(orderId, note.note_id);
                    await onDone();
                    return fault;
                  }}
                >
                  Take back<span className="sr-only"> the note of {note.written_by}</span>
                </ActionButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayWrite && <NewNote orderId={orderId} onDone={onDone} />}
    </section>
  );
}

function NewNote({ orderId, onDone }: { orderId: string; onDone: () => Promise<void> }) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function send(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (!text.trim()) return setFault('Write a note');
    setBusy(true);
    const found = await addNote(orderId, text.trim());
    setFault(found);
    if (found === undefined) {
      setText('');
      await onDone();
    }
    setBusy(false);
  }

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid max-w-[72ch] gap-3">
      <Field
        label="New note"
        name="note"
        rows={2}
        value={text}
        error={fault}
        onChange={(given) => setText(given.slice(0, orderNoteMaximum))}
      />
      <div>
        <button type="submit" className="btn btn-line btn-sm" aria-disabled={busy || undefined}>
          Add note
        </button>
      </div>
    </form>
  );
}
