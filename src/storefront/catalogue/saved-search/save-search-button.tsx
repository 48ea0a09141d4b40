import { useStore } from '@nanostores/react';
import { Bookmark, BookmarkCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { readSearchAddress } from '#contract/catalogue/saved-search-address.ts';
import { t } from '#language/message.ts';
import { followSavedAddresses, savedAddresses } from './saved-addresses.ts';
import { saveSearch } from './saved-searches.ts';

/** Saves the search of an address with its alerts, and then leads to the saved searches. */
export function SaveSearchButton({ address: given }: { address: string }) {
  const address = readSearchAddress(given)?.address;
  const known = useStore(savedAddresses);
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle');
  const button = useRef<HTMLButtonElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  /** True for whoever comes back from the sign-in to save it. */
  const [isAsked] = useState(() => window.location.hash === '#save-search');
  useEffect(followSavedAddresses, []);
  useEffect(() => {
    if (isAsked) button.current?.focus();
  }, [isAsked]);
  useEffect(() => {
    if (state === 'saved') link.current?.focus();
  }, [state]);

  async function save() {
    if (!address || state === 'saving') return;
    setState('saving');
    const saved = await saveSearch({ address });
    setState(typeof saved === 'string' ? 'idle' : 'saved');
    if (typeof saved === 'string') return showAlert({ type: 'error', message: saved });
    showAlert({
      type: 'success',
      message: t('Search saved. We email you about new matches, at most once a day.'),
      link: { href: '/saved/searches', text: t('View saved') },
    });
  }

  if (!address)
    return (
      <p id="save-search" className="save-search text-sm text-ink-2">
        {t('This search is too long to be saved.')}
      </p>
    );
  if (state === 'saved' || known?.has(address))
    return (
      <a ref={link} href="/saved/searches" className="save-search text-link">
        <BookmarkCheck size={16} aria-hidden /> {t('Search saved')}
      </a>
    );
  return (
    <button
      ref={button}
      id="save-search"
      type="button"
      className={`save-search ${isAsked ? 'btn btn-primary btn-sm' : 'text-link'}`}
      aria-disabled={state === 'saving' || undefined}
      onClick={save}
    >
      <Bookmark size={16} aria-hidden /> {t('Save this search')}
    </button>
  );
}
