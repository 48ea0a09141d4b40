import { ArrowLeft, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { t } from '#language/message.ts';
import { focusFault } from '#ui/form/focus-fault.ts';
import { rich } from '#ui/rich.ts';
import { ListingBadge } from '../listing/listing-badge.tsx';
import { listingsPath, sellerOf } from '../listing/listings-address.ts';
import type { SaveState } from './draft-store.ts';
import type { Draft } from './use-draft.ts';

type EditorBarProps = { draft: Draft; search: string; missing: number };

/** Always in sight: which product it is, whether it is saved, and the way to submit it. */
export function EditorBar({ draft, search, missing }: EditorBarProps) {
  const { listing, content, save } = draft;
  return (
    <div className="sticky top-[var(--header)] z-20 -mx-4 mb-6 flex flex-wrap items-center gap-x-3 gap-y-2 border-b bg-canvas px-4 py-2.5 md:mx-0 md:px-0">
      <a
        href={listingsPath + sellerOf(search)}
        className="icon-btn !size-9 pointer-coarse:!size-10"
        aria-label={t('Back to Products Management')}
      >
        <ArrowLeft size={18} aria-hidden />
      </a>
      <div className="min-w-0 flex-1">
        <p className="truncate font-[560]">
          <bdi>{content.product_name || t('Without a name')}</bdi>
        </p>
        <p className="flex flex-wrap gap-x-2 text-xs text-ink-3">
          <ListingBadge state={listing.state} />
          <SaveStatus save={save} />
        </p>
      </div>
      <a href="#preview" className="btn btn-line btn-sm min-[75rem]:hidden">
        {t('Preview')}
      </a>
      <Submit draft={draft} missing={missing} />
    </div>
  );
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

function SaveStatus({ save }: { save: SaveState }) {
  return (
    <span role="status" className={`num ${save.kind === 'failed' || save.kind === 'conflict' ? 'text-danger' : ''}`}>
      {saveText(save)}
    </span>
  );
}

function saveText(save: SaveState): string {
  switch (save.kind) {
    case 'saved':
      return save.at ? t('Saved {at}', { at: clock.format(save.at) }) : t('Nothing to save');
    case 'unsaved':
      return t('Not saved yet');
    case 'saving':
      return t('Saving …');
    case 'failed':
      return save.isTriedAgain ? t('Not saved: it is tried again by itself') : t('Not saved');
    case 'conflict':
      return t('Not saved: somebody else has changed it');
  }
}

function Submit({ draft, missing }: { draft: Draft; missing: number }) {
  const { listing, act, save } = draft;
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const isWritten = save.kind === 'unsaved' || save.kind === 'saving';
  const canSubmit = listing.actions.includes('submit');
  if (!canSubmit && !isWritten) return null;

  async function submit() {
    if (busy) return;
    if (missing > 0) return document.getElementById('missing')?.querySelector('a')?.focus();
    if (focusFault(document.getElementById('editor'))) return setFault(t('Mend what is marked first.'));
    setBusy(true);
    setFault(undefined);
    setFault(await act('submit'));
    setBusy(false);
  }

  return (
    <div className="grid justify-items-end gap-1">
      <button
        type="button"
        className="btn btn-primary btn-sm aria-disabled:!bg-sunken aria-disabled:!text-ink-3 aria-disabled:!shadow-none"
        aria-disabled={missing > 0 || busy || undefined}
        aria-describedby={missing > 0 ? 'missing-title' : undefined}
        onClick={submit}
      >
        {busy && <LoaderCircle size={16} aria-hidden className="spinner" />}
        <span>
          {rich('Submit<span> for approval</span>', {
            span: (words) => <span className="max-sm:sr-only">{words}</span>,
          })}
        </span>
      </button>
      <p role="alert" className="max-w-xs text-xs text-danger empty:hidden">
        {fault}
      </p>
    </div>
  );
}
