// Filters of a category: values to choose, with the products behind each, and ranges.
import type { Facet } from '#contract/catalogue/product/product.ts';
import type { Attribute } from '#contract/catalogue/product/product-attributes.ts';
import { filterUnit } from '#contract/catalogue/product/product-filter.ts';
import { countText } from '../count-text.ts';
import { listAddress } from '../list-address.ts';
import type { ListParts } from '../list-data.ts';
import { Group, Tick } from './filter-group.tsx';
import { presetFilters } from './quick-filters.tsx';

/** More values than these are folded. */
const SHOWN = 4;

type ChoiceFacetProps = {
  name: string;
  /** Undefined where there is nothing to choose among: what an address chose stays in force. */
  facet: Facet | undefined;
  label: string;
  chosen: readonly string[];
  isTick?: boolean;
};

/** Values of which one or several are chosen; one that would leave nothing stays where it is, in grey. */
export function ChoiceFacet({ name, facet, label, chosen, isTick = false }: ChoiceFacetProps) {
  const { values, is_exact: isExact } = facet ?? { values: [], is_exact: true };
  if (values.length === 0) return chosen.map((value) => <input key={value} type="hidden" name={name} value={value} />);
  const ticks = values.map(({ value, count }) => (
    <Tick
      key={value}
      name={name}
      value={value}
      label={isTick ? (value === 'true' ? 'Yes' : 'No') : value}
      checked={chosen.includes(value)}
      count={countText(count, isExact)}
      none={count === 0 && !chosen.includes(value)}
    />
  ));
  const isFolded = values.length > SHOWN + 1;
  return (
    <Group title={label}>
      {isFolded ? ticks.slice(0, SHOWN) : ticks}
      {isFolded && (
        <details open={values.slice(SHOWN).some(({ value }) => chosen.includes(value))}>
          <summary className="text-link">{`All ${values.length}`}</summary>
          {ticks.slice(SHOWN)}
        </details>
      )}
    </Group>
  );
}

type RangeFacetProps = {
  attribute: Attribute;
  facets: ReadonlyMap<string, Facet>;
  parts: ListParts;
  asked: URLSearchParams;
};

/** A least and a greatest value, of which one is enough; of some attributes with values that are often the least one wanted. */
export function RangeFacet({ attribute, facets, parts, asked }: RangeFacetProps) {
  const { name, label, kind } = attribute;
  const unit = kind === 'date' ? 'year, month or day' : filterUnit(attribute);
  const counts = facets.get(`min_${name}`);
  return (
    <Group title={unit ? `${label}, ${unit}` : label}>
      {presetFilters(parts.query, attribute).map(({ label: text, value, chosen, change }) => (
        <a
          key={text}
          href={listAddress(parts, change)}
          className="facet"
          aria-current={chosen ? 'true' : undefined}
          data-keep-scroll=""
        >
          <span className="dot" />
          {text}
          <span className="num">
            {counts && countText(counts.values.find((one) => one.value === value)?.count ?? 0, counts.is_exact)}
          </span>
        </a>
      ))}
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2">
        {(['min', 'max'] as const).map((end) => (
          <input
            key={end}
            name={`${end}_${name}`}
            inputMode={kind === 'date' ? 'numeric' : 'decimal'}
            aria-label={`${label}, ${end === 'min' ? 'least' : 'greatest'}`}
            placeholder={end === 'min' ? 'from' : 'to'}
            defaultValue={asked.get(`${end}_${name}`) ?? ''}
            className="field num px-2.5! text-sm!"
            style={{ order: end === 'min' ? 0 : 2 }}
          />
        ))}
        <span className="order-1 text-ink-3">to</span>
      </div>
    </Group>
  );
}
