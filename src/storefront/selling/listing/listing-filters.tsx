import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ListingList } from '#contract/selling/listing/listing.ts';
import type { ListingState } from '#contract/selling/listing/listing-labels.ts';
import { type Message, msg, t } from '#language/message.ts';
import { type ListingsAsked, listingsAddress } from './listings-address.ts';

type Counts = ListingList['counts'];

/** In the order of a product's life; the rarer ones are there when something is in them. */
const chips: Array<{ state: ListingState | null; label: Message; always?: true }> = [
  { state: null, label: msg('All'), always: true },
  { state: 'on_sale', label: msg('On sale'), always: true },
  { state: 'changes_waiting', label: msg('Change waits') },
  { state: 'waiting', label: msg('Waiting'), always: true },
  { state: 'returned', label: msg('Returned'), always: true },
  { state: 'draft', label: msg('Drafts'), always: true },
  { state: 'paused', label: msg('Paused'), always: true },
  { state: 'hidden', label: msg('Hidden') },
  { state: 'archived', label: msg('Archived'), always: true },
];

type FiltersProps = { asked: ListingsAsked; search: string; counts: Counts | undefined; countedUpTo: number };

/** Which products are listed: by state, and by a part of their name or their id. */
export function ListingFilters({ asked, search, counts, countedUpTo }: FiltersProps) {
  const countOf = (state: ListingState | null) => counts?.[state ?? 'all'];
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
      <ul
        aria-label={t('State')}
        className="-mx-4 flex max-w-[100vw] gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0"
      >
        {chips
          .filter(({ state, always }) => always || asked.state === state || (countOf(state) ?? 0) > 0)
          .map(({ state, label }) => {
            const count = countOf(state);
            return (
              <li key={state} className="flex-none">
                <a
                  href={listingsAddress(search, { state })}
                  className="chip"
                  aria-current={asked.state === state || undefined}
                  data-keep-scroll
                >
                  {t(label)}
                  {count !== undefined && (
                    <span className="num text-ink-3">
                      {count >= countedUpTo ? `${countedUpTo.toLocaleString('en-US')}+` : count}
                    </span>
                  )}
                </a>
              </li>
            );
          })}
      </ul>
      <FindProduct key={asked.q} asked={asked} search={search} />
    </div>
  );
}

const TYPING_MS = 400;

function FindProduct({ asked, search }: Pick<FiltersProps, 'asked' | 'search'>) {
  const id = useId();
  const navigate = useNavigate();
  const [text, setText] = useState(asked.q);
  const field = useRef<HTMLInputElement>(null);
  const wanted = text.trim();

  useEffect(() => {
    if (wanted === asked.q) return;
    const timer = setTimeout(() => find(wanted), TYPING_MS);
    return () => clearTimeout(timer);
  });

  // Results create this field anew: sellers who are typing go on.
  useEffect(() => {
    if (!typing) return;
    typing = false;
    field.current?.focus();
  }, []);

  function find(q: string) {
    typing = document.activeElement === field.current;
    navigate(listingsAddress(search, { q }), { replace: true, preventScrollReset: true });
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (wanted !== asked.q) find(wanted);
  }

  return (
    <search className="w-full sm:w-60">
      <form onSubmit={onSubmit} className="relative">
        <label htmlFor={id} className="sr-only">
          {t('Find a product')}
        </label>
        <Search
          size={16}
          aria-hidden
          className="pointer-events-none absolute left-3 top-1/2 -translate-y-1/2 text-ink-3"
        />
        <input
          ref={field}
          id={id}
          type="search"
          className="field !min-h-9 !py-1 !pl-9 !text-sm pointer-coarse:!min-h-10"
          placeholder={t('Name or id')}
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </search>
  );
}

let typing = false;
