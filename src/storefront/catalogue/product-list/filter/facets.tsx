// Filters of a category: values to choose, with the products behind each, and ranges.

import { Fragment } from 'react';
import type { Facet } from '#contract/catalogue/product/product.ts';
import type { Attribute } from '#contract/catalogue/product/product-attributes.ts';
import { filterUnit } from '#contract/catalogue/product/product-filter.ts';
import type { ProductQuery } from '#contract/catalogue/product/product-query.ts';
import { t } from '#language/message.ts';
import { countText } from '../count-text.ts';
import type { ListParts } from '../list-data.ts';
import { CachedGroup, Radio, Tick } from './filter-group.tsx';

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

/** Values of which one or several are chosen. */
export function ChoiceFacet({ facet, ...rest }: ChoiceFacetProps) {
  if (!facet?.values.length) return <ChosenOf {...rest} />;
  return (
    <CachedGroup title={rest.label} by={[facet, rest]}>
      <Choices facet={facet} {...rest} />
    </CachedGroup>
  );
}

/** Choices of an address that this list has no values for stay in force. */
function ChosenOf({ name, chosen }: Pick<ChoiceFacetProps, 'name' | 'chosen'>) {
  return chosen.map((value) => <input key={value} type="hidden" name={name} value={value} />);
}

type Found<Props> = Props & { facet: Facet };

function Choices({ name, facet: { values, is_exact: isExact }, chosen, isTick = false }: Found<ChoiceFacetProps>) {
  const ticks = values.map(({ value, count, label: text = value }) => (
    <Tick
      key={value}
      name={name}
      value={value}
      label={isTick ? (value === 'true' ? t('Yes') : t('No')) : text}
      checked={chosen.includes(value)}
      count={countText(count, isExact)}
    />
  ));
  const isFolded = values.length > SHOWN + 1;
  return (
    <>
      {isFolded ? ticks.slice(0, SHOWN) : ticks}
      {isFolded && (
        <details open={values.slice(SHOWN).some(({ value }) => chosen.includes(value))}>
          <summary className="text-link">{t('All {length}', { length: values.length })}</summary>
          {ticks.slice(SHOWN)}
        </details>
      )}
    </>
  );
}

type PlaceFacetProps = Omit<ChoiceFacetProps, 'isTick'>;

/** Regions: each group of countries, with what is within it folded below. */
export function PlaceFacet({ facet, ...rest }: PlaceFacetProps) {
  if (!facet?.values.length) return <ChosenOf {...rest} />;
  return (
    <CachedGroup title={rest.label} by={[facet, rest]}>
      <Places facet={facet} {...rest} />
    </CachedGroup>
  );
}

function Places({ name, facet: { values, is_exact: isExact }, chosen }: Found<PlaceFacetProps>) {
  const tick = ({ value, count, label: text = value }: Facet['values'][number], depth = 0) => (
    <Tick
      key={value}
      name={name}
      value={value}
      label={text}
      checked={chosen.includes(value)}
      count={countText(count, isExact)}
      depth={depth}
    />
  );
  return (
    <>
      {placesInGroups(values).map(({ group, places }) => (
        <Fragment key={group.value}>
          {tick(group)}
          {places.length > 0 && (
            <details open={places.some(({ value }) => chosen.includes(value))}>
              <summary className="text-link">
                {t('{length} in {value}', { length: places.length, value: group.label ?? group.value })}
              </summary>
              {places.map((place) => tick(place, place.within === group.value ? 0 : 1))}
            </details>
          )}
        </Fragment>
      ))}
    </>
  );
}

type FacetValues = Facet['values'];

/** Groups, each with what follows it up to the next one. */
function placesInGroups(values: FacetValues): Array<{ group: FacetValues[number]; places: FacetValues }> {
  const groups: Array<{ group: FacetValues[number]; places: FacetValues }> = [];
  for (const value of values) {
    const last = groups.at(-1);
    if (value.within === undefined || !last) groups.push({ group: value, places: [] });
    else last.places.push(value);
  }
  return groups;
}

