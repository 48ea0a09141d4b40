import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Category, categories, type Facet, type ProductList } from '#contract/catalogue/product/product.ts';
import { type Attribute, attributesOf } from '#contract/catalogue/product/product-attributes.ts';
import { attributeQueryNames } from '#contract/catalogue/product/product-filter.ts';
import { operatorShop, type ProductQuery, priceRange } from '#contract/catalogue/product/product-query.ts';
import { productPageNames } from '#contract/catalogue/product/read-product-query.ts';
import { t } from '#language/message.ts';
import { formAddress } from '#ui/form/form-address.ts';
import { useEarlyChanges } from '#ui/form/use-early-changes.ts';
import { useFormSync } from '#ui/form/use-form-sync.ts';
import { useShop } from '../../../shop/shop-context.ts';
import { categoryLinks } from '../category-links.ts';
import { categoryCount, countText } from '../count-text.ts';
import type { ListParts } from '../list-data.ts';
import { ChoiceFacet, chosenRadio, PlaceFacet, RadioFacet, RangeFacet } from './facets.tsx';
import { Group, Tick } from './filter-group.tsx';
import { HiddenFilters } from './hidden-filters.tsx';
import { filledPrices, fillPrices } from './price-fields.ts';

/**
 * The filters of a list, as a plain GET form: every choice is an address. With scripts each change is applied at once, without
 * them all are by the button.
 */
export function FilterForm(parts: ListParts) {
  const { path, mode, query, faults, list } = parts;
  const { store } = useShop();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { search } = useLocation();
  const asked = new URLSearchParams(search);
  /** Addresses on their way, the latest last: of two choices in quick succession the first may still come to be shown. */
  const sent = useRef<string[]>([]);
  const isOvertaken = () => sent.current.slice(0, -1).includes(search.slice(1));
  useEarlyChanges(form, apply);
  useFormSync(form, `${path}${search}`, (name, type) => shownValues(asked, parts, { name, type }), isOvertaken);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    if (!isOvertaken()) sent.current = [];
  }, [search]);

  function apply() {
    if (!form.current) return;
    const address = addressOf(form.current, query.category);
    // A field that is left by Enter says so twice.
    if ((sent.current.at(-1) ?? search.slice(1)) === address.toString()) return;
    sent.current.push(address.toString());
    navigate(`${path}?${address}`, { preventScrollReset: true });
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    apply();
  }

  // The browser's own event: React's comes with every letter.
  const latest = useRef(apply);
  latest.current = apply;
  useEffect(() => {
    const { current } = form;
    const onChange = ({ target }: Event) => {
      // The choice is the last word: nothing that was typed beside it counts any more.
      if (target instanceof HTMLInputElement && target.type === 'radio')
        for (const typed of current?.querySelectorAll<HTMLInputElement>(`[name="${target.name}"]:not([type=radio])`) ??
          [])
          typed.value = '';
      latest.current();
    };
    current?.addEventListener('change', onChange);
    return () => current?.removeEventListener('change', onChange);
  }, []);

  const facets = new Map((list.facets ?? []).map((facet) => [facet.name, facet]));
  const units = facets.get('price_unit');
  const shops = withOperator(facets.get('seller'), store.name);
  return (
    <form ref={form} method="get" action={path} onSubmit={onSubmit}>
      <HiddenFilters query={query} mode={mode} except="filters" />
      {'keyword' in mode ? (
        <CategoryFilter chosen={query.category} list={list} />
      ) : (
        <KeywordFilter keyword={query.keyword} />
      )}
      {faults.length > 0 && (
        <p role="status" className="mt-3 text-xs text-danger">
          {t('Not applied: {faults}.', { faults: faults.join('; ') })}
        </p>
      )}
      <PriceFields query={query} onClear={apply} />
      {query.category === 'computing' && <GpuPriceField asked={asked.get('max_gpu_price') ?? ''} />}
      <ChoiceFacet
        name="price_unit"
        facet={units && units.values.length > 1 ? units : undefined}
        label={t('Price per')}
        chosen={query.priceUnits}
      />
      {query.category !== 'all' &&
        attributesOf(query.category).map((attribute) => (
          <AttributeFacet key={attribute.name} attribute={attribute} facets={facets} parts={parts} asked={asked} />
        ))}
      <ChoiceFacet name="provider" facet={facets.get('provider')} label={t('Provider')} chosen={query.providers} />
      <ChoiceFacet name="allows" facet={facets.get('allows')} label={t('License allows')} chosen={query.allows} />
      <ChoiceFacet name="license" facet={facets.get('license')} label={t('License')} chosen={query.licenses} />
      <ChoiceFacet name="seller" facet={shops} label={t('Shop')} chosen={query.sellers} />
      <RadioFacet
        name="rating"
        facet={facets.get('rating')}
        title={t('Rating')}
        text={(stars) => t('{stars} stars and more', { stars })}
        chosen={query.rating === null ? '' : String(query.rating)}
      />
      <FlagFacets facets={facets} query={query} />
      <button type="submit" className="btn btn-line w-full without-script">
        {t('Apply filters')}
      </button>
    </form>
  );
}

