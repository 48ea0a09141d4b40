import { X } from 'lucide-react';
import { filtersInForce } from '#contract/catalogue/product/filters-in-force.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import { useShop } from '../../../shop/shop-context.ts';
import { sortUnits } from '../../product/price-units.ts';
import { listAddress } from '../list-address.ts';
import type { ListParts } from '../list-data.ts';

/** The applied filters, and what there is to know of their order. */
export function FilterChips(parts: ListParts) {
  return (
    <>
      <Chips {...parts} />
      <UnitNote {...parts} />
      <OfferNote {...parts} />
    </>
  );
}

/** Each filter a link that removes it. */
function Chips(parts: ListParts) {
  const { store } = useShop();
  const filters = filtersInForce(parts.query, parts.mode, { facets: parts.list.facets, shopName: store.name });
  if (filters.length === 0) return null;
  return (
    <ul className="mb-5 flex flex-wrap items-center gap-2" aria-label={t('Filters in force')}>
      {filters.map(({ label, without }, index) => (
        <li key={`${index} ${label}`}>
          <a
            href={listAddress(parts, without)}
            className="chip num first-letter:uppercase"
            aria-label={t('Remove filter {label}', { label })}
            data-keep-scroll=""
          >
            <bdi>{label}</bdi>
            <X size={14} aria-hidden />
          </a>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <a href={clearedAddress(parts)} className="text-link px-1 py-2 text-sm" data-keep-scroll="">
            {t('Clear all')}
          </a>
        </li>
      )}
    </ul>
  );
}

/** In a list by price: that prices of different units are groups, and which comes first. */
function UnitNote({ query, list }: ListParts) {
  const units = sortUnits(query, list.facets ?? []);
  if (units.length < 2) return null;
  const groups = units.map((unit) => t('per {unit}', { unit }));
  if (hasUnitless({ query, list }))
    groups.splice(query.sort === 'price_asc' ? 0 : groups.length, 0, t('without a unit'));
  return (
    <p className="mb-4 text-sm text-ink-2">
      {rich('Prices of different units are not compared. Each unit is a group: {groups}.', {
        groups: <bdi>{groups.join(', then ')}</bdi>,
      })}
    </p>
  );
}

/** Where a region or a number of GPUs is chosen: which prices are shown, and which the range and the order go by. */
function OfferNote({ list }: ListParts) {
  if (!list.products.some(({ offer }) => offer?.selected_options)) return null;
  return (
    <p className="mb-4 text-sm text-ink-2">
      {t('Prices and stock are those of what you chose. The price range and the order go by the usual price.')}
    </p>
  );
}

/** True if there are products besides those that have a unit. */
function hasUnitless({ query, list }: Pick<ListParts, 'query' | 'list'>): boolean {
  const values = list.facets?.find(({ name }) => name === 'price_unit')?.values ?? [];
  const withUnit = values.reduce((sum, { count }) => sum + count, 0);
  return query.priceUnits.length === 0 && withUnit < list.total;
}

/** The list without its filters; order and view stay. */
function clearedAddress(parts: Omit<ListParts, 'list'>): string {
  const { sort, view } = parts.query;
  return listAddress(parts, {
    category: 'all',
    keyword: '',
    minPrice: null,
    maxPrice: null,
    maxGpuPrice: null,
    priceUnits: [],
    providers: [],
    licenses: [],
    allows: [],
    sellers: [],
    rating: null,
    onSale: false,
    inStock: false,
    atOnce: false,
    attributes: {},
    sort,
    view,
  });
}