type RadioFacetProps = {
  name: string;
  facet: Facet | undefined;
  title: string;
  /** How a value is read. */
  text: (value: string) => string;
  /** Value in force; '' where there is none. */
  chosen: string;
};

/** One of some values, or any. */
export function RadioFacet({ title, facet, ...rest }: RadioFacetProps) {
  const { name, chosen } = rest;
  if (!facet) return chosen === '' ? null : <input type="hidden" name={name} value={chosen} />;
  return (
    <CachedGroup title={title} by={[name, facet, facet.values.map(({ value }) => rest.text(value)), chosen]}>
      <Radios {...rest} facet={facet} />
    </CachedGroup>
  );
}

function Radios({ name, facet, text, chosen }: Omit<RadioFacetProps, 'title' | 'facet'> & { facet: Facet }) {
  return (
    <>
      <Radio name={name} value="" label={t('Any')} checked={chosen === ''} />
      {facet.values.map(({ value, count }) => (
        <Radio
          key={value}
          name={name}
          value={value}
          label={text(value)}
          checked={chosen === value}
          count={countText(count, facet.is_exact)}
        />
      ))}
    </>
  );
}

/** Value of a radio in force: the least one of a range, or of the rating; null of what is no such field. */
export function chosenRadio({ attributes, rating }: ProductQuery, name: string): string | null {
  if (name === 'rating') return rating === null ? '' : String(rating);
  const range = name.startsWith('min_') ? attributes[name.slice('min_'.length)] : undefined;
  return range && 'min' in range && range.min !== null ? String(range.min) : null;
}

type RangeFacetProps = {
  attribute: Attribute;
  facets: ReadonlyMap<string, Facet>;
  parts: ListParts;
  asked: URLSearchParams;
};

/**
 * A least and a greatest value, of which one is enough. Of some attributes the least one is chosen among values that are often
 * wanted, or typed.
 */
export function RangeFacet({ attribute, facets, parts, asked }: RangeFacetProps) {
  const { name, label, kind } = attribute;
  const unit = kind === 'date' ? t('year, month or day') : filterUnit(attribute);
  const presets = facets.get(`min_${name}`);
  const least = chosenRadio(parts.query, `min_${name}`) ?? '';
  const min = presets && least ? '' : (asked.get(`min_${name}`) ?? '');
  const fields = { name, label, kind, unit, presets, least, typed: { min, max: asked.get(`max_${name}`) ?? '' } };
  return (
    <CachedGroup title={unit ? `${label}, ${unit}` : label} by={fields}>
      <RangeFields {...fields} />
    </CachedGroup>
  );
}

type RangeFieldsProps = Pick<Attribute, 'name' | 'label' | 'kind'> & {
  unit: string | undefined;
  presets: Facet | undefined;
  least: string;
  typed: { min: string; max: string };
};

function RangeFields({ name, label, kind, unit, presets, least, typed }: RangeFieldsProps) {
  return (
    <>
      {presets && (
        <Radios
          name={`min_${name}`}
          facet={presets}
          text={(value) =>
            t('{value} {value2} and more', { value: Number(value).toLocaleString('en-US'), value2: unit ?? '' })
          }
          chosen={least}
        />
      )}
      <div className={`grid grid-cols-[1fr_auto_1fr] items-center gap-2 ${presets ? 'mt-2' : ''}`}>
        {(['min', 'max'] as const).map((end) => (
          <input
            key={end}
            name={`${end}_${name}`}
            inputMode={kind === 'date' ? 'numeric' : 'decimal'}
            aria-label={`${label}, ${end === 'min' ? 'least' : 'greatest'}`}
            placeholder={end === 'min' ? 'from' : 'to'}
            defaultValue={typed[end]}
            className="field num px-2.5! text-sm!"
            style={{ order: end === 'min' ? 0 : 2 }}
          />
        ))}
        <span className="order-1 text-ink-3">{t('to')}</span>
      </div>
    </>
  );
}
