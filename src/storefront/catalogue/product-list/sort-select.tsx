import { type FormEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { ListMode } from '#contract/catalogue/product/list-mode.ts';
import type { ProductQuery } from '#contract/catalogue/product/product-query.ts';
import { type ProductSort, sortsOf } from '#contract/catalogue/product/product-sort.ts';
import { type Message, msg, t } from '#language/message.ts';
import { formAddress } from '#ui/form/form-address.ts';
import { useEarlyChanges } from '#ui/form/use-early-changes.ts';
import { useFormSync } from '#ui/form/use-form-sync.ts';
import { HiddenFilters } from './filter/hidden-filters.tsx';

const names: Record<ProductSort, Message> = {
  featured: msg('Featured'),
  newest: msg('Newest'),
  price_asc: msg('Price, low to high'),
  price_desc: msg('Price, high to low'),
  name: msg('Name'),
  gb_hour_asc: msg('Price of a GB-hour'),
  memory_desc: msg('GPU memory, most first'),
};

type SortSelectProps = { path: string; query: ProductQuery; mode: ListMode };

export function SortSelect({ path, query, mode }: SortSelectProps) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  useEarlyChanges(form, apply);
  useFormSync(form, query.sort, () => [query.sort]);

  function apply() {
    if (!form.current) return;
    const address = formAddress(new FormData(form.current), { sort: 'featured' });
    navigate(`${path}?${address}`, { preventScrollReset: true });
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    apply();
  }

  return (
    <form ref={form} method="get" action={path} onSubmit={onSubmit} className="list-sort">
      <HiddenFilters query={query} mode={mode} except="sort" />
      <label className="flex min-w-0 flex-1 items-center gap-2 text-sm text-ink-3">
        <span className="flex-none max-md:sr-only">{t('Sort by')}</span>
        <select
          name="sort"
          defaultValue={query.sort}
          onChange={apply}
          className="field pr-8 text-sm! text-ink md:w-auto!"
        >
          {sortsOf(query.category).map((sort) => (
            <option key={sort} value={sort}>
              {t(names[sort])}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="btn btn-line without-script">
        {t('Sort')}
      </button>
    </form>
  );
}
