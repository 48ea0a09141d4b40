import { X } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ProductSummary } from '#contract/product.ts';
import { keywordPath, productPath } from '../../catalogue/paths.ts';
import { useSuggestions } from '../../catalogue/use-suggestions.ts';
import { ProductPrice } from '../product/product-price.tsx';

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
  const suggestions = useSuggestions(keyword);

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
            Search the catalogue
          </h2>
          <form method="dialog">
            <button type="submit" aria-label="Close" className="icon-btn">
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
            aria-label="Keyword"
            placeholder="H100, speech"
            value={keyword}
            onChange={(event) => setKeyword(event.target.value)}
            className="w-full bg-transparent py-3 text-[clamp(1.5rem,.5rem+5vw,3.75rem)] font-[520] tracking-[-.035em] outline-none placeholder:text-ink-2"
          />
          <button type="submit" className="btn btn-primary" aria-label="Search for the keyword">
            Search
          </button>
        </form>
        <Suggestions products={suggestions} onChoose={() => dialog()?.close()} />
      </div>
    </dialog>
  );
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

function Suggestions({ products, onChoose }: { products: ProductSummary[]; onChoose: () => void }) {
  if (products.length === 0) return null;
  return (
    <ul className="mt-6" aria-label="Suggestions">
      {products.map((product) => (
        <li key={product.product_id}>
          <a
            href={productPath(product.product_id)}
            onClick={onChoose}
            className="flex items-center gap-4 rounded-lg p-3 hover:bg-sunken"
          >
            <img
              src={product.product_img}
              alt=""
              width="64"
              height="48"
              className="h-12 w-16 rounded-md object-cover"
            />
            <span className="min-w-0 flex-1 truncate font-[560]">
              <bdi>{product.product_name}</bdi>
            </span>
            <ProductPrice product={product} compact />
          </a>
        </li>
      ))}
    </ul>
  );
}