const ofOneCategory = [...attributeQueryNames, 'max_gpu_price'];

/**
 * Query of the form, in the order of addresses: empty fields left out, and of one price the other filled in. Another category has
 * other attributes than the one that the form was drawn for.
 */
function addressOf(form: HTMLFormElement, category: Category): URLSearchParams {
  const given = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
  const whole = formAddress(fillPrices(given), { category: 'all' });
  const staysIn = (given.get('category') ?? category) === category;
  const names = productPageNames.filter((name) => staysIn || !ofOneCategory.includes(name));
  return new URLSearchParams(names.flatMap((name) => valuesSent(whole, name).map((value) => [name, value])));
}

/** Values of a field; an end of a range that is typed stands behind the one that is chosen, and counts. */
function valuesSent(whole: URLSearchParams, name: string): string[] {
  const values = whole.getAll(name);
  return /^(?:min|max)_/.test(name) ? values.slice(-1) : values;
}

/** Values that a field shows of the address: none for a price that was filled in. */
function shownValues(
  asked: URLSearchParams,
  { query, list: { facets = [] } }: Pick<ListParts, 'query' | 'list'>,
  { name, type }: { name: string; type: string },
): string[] {
  if (name === 'keyword') return [query.keyword];
  if (name === 'category') return [query.category];
  if (name === 'sort') return [query.sort];
  if (name === 'min_price' || name === 'max_price') return [priceShown(query, name)];
  const radio = chosenRadio(query, name);
  if (type === 'radio') return [radio ?? ''];
  // The field beside radios does not say again what they say.
  const hasRadio = radio !== null && facets.some((facet) => facet.name === name);
  return hasRadio ? [] : asked.getAll(name).filter(Boolean);
}

function priceShown(query: ProductQuery, name: 'min_price' | 'max_price'): string {
  const price = name === 'min_price' ? query.minPrice : query.maxPrice;
  return price === null || String(price) === filledPrices[name] ? '' : String(price);
}

type AttributeFacetProps = {
  attribute: Attribute;
  facets: ReadonlyMap<string, Facet>;
  parts: ListParts;
  asked: URLSearchParams;
};

function AttributeFacet({ attribute, facets, parts, asked }: AttributeFacetProps) {
  if (attribute.filter === 'range')
    return <RangeFacet attribute={attribute} facets={facets} parts={parts} asked={asked} />;
  const { name, label } = attribute;
  const filter = parts.query.attributes[name];
  const chosen = filter && 'values' in filter ? filter.values : [];
  if (attribute.isPlace) return <PlaceFacet name={name} facet={facets.get(name)} label={label} chosen={chosen} />;
  return (
    <ChoiceFacet
      name={name}
      facet={facets.get(name)}
      label={label}
      chosen={chosen}
      isTick={attribute.filter === 'tick'}
    />
  );
}

