import { LoaderCircle } from 'lucide-react';
import { productFieldLabels } from '#contract/catalogue/product/product-fields.ts';
import { focusFault } from '#ui/form/focus-fault.ts';
import { UnsavedGuard } from '../../frame/unsaved-guard.tsx';
import type { ProductDraft } from './use-product-draft.ts';

/** Always in sight while something is written: what is not saved, and the way to save it or to give it up. */
export function SaveBar({ draft, form }: { draft: ProductDraft; form: React.RefObject<HTMLElement | null> }) {
  const { dirty, busy, fault } = draft;
  const isDirty = dirty.length > 0;
  function save() {
    // A field without a valid amount has kept the one before, which would be saved in its place.
    if (!focusFault(form.current)) void draft.save();
  }

  return (
    <>
      {isDirty && (
        <section
          aria-label="Changes that are not saved"
          className="sticky bottom-0 z-20 -mx-4 grid gap-2 border-t bg-raised px-4 py-3 shadow-3 md:mx-0 md:rounded-t-lg md:border-x"
        >
          <p role="alert" className="text-sm text-danger empty:hidden">
            {fault}
          </p>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 text-sm">
              <span className="font-[560]">Not saved:</span> {dirty.map((name) => productFieldLabels[name]).join(', ')}
            </p>
            <div className="flex gap-2">
              <button type="button" className="btn btn-line btn-sm" onClick={() => !busy && draft.discard()}>
                Discard
              </button>
              <button
                type="button"
                className="btn btn-primary btn-sm aria-disabled:cursor-progress"
                aria-disabled={busy || undefined}
                onClick={save}
              >
                {busy && <LoaderCircle size={16} aria-hidden className="spinner" />}
                Save
              </button>
            </div>
          </div>
        </section>
      )}
      <p
        role="status"
        className="sticky bottom-0 z-20 -mx-4 border-t bg-raised px-4 py-3 text-sm text-success empty:hidden md:mx-0 md:rounded-t-lg md:border-x"
      >
        {draft.isSaved && 'Saved. Visitors see it now, if it is on sale.'}
      </p>
      <UnsavedGuard isDirty={isDirty}>
        <p>What you have written is not saved: {dirty.map((name) => productFieldLabels[name]).join(', ')}.</p>
      </UnsavedGuard>
    </>
  );
}
