// Search suggestions while one types; loaded when the search is opened.

import { Check, History, ListFilter, Search } from 'lucide-react';
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { smallPicture } from '#contract/catalogue/picture.ts';
import type { Suggestions } from '#contract/catalogue/search.ts';
import { libraryPath } from '#contract/goods/library/library.ts';
import { t } from '#language/message.ts';
import { useListbox } from '#ui/form/use-listbox.ts';
import { useOwned } from '../../goods/owned/use-owned.ts';
import { keywordPath } from '../paths.ts';
import { ProductPrice } from '../product/product-price.tsx';
import { stockOfSummary, summaryPath } from '../product/summary-facts.tsx';
import { categoryLinks } from '../product-list/category-links.ts';
import { earlierSearches, forgetSearches, rememberSearch } from './earlier-searches.ts';
import { type SuggestionState, useSuggestions } from './use-suggestions.ts';

type SearchSuggestionsProps = {
  keyword: string;
  input: RefObject<HTMLInputElement | null>;
  /** Props that the field needs to lead through the list. */
  onCombobox: (props: ComponentProps<'input'>) => void;
};

type Option = { href: string; content: ReactNode };
type Group = { label: string; options: Option[] };

/** Products, categories and filters that fit what is being typed; before that, the searches from before. */
export function SearchSuggestions({ keyword, input, onCombobox }: SearchSuggestionsProps) {
  const state = useSuggestions(keyword);
  const [earlier, setEarlier] = useState(earlierSearches);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  useRememberedSearches(input, setEarlier);

  const wanted = keyword.trim();
  const found = wanted !== '' && state.is === 'there' ? state : null;
  const owned = useOwned(found?.suggestions.products.map((product) => product.product_id) ?? []);
  const groups = wanted === '' ? earlierGroup(earlier) : found ? groupsOf(found.suggestions, found.query, owned) : [];
  const version = groups.flatMap((group) => group.options.map((option) => option.href)).join(' ');
  const active = useListbox(list, { version, onCombobox });

  return (
    <div className="mt-6">
      <p role="status" className="min-h-6 text-sm text-ink-2">
        {wanted !== '' && statusText(state)}
      </p>
      <div ref={list} id={id} role="listbox" aria-label={t('Suggestions')}>
        {groups.map((group, index) => (
          <OptionGroup key={group.label} group={group} id={`${id}-${index}`} active={active} />
        ))}
      </div>
      {wanted === '' && earlier.length > 0 && (
        <button
          type="button"
          className="btn btn-line btn-sm mt-3"
          onClick={() => {
            forgetSearches();
            setEarlier([]);
            input.current?.focus();
          }}
        >
          {t('Forget earlier searches')}
        </button>
      )}
    </div>
  );
}

/** Whatever is searched for by this field is an earlier search from then on. */
function useRememberedSearches(input: RefObject<HTMLInputElement | null>, onChange: (earlier: string[]) => void) {
  useEffect(() => {
    const form = input.current?.form;
    function remember() {
      const wanted = input.current?.value.trim();
      if (!wanted) return;
      rememberSearch(wanted);
      onChange(earlierSearches());
    }
    form?.addEventListener('submit', remember);
    return () => form?.removeEventListener('submit', remember);
  }, [input, onChange]);
}

function statusText(state: SuggestionState): string {
  if (state.is === 'loading') return t('Searching…');
  if (state.is === 'failed') return t('The suggestions could not be loaded. Enter searches all the same.');
  if (state.is === 'idle') return '';
  const { products, searched_for } = state.suggestions;
  if (products.length === 0)
    return t("Nothing fits ''{value}'' yet. Try a shorter or differently spelled word.", { value: state.query.trim() });
  return searched_for === null ? '' : t('Showing results for "{searched_for}"', { searched_for });
}

function earlierGroup(earlier: readonly string[]): Group[] {
  if (earlier.length === 0) return [];
  const options = earlier.map((keyword) => ({
    href: keywordPath(keyword),
    content: <Line icon={<History size={18} aria-hidden />} text={keyword} />,
  }));
  return [{ label: t('Earlier searches'), options }];
}

function groupsOf(
  { products, categories, filters }: Suggestions,
  query: string,
  owned: ReadonlyMap<string, string | null>,
): Group[] {
  const keyword = query.trim();
  const all = keywordPath(keyword);
  const groups: Group[] = [
    {
      label: t('Products'),
      options: products.map((product) => ({
        href: summaryPath(product),
        content: (
          <>
            <img
              src={smallPicture(product.product_img)}
              alt=""
              width="64"
              height="48"
              className="h-12 w-16 rounded-md object-cover"
            />
            <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4">
              <span className="min-w-0 flex-[1_1_11rem]">
                <span className="line-clamp-2 font-[560]">
                  <bdi>{product.product_name}</bdi>
                </span>
                {product.stock !== null && <span className="num block text-xs">{stockOfSummary(product)}</span>}
              </span>
              <ProductPrice product={product} compact />
            </span>
          </>
        ),
      })),
    },
    {
      label: t('In your library'),
      options: products.flatMap(({ product_id: id, product_name: name }) => {
        const entitlement = owned.get(id);
        return entitlement
          ? [{ href: libraryPath(entitlement), content: <Line icon={<Check size={18} aria-hidden />} text={name} /> }]
          : [];
      }),
    },
    {
      label: t('Filters'),
      options: filters.map(({ label, address }) => ({
        href: address,
        content: <Line icon={<ListFilter size={18} aria-hidden />} text={label} />,
      })),
    },
    {
      label: t('Categories'),
      options: categoryLinks
        .filter(({ category }) => categories.includes(category))
        .sort((a, b) => categories.indexOf(a.category) - categories.indexOf(b.category))
        .map(({ category, label }) => ({
          href: `${all}${all.includes('?') ? '&' : '?'}category=${category}`,
          content: <Line icon={<Search size={18} aria-hidden />} text={keyword} place={t(label)} />,
        })),
    },
    {
      label: t('Everything'),
      options:
        products.length === 0
          ? []
          : [{ href: all, content: <span className="font-[560]">{t('See all results')}</span> }],
    },
  ];
  return groups.filter((group) => group.options.length > 0);
}

function Line({ icon, text, place }: { icon: ReactNode; text: string; place?: string }) {
  return (
    <>
      {icon}
      <span className="min-w-0 truncate">
        <bdi>{text}</bdi>
        {place && <span className="text-ink-2"> {t('in {place}', { place })}</span>}
      </span>
    </>
  );
}

function OptionGroup({ group, id, active }: { group: Group; id: string; active: string | null }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is none of a listbox
    <div role="group" aria-labelledby={id} className="mt-4">
      <p id={id} className="eyebrow px-3 pb-1">
        {group.label}
      </p>
      {group.options.map(({ href, content }, index) => (
        <a
          key={href}
          id={`${id}-${index}`}
          href={href}
          role="option"
          aria-selected={active === `${id}-${index}`}
          tabIndex={-1}
          onClick={(event) => event.currentTarget.closest('dialog')?.close()}
          className="flex min-h-11 items-center gap-4 rounded-lg px-3 py-2 hover:bg-sunken aria-selected:bg-sunken aria-selected:outline-2"
        >
          {content}
        </a>
      ))}
    </div>
  );
}