/** The operator's own products are named as the shop is. */
function withOperator(facet: Facet | undefined, name: string): Facet | undefined {
  if (!facet) return undefined;
  const values = facet.values.map((one) => (one.value === operatorShop ? { ...one, label: name } : one));
  return { ...facet, values };
}

/** Ticks of what some of the products are and others not. */
function FlagFacets({ facets, query }: { facets: ReadonlyMap<string, Facet>; query: ProductQuery }) {
  const flags = [
    { name: 'on_sale', label: t('On sale'), checked: query.onSale },
    { name: 'in_stock', label: t('In stock'), checked: query.inStock },
    { name: 'at_once', label: t('Delivered at once'), checked: query.atOnce },
  ].filter(({ name, checked }) => checked || facets.has(name));
  if (flags.length === 0) return null;
  return (
    <Group title={t('Show only')}>
      {flags.map(({ name, label, checked }) => {
        const facet = facets.get(name);
        const count = facet?.values[0] && countText(facet.values[0].count, facet.is_exact);
        return <Tick key={name} name={name} value="true" label={label} checked={checked} count={count} />;
      })}
    </Group>
  );
}

function CategoryFilter({ chosen, list }: { chosen: Category; list: ProductList }) {
  return (
    <Group title={t('Category')}>
      <select name="category" aria-label={t('Category')} defaultValue={chosen} className="field text-sm!">
        {categories.map((category) => (
          <option key={category} value={category}>
            {`${category === 'all' ? t('All Products') : t(categoryLinks.find((link) => link.category === category)?.label)} (${categoryCount(list, category, chosen)})`}
          </option>
        ))}
      </select>
    </Group>
  );
}

function KeywordFilter({ keyword }: { keyword: string }) {
  return (
    <Group title={t('Keyword')}>
      <input
        name="keyword"
        type="search"
        aria-label={t('Keyword filter')}
        placeholder={t('Part of the name')}
        defaultValue={keyword}
        className="field text-sm!"
      />
    </Group>
  );
}

/** True if prices are given that make no range. */
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
    <Group title={t('Price range')}>
      <div ref={fields} className="grid grid-cols-[1fr_auto_1fr] items-center gap-2">
        <PriceInput
          name="min_price"
          label={t('Minimum price')}
          value={priceShown(query, 'min_price')}
          invalid={ignored}
          hint={hint}
        />
        <span className="text-ink-3">{t('to')}</span>
        <PriceInput
          name="max_price"
          label={t('Maximum price')}
          value={priceShown(query, 'max_price')}
          invalid={ignored}
          hint={hint}
        />
      </div>
      <p
        id={hint}
        className={`mt-2 text-xs ${ignored ? 'text-danger' : 'text-ink-3'}`}
        role={ignored ? 'status' : undefined}
      >
        {ignored
          ? t('Not applied: give prices from 0 up, the smaller one first.')
          : 'In dollars; counts the sale price when on sale.'}
      </p>
      <button type="button" onClick={clear} disabled={!asked} className="btn btn-ghost btn-sm -ml-2 mt-1 needs-script">
        {t('Clear price filter')}
      </button>
    </Group>
  );
}

function GpuPriceField({ asked }: { asked: string }) {
  return (
    <Group title={t('Price of a GPU-hour')}>
      <input
        name="max_gpu_price"
        type="number"
        step="any"
        min="0"
        inputMode="decimal"
        aria-label={t('Price of a GPU-hour, greatest')}
        placeholder={t('up to, in dollars')}
        defaultValue={asked}
        className="field num px-2.5! text-sm!"
      />
    </Group>
  );
}

type PriceInputProps = { name: string; label: string; value: string; invalid: boolean; hint: string };

function PriceInput({ name, label, value, invalid, hint }: PriceInputProps): ReactNode {
  return (
    <input
      name={name}
      type="number"
      step="any"
      inputMode="decimal"
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={hint}
      placeholder={name === 'min_price' ? '0' : 'any'}
      defaultValue={value}
      className="field num px-2.5! text-sm!"
    />
  );
}
