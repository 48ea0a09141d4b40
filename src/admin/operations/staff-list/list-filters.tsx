import { Plus, Search, X } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  type FilterValue,
  filterLabels,
  type ListAsked,
  searchMaximum,
} from '#contract/operations/staff-list/address.ts';
import type { ListDescription, ListFilter } from '#contract/operations/staff-list/description.ts';
import { localDate } from '#ui/local-date.ts';
import { useKeys } from '#ui/use-keys.ts';
import { FilterDialog } from './filter-dialog.tsx';

type ListFiltersProps = {
  list: ListDescription;
  asked: ListAsked;
  onChange: (change: Partial<ListAsked>) => void;
};

/** Search and filters of the list: a badge for each filter, which changes it or takes it away. */
export function ListFilters({ list, asked, onChange }: ListFiltersProps) {
  const [editing, setEditing] = useState<{ name: string | null } | null>(null);
  const without = (name: string) =>
    Object.fromEntries(Object.entries(asked.filters).filter(([known]) => known !== name));
  const isNarrowed = asked.q !== '' || Object.keys(asked.filters).length > 0;
  return (
    <div className="flex w-full flex-wrap items-center gap-2 md:w-auto">
      {list.search && (
        <ListSearch name={`Search ${list.many}`} hint={list.search} q={asked.q} onSearch={(q) => onChange({ q })} />
      )}
      <ul aria-label="Filters" className="contents">
        {Object.entries(asked.filters).map(([name, value]) => (
          <Badge
            key={name}
            filter={list.filters[name] as ListFilter}
            value={value}
            onEdit={() => setEditing({ name })}
            onRemove={() => onChange({ filters: without(name) })}
          />
        ))}
      </ul>
      <button
        type="button"
        className="btn btn-ghost btn-sm !min-h-10 md:!min-h-8"
        aria-haspopup="dialog"
        onClick={() => setEditing({ name: null })}
      >
        <Plus size={15} strokeWidth={1.8} aria-hidden />
        Filter
      </button>
      {isNarrowed && (
        <button
          type="button"
          className="btn btn-ghost btn-sm !min-h-10 md:!min-h-8"
          onClick={() => onChange({ q: '', filters: {} })}
        >
          Clear
        </button>
      )}
      {editing && (
        <FilterDialog
          list={list}
          name={editing.name}
          filters={asked.filters}
          onClose={() => setEditing(null)}
          onSet={(name, value) => {
            setEditing(null);
            onChange({ filters: { ...asked.filters, [name]: value } });
          }}
        />
      )}
    </div>
  );
}

const formatDay = (day: string) => localDate(new Date(`${day}T00:00`));

type BadgeProps = { filter: ListFilter; value: FilterValue; onEdit: () => void; onRemove: () => void };

function Badge({ filter, value, onEdit, onRemove }: BadgeProps) {
  const words = filterLabels(filter, value, formatDay);
  return (
    <li className="flex max-w-full items-stretch rounded-md border border-line-strong text-sm">
      <button
        type="button"
        aria-haspopup="dialog"
        className="min-h-10 min-w-0 truncate rounded-l-md px-2.5 text-left hover:bg-sunken md:min-h-8"
        onClick={onEdit}
      >
        <span className="text-ink-3">{filter.label}</span> <b className="font-[560]">{words}</b>
      </button>
      <button
        type="button"
        aria-label={`Remove filter: ${filter.label} ${words}`}
        className="grid w-10 flex-none place-items-center rounded-r-md border-l text-ink-3 hover:bg-sunken hover:text-ink md:w-8"
        onClick={onRemove}
      >
        <X size={14} strokeWidth={1.8} aria-hidden />
      </button>
    </li>
  );
}

const SEARCH_AFTER_MS = 500;

/** `/` leads to it from anywhere on the screen. */
function ListSearch({
  name,
  hint,
  q,
  onSearch,
}: {
  name: string;
  hint: string;
  q: string;
  onSearch: (text: string) => void;
}) {
  const [typed, setTyped] = useState(q);
  const field = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => field.current?.focus() });
  const sent = useRef(q);
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  // Another address, such as by the browser's Back, brings its own text.
  useEffect(() => {
    if (q !== sent.current) setTyped(q);
    sent.current = q;
  }, [q]);
  // Typed text is looked for when somebody stops typing.
  useEffect(() => {
    const text = typed.trim();
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      // Enter was faster: to look for it again would call somebody back who has opened a row meanwhile.
      if (text === sent.current) return;
      sent.current = text;
      latest.current(text);
    }, SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  function submit(event: FormEvent) {
    event.preventDefault();
    sent.current = typed.trim();
    onSearch(sent.current);
  }

  return (
    <form aria-label={name} onSubmit={submit} className="relative w-full md:w-72">
      <Search size={15} strokeWidth={1.8} aria-hidden className="absolute top-1/2 left-3 -translate-y-1/2 text-ink-3" />
      <input
        ref={field}
        type="search"
        aria-label={name}
        aria-keyshortcuts="/"
        placeholder={hint}
        className="field !min-h-10 w-full py-1 !pl-9 text-sm md:!min-h-8"
        value={typed}
        maxLength={searchMaximum}
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  );
}
