import { type FormEvent, useState } from 'react';
import { type ListDescription, type SavedView, viewNameMaximum } from '#contract/operations/staff-list/description.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { Field } from '#ui/form/field.tsx';
import { removeView, saveChangedView, saveNewView } from './views.ts';

type ViewDialogProps = {
  list: ListDescription;
  /** The view that is changed; undefined: one is saved. */
  view: SavedView | undefined;
  query: string;
  /** Told the id of the view; null when it is deleted. */
  onDone: (viewId: string | null) => Promise<void>;
  onClose: () => void;
};

/** Gives a view its name, and says whether colleagues see it. */
export function ViewDialog({ list, view, query, onDone, onClose }: ViewDialogProps) {
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [isDeleting, setIsDeleting] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [judged, setJudged] = useState(false);
  const isEmpty = name.trim() === '';

  async function submit(event: FormEvent) {
    event.preventDefault();
    setJudged(true);
    if (isEmpty || busy) return;
    setBusy(true);
    const content = { name: name.trim(), query, shared };
    let id = view?.view_id ?? '';
    const found = view
      ? await saveChangedView(id, content)
      : await saveNewView(list.name, content, (made) => {
          id = made;
        });
    setFault(found);
    if (found === undefined) await onDone(id);
    setBusy(false);
  }

  return (
    <Dialog title={view ? 'Saved view' : 'Save this view'} busy={busy} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field
          label="Name"
          name="name"
          value={name}
          onChange={(text) => setName(text.slice(0, viewNameMaximum))}
          error={judged && isEmpty ? 'Give it a name.' : undefined}
        />
        <label className="flex min-h-10 items-center gap-2.5 text-sm">
          <input type="checkbox" checked={shared} onChange={({ target }) => setShared(target.checked)} />
          Share it with all staff who see {list.many}
        </label>
        <p role="alert" className="text-sm text-danger empty:hidden">
          {fault}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          {view &&
            (isDeleting ? (
              <ActionButton
                className="btn btn-danger"
                action={async () => {
                  const found = await removeView(view.view_id);
                  if (found === undefined) await onDone(null);
                  return found;
                }}
              >
                Delete{view.shared ? ' for all' : ''}
              </ActionButton>
            ) : (
              <button type="button" className="btn btn-ghost mr-auto" onClick={() => setIsDeleting(true)}>
                Delete …
              </button>
            ))}
          <button type="button" className="btn btn-line" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn btn-primary" aria-disabled={busy || undefined}>
            Save view
          </button>
        </div>
      </form>
    </Dialog>
  );
}
