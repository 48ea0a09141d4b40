import { X } from 'lucide-react';
import { type ComponentProps, type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { t } from '#language/message.ts';
import { keywordPath } from '../paths.ts';

const DIALOG_ID = 'search';

function dialog(): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>(`#${DIALOG_ID}`);
}

/** Opens the search; a word from before is marked, so that typing replaces it. */
export function openSearch() {
  const search = dialog();
  if (!search || search.open) return;
  search.showModal();
  search.querySelector('input')?.select();
}

/**
 * The full-screen keyword modal. A native dialog: the browser keeps the focus inside, closes it on Escape and gives
 * the focus back; the top bar's button opens it by `commandfor`, and the form works, without scripts too.
 */
export function SearchDialog() {
  const navigate = useNavigate();
  const [keyword, setKeyword] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const heading = useId();
  const [combobox, setCombobox] = useState<ComponentProps<'input'>>({});
  const { Suggestions, load } = useSuggestions(input);

  useCloseOnNavigation();
  useShortcut();

  function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = (input.current?.value ?? '').trim();
    if (!wanted) return;
    dialog()?.close();
    navigate(keywordPath(wanted));
  }

  return (
    <dialog id={DIALOG_ID} className="search-dialog" aria-labelledby={heading}>
      <div className="wrap max-w-[860px]! pb-10 pt-[14vh]">
        <div className="flex items-center justify-between">
          <h2 id={heading} className="eyebrow text-ink">
            {t('Search the catalogue')}
          </h2>
          <form method="dialog">
            <button type="submit" aria-label={t('Close')} className="icon-btn">
              <X size={22} strokeWidth={1.6} aria-hidden />
            </button>
          </form>
        </div>
        <form
          method="get"
          action="/products/keyword"
          onSubmit={submit}
          className="flex items-center border-b border-ink"
        >
          <input
            ref={input}
            name="keyword"
            type="search"
            autoFocus
            autoComplete="off"
            enterKeyHint="search"
            aria-label={t('Keyword')}
            placeholder={t('H100, speech')}
            value={keyword}
            onChange={(event) => setKeyword(event.target.value)}
            onFocus={load}
            {...combobox}
            className="w-full bg-transparent py-3 text-[clamp(1.5rem,.5rem+5vw,3.75rem)] font-[520] tracking-[-.035em] outline-none placeholder:text-ink-2"
          />
          <button type="submit" className="btn btn-primary" aria-label={t('Search for the keyword')}>
            {t('Search')}
          </button>
        </form>
        {Suggestions && <Suggestions keyword={keyword} input={input} onCombobox={setCombobox} />}
      </div>
    </dialog>
  );
}

type Suggestions = typeof import('./search-suggestions.tsx').SearchSuggestions;

/** The list of suggestions, which comes when the search is opened: without it the field searches all the same. */
function useSuggestions(input: RefObject<HTMLInputElement | null>) {
  const [Suggestions, setSuggestions] = useState<Suggestions | null>(null);
  const [isOpened, setOpened] = useState(false);

  // It may have been opened before the page was hydrated.
  useEffect(() => setOpened(input.current === document.activeElement), [input]);
  useEffect(() => {
    if (!isOpened) return;
    import('./search-suggestions.tsx').then(
      (module) => setSuggestions(() => module.SearchSuggestions),
      () => setOpened(false),
    );
  }, [isOpened]);

  return { Suggestions, load: () => setOpened(true) };
}

/** Every navigation closes the search, the back button's too; not the first drawing, before which it may have been opened. */
function useCloseOnNavigation() {
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    if (openedAt.current !== key) dialog()?.close();
    openedAt.current = key;
  }, [key]);
}

/** '/' and Ctrl-K open the search. */
function useShortcut() {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const typing = (event.target as HTMLElement).closest('input, textarea, select, [contenteditable]');
      const shortcut = (event.key === '/' && !typing) || (event.key === 'k' && (event.metaKey || event.ctrlKey));
      if (!shortcut || event.altKey) return;
      event.preventDefault();
      openSearch();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
