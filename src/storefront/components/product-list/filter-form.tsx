import { type FormEvent, type ReactNode, useId, useRef } from 'react';
import { Form, useSubmit } from 'react-router';
import { type Category, categories, type ProductCounts } from '#contract/product.ts';
import { type ProductQuery, priceRange, readProductQuery } from '#contract/product-query.ts';
import { formAddress } from '#ui/form-address.ts';
import { useFormSync } from '#ui/use-form-sync.ts';
import { categoryLinks } from '../../catalogue/category-links.ts';
import type { ListMode } from '../../catalogue/list-mode.ts';
import { HiddenFilters } from './hidden-filters.tsx';

type FilterFormProps = { path: string; mode: ListMode; query: ProductQuery; counts: ProductCounts };

/** The filters of a list, as a plain GET form: every choice is an address. */
export function FilterForm({ path, mode, query, counts }: FilterFormProps) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  useFormSync(form, {
    category: query.category,
    keyword: query.keyword,
    min_price: query.minPrice?.toString() ?? '',
    max_price: query.maxPrice?.toString() ?? '',
    on_sale: String(query.onSale),
    in_stock: String(query.inStock),
  });

  function apply() {
    if (form.current)
      submit(formAddress(form.current, { category: 'all' }), { action: path, method: 'get', preventScrollReset: true });
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    apply();
    if (!form.current) return;
    // What is wrong with the prices is said in the form. The sheet of a phone goes when it is done with.
    if (!ignoresPrices(readProductQuery(formAddress(form.current, {}))))
      form.current.closest<HTMLElement>('[popover]')?.hidePopover?.();
  }

  return (
    <Form ref={form} method="get" action={path} onSubmit={onSubmit}>
      <HiddenFilters query={query} mode={mode} except="filters" />
      {'keyword' in mode ? (
        <CategoryFilter category={query.category} counts={counts} onChange={apply} />
      ) : (
        <KeywordFilter keyword={query.keyword} />
      )}
      <PriceFields query={query} onClear={apply} />
      <Group title="Show only">
        <Tick name="on_sale" label="On sale" checked={query.onSale} onChange={apply} />
        <Tick name="in_stock" label="In stock" checked={query.inStock} onChange={apply} />
      </Group>
      <button type="submit" className="btn btn-line w-full">
        Apply filters
      </button>
    </Form>
  );
}

type CategoryFilterProps = { category: Category; counts: ProductCounts; onChange: () => void };

function CategoryFilter({ category: chosen, counts, onChange }: CategoryFilterProps) {
  return (
    <Group title="Category">
      <select
        name="category"
        aria-label="Category"
        defaultValue={chosen}
        onChange={onChange}
        className="field text-sm!"
      >
        {categories.map((category) => (
          <option key={category} value={category}>
            {`${category === 'all' ? 'All Products' : categoryLinks.find((link) => link.category === category)?.label} (${counts[category]})`}
          </option>
        ))}
      </select>
    </Group>
  );
}

function KeywordFilter({ keyword }: { keyword: string }) {
  return (
    <Group title="Keyword">
      <input
        name="keyword"
        type="search"
        aria-label="Keyword filter"
        placeholder="Part of the name"
        defaultValue={keyword}
        className="field text-sm!"
      />
    </Group>
  );
}

/** Whether prices are given that make no range. */
function ignoresPrices(query: ProductQuery): boolean {
  return (query.minPrice !== null || query.maxPrice !== null) && priceRange(query) === null;
}

function PriceFields({ query, onClear }: { query: ProductQuery; onClear: () => void }) {
  const fields = useRef<HTMLDivElement>(null);
  const hint = useId();
  const asked = query.minPrice !== null || query.maxPrice !== null;
  const ignored = ignoresPrices(query);

  function clear() {
    for (const input of fields.current?.querySelectorAll('input') ?? []) input.value = '';
    onClear();
  }

  return (
    <Group title="Price range">
      <div ref={fields} className="grid grid-cols-[1fr_auto_1fr] items-center gap-2">
        <PriceInput name="min_price" label="Minimum price" value={query.minPrice} invalid={ignored} hint={hint} />
        <span className="text-ink-3">to</span>
        <PriceInput name="max_price" label="Maximum price" value={query.maxPrice} invalid={ignored} hint={hint} />
      </div>
      <p
        id={hint}
        className={`mt-2 text-xs ${ignored ? 'text-danger' : 'text-ink-3'}`}
        role={ignored ? 'status' : undefined}
      >
        {ignored
          ? 'Not applied: give both prices, from 0 up, the smaller one first.'
          : 'In dollars; counts the sale price when on sale.'}
      </p>
      <button type="button" onClick={clear} disabled={!asked} className="btn btn-ghost btn-sm -ml-2 mt-1 needs-script">
        Clear price filter
      </button>
    </Group>
  );
}

type PriceInputProps = { name: string; label: string; value: number | null; invalid: boolean; hint: string };

function PriceInput({ name, label, value, invalid, hint }: PriceInputProps) {
  return (
    <input
      name={name}
      type="number"
      step="any"
      inputMode="decimal"
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={hint}
      placeholder={name === 'min_price' ? '0' : '100'}
      defaultValue={value ?? ''}
      className="field num px-2.5! text-sm!"
    />
  );
}

function Tick(props: { name: string; label: string; checked: boolean; onChange: () => void }) {
  return (
    <label className="flex min-h-10 cursor-pointer items-center gap-3 text-sm text-ink-2 hover:text-ink">
      <input
        type="checkbox"
        name={props.name}
        value="true"
        defaultChecked={props.checked}
        onChange={props.onChange}
        className="tick"
      />
      {props.label}
    </label>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="border-t py-5 first:border-0 first:pt-0 md:first:border-t md:first:pt-5">
      <legend className="float-left mb-2 w-full text-sm font-[580]">{title}</legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}
