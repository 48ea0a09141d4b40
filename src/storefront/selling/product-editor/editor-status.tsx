import { History } from 'lucide-react';
import { useState } from 'react';
import type { ProductFault } from '#contract/catalogue/product/product-fault.schema.ts';
import { t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { historyPath } from '../listing/listings-address.ts';
import type { Draft } from './use-draft.ts';

/** Tasks before it can be submitted: each leads to its field. */
export function MissingList({ missing }: { missing: readonly ProductFault[] }) {
  if (missing.length === 0) return null;
  return (
    <section id="missing" aria-labelledby="missing-title" className="card border-l-4 !border-l-warning p-4">
      <h2 id="missing-title" className="text-base">
        {missing.length === 1
          ? t('One thing before you can submit')
          : t('{length} things before you can submit', { length: missing.length })}
      </h2>
      <ol className="mt-2 grid list-inside list-decimal gap-1 text-sm">
        {missing.map(({ field, message }) => (
          <li key={field + message}>
            <a
              href={`#field-${field}`}
              className="text-link"
              onClick={(event) => {
                event.preventDefault();
                goToField(field);
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A field that stands for several leads to the first of them that is empty. */
function goToField(field: string) {
  const place = document.querySelector(`#editor [data-field="${CSS.escape(field)}"]`);
  const controls = [...(place?.querySelectorAll<HTMLElement>('input, textarea, select, button') ?? [])];
  const empty = controls.find((control) => isUnanswered(control));
  const target = empty ?? controls[0];
  target?.focus({ preventScroll: true });
  (target ?? place)?.scrollIntoView({ block: 'center' });
}

function isUnanswered(control: HTMLElement): boolean {
  if (control.getAttribute('aria-invalid') === 'true') return true;
  if (control instanceof HTMLInputElement && control.type === 'radio')
    return !control.closest('fieldset')?.querySelector(':checked');
  return 'value' in control && control.value === '' && !(control instanceof HTMLButtonElement);
}

/** Conflict with a draft that a colleague has saved meanwhile: nothing is overwritten before somebody says so. */
export function Conflict({ draft: { save, keepMine, takeTheirs } }: { draft: Draft }) {
  if (save.kind !== 'conflict') return null;
  return (
    <section role="alert" className="card grid gap-3 border-l-4 !border-l-danger p-4">
      <h2 className="text-base">{t('Somebody else has changed this product')}</h2>
      <p className="text-sm text-ink-2">
        {t('It was saved by a colleague, or in another window, on')} <LocalTime instant={save.theirs.updated_at} />
        {t('. What you have written since is still here, and not saved.')}
      </p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-line btn-sm" onClick={takeTheirs}>
          {t('Take theirs, and lose mine')}
        </button>
        <button type="button" className="btn btn-primary btn-sm" onClick={keepMine}>
          {t('Save mine over theirs')}
        </button>
      </div>
    </section>
  );
}

/** Why it came back, is hidden, waits or could not be saved. */
export function StatusNotes({ draft: { listing, save } }: { draft: Draft }) {
  const isWaiting = listing.approval !== null;
  return (
    <>
      {save.kind === 'failed' && (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-sm text-danger">
          {t('{fault} What you have written is still here.', { fault: save.fault })}
        </p>
      )}
      {listing.draft_state === 'returned' && listing.reason && (
        <div role="note" className="card border-l-4 !border-l-danger p-4">
          <p className="text-sm font-[560]">{t('It was returned')}</p>
          <p className="mt-1 whitespace-pre-line">
            <bdi>{listing.reason}</bdi>
          </p>
          <p className="mt-2 text-sm text-ink-3">{t('Change what is asked for, and submit it again.')}</p>
        </div>
      )}
      {listing.hidden_reason !== null && (
        <div role="note" className="card border-l-4 !border-l-danger p-4">
          <p className="text-sm font-[560]">{t('The marketplace has hidden it')}</p>
          <p className="mt-1 whitespace-pre-line">
            <bdi>{listing.hidden_reason}</bdi>
          </p>
        </div>
      )}
      {isWaiting && listing.approval && (
        <p role="note" className="rounded-md bg-sunken px-4 py-3 text-sm">
          {t('It waits for a decision since')} <LocalTime instant={listing.approval.submitted_at} />.{' '}
          {listing.version !== null && t('Version {version} goes on selling. ', { version: listing.version })}
          {t('What you write now waits until you submit it in its place.')}
        </p>
      )}
    </>
  );
}

/** Other actions on the product as it is. */
export function Deeds({ draft, search }: { draft: Draft; search: string }) {
  const { listing, act, save } = draft;
  const [asks, setAsks] = useState<'discard' | 'archive' | null>(null);
  const can = (action: Draft['listing']['actions'][number]) => listing.actions.includes(action);
  const isNew = listing.version === null;
  const canDiscard = can('discard') || (can('delete') && isNew) || (!isNew && save.kind === 'unsaved');
  return (
    <section aria-labelledby="deeds" className="grid gap-3 border-t pt-6">
      <h2 id="deeds" className="text-lg">
        {t('This product')}
      </h2>
      <div className="flex flex-wrap items-start gap-3">
        {can('withdraw') && <ActionButton action={() => act('withdraw')}>{t('Withdraw')}</ActionButton>}
        {can('pause') && <ActionButton action={() => act('pause')}>{t('Pause')}</ActionButton>}
        {can('resume') && <ActionButton action={() => act('resume')}>{t('Resume')}</ActionButton>}
        {can('restore') && <ActionButton action={() => act('restore')}>{t('Restore from the archive')}</ActionButton>}
        {canDiscard && (
          <button
            type="button"
            className="btn btn-line btn-sm"
            aria-haspopup="dialog"
            onClick={() => setAsks('discard')}
          >
            {t('Discard draft')}
          </button>
        )}
        {can('archive') && (
          <button
            type="button"
            className="btn btn-line btn-sm"
            aria-haspopup="dialog"
            onClick={() => setAsks('archive')}
          >
            {t('Archive')}
          </button>
        )}
        {listing.versions > 0 && (
          <a className="btn btn-ghost btn-sm" href={historyPath(listing.product_id, search)}>
            <History size={15} aria-hidden />
            {t('History')}
          </a>
        )}
        {listing.path && (
          <a className="btn btn-ghost btn-sm" href={listing.path}>
            {t('See its page')}
          </a>
        )}
      </div>
      <p className="text-sm text-ink-3">
        {listing.path === null
          ? t('Buyers do not see it now.')
          : 'A paused product is not seen by buyers; what was sold stays sold.'}
      </p>
      {asks === 'discard' && (
        <ConfirmDialog
          tone="harm"
          title={t('Discard the draft?')}
          confirmLabel={t('Discard')}
          onConfirm={() => act('discard')}
          onClose={() => setAsks(null)}
        >
          <p>
            {isNew
              ? t('It was never approved: nothing of it is left. This cannot be undone.')
              : t('What you have written since the last approval is lost. What is on sale stays as it is.')}
          </p>
        </ConfirmDialog>
      )}
      {asks === 'archive' && (
        <ConfirmDialog
          tone="harm"
          title={t('Archive the product?')}
          confirmLabel={t('Archive')}
          onConfirm={() => act('archive')}
          onClose={() => setAsks(null)}
        >
          <p>{t('Buyers do not see it any more. It can be restored, and what was sold stays sold.')}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
