// Filters that a query can say in words, and what each asks of a product.
import type { ProductType } from '#contract/catalogue/product/product.ts';
import type { AttributeValues } from '#contract/catalogue/product/product-attributes.ts';
import type { QueryFilterKind } from '#contract/catalogue/search.ts';
import { formatBound, greatestPrice, toMicros } from '#contract/money/amount/money.ts';
import { familyLabel, rightOf } from '../../../license/license-families.rules.ts';
import type { AskedOffer } from '../../../offer/asked-offer.rules.ts';
import { type GpuPriced, gpuHourPrice } from '../../../product/product-filter.rules.ts';
import { createCodeTest, placeCountry, regionLabel, regionsOutside } from '../../../region/regions.rules.ts';
import { keyOf, keyOfCategory, keyOfTrait } from '../../index-keys.rules.ts';
import { makerOf } from '../../vocabulary/phrases.rules.ts';

/** Fields of a product that filters look at. */
export type Filtered = GpuPriced & {
  name_folded: string;
  in_stock: boolean;
  on_sale: boolean;
  attributes: AttributeValues;
  license: string;
};

/** A product has none of `keys`, but for one that has one of `unless`. */
export type Without = { keys: readonly string[]; unless: readonly string[] };

export type SearchFilter = {
  kind: QueryFilterKind;
  /** As a badge says it. */
  label: string;
  /** Words of the query that say it, folded, and the query without them. */
  text: string;
  remaining: string;
  /** Keys of the index of which a product that fits has one; none where the index does not know. */
  keys: readonly string[];
  /** Keys that no product that fits has, but for those that are spared. */
  without: readonly Without[];
  test: (product: Filtered) => boolean;
  /** Families of licenses or rights of which a product has one. The shop says which of its own licenses belong to them. */
  licenses: readonly string[];
  /** Codes of the regions of which a product has one: its price and stock are those there. */
  regions: readonly string[];
  /** Codes of regions outside of which a product is offered. */
  outside: readonly string[];
  /** Region that this one is in, for where no product names it. */
  around: string | null;
  /** Numbers of GPUs in one machine of which a product has one: its price and stock are those of such a machine. */
  gpus: readonly number[];
  /** Length of a rental; null where it is not about one. */
  hours: number | null;
  /** False where the words are understood and cannot be used, such as a price in another currency. */
  isUsable: boolean;
  /** True if `test` asks of a product what no key says, though there are keys. */
  isTested?: true;
};

/** A filter before it is known what words said it. */
export type Said = Omit<SearchFilter, 'text' | 'remaining'>;

const plain = {
  keys: [],
  without: [],
  test: () => true,
  licenses: [],
  regions: [],
  outside: [],
  around: null,
  gpus: [],
  hours: null,
  isUsable: true,
};

/** Ends of a range, null where it has none; an open end is not within it. */
export type Range = { min: number | null; max: number | null; isOpen: boolean };

export function isWithin({ min, max, isOpen }: Range, value: number): boolean {
  if (isOpen && (value === min || value === max)) return false;
  return (min ?? Number.NEGATIVE_INFINITY) <= value && value <= (max ?? Number.POSITIVE_INFINITY);
}

/** 'under $1', 'up to 24 GB', '24 GB to 48 GB'. */
function rangeText({ min, max, isOpen }: Range, text: (value: number) => string): string {
  if (min !== null && max !== null) return min === max ? text(min) : `${text(min)} to ${text(max)}`;
  if (min !== null) return isOpen ? `over ${text(min)}` : `${text(min)} or more`;
  return `${isOpen ? 'under' : 'up to'} ${text(max ?? 0)}`;
}

/** `range` in dollars, of what a product costs now. */
export function priceFilter(range: Range): Said {
  const bounds = inMicros(range);
  return {
    ...plain,
    kind: 'price',
    label: range.max === 0 && !range.isOpen ? freeLabel : `Price: ${rangeText(range, formatBound)}`,
    test: ({ effective_micros: price }) => isWithin(bounds, price),
  };
}

/** `range` in dollars, of an hour of one GPU. */
export function gpuPriceFilter(range: Range): Said {
  const bounds = inMicros(range);
  return {
    ...plain,
    kind: 'price',
    label: `Price of a GPU-hour: ${rangeText(range, formatBound)}`,
    test: (product) => {
      const price = gpuHourPrice(product);
      return price !== null && isWithin(bounds, price);
    },
  };
}

function inMicros(range: Range): Range {
  const micros = (amount: number | null) => (amount === null ? null : toMicros(Math.min(amount, greatestPrice + 1)));
  return { ...range, min: micros(range.min), max: micros(range.max) };
}

export const freeLabel = 'Free';

export function otherCurrency(text: string): Said {
  return {
    ...plain,
    kind: 'currency',
    label: `Prices are in US dollars: “${text}” is not used`,
    isUsable: false,
  };
}

/** `unit` as a word of price units: 'hour' of 'audio hour', 'seat' of 'seat per month', 'page' of '1k pages'. `others` say the same. */
export function unitFilter(unit: string, ...others: string[]): Said {
  const words = [unit, ...others].flatMap((one) => [one, `${one}s`, `${one}es`]);
  return {
    ...plain,
    kind: 'unit',
    label: `Priced by the ${unit}`,
    test: ({ price_unit }) =>
      price_unit
        .toLowerCase()
        .split(' ')
        .some((word) => words.includes(word)),
  };
}

const inGigabytes = (value: number) => (value < 1 ? `${value * 1_000} MB` : `${value} GB`);
const GB = 1e9;

/** Memory of a GPU, in GB. */
export function memoryFilter(range: Range): Said {
  return {
    ...plain,
    kind: 'memory',
    label: `GPU memory: ${rangeText(range, inGigabytes)}`,
    keys: range.min !== null && range.min === range.max ? [keyOf('fact', `${range.min}gb`)] : [],
    test: ({ attributes: { gpu_memory: memory } }) => typeof memory === 'number' && isWithin(range, memory),
  };
}

/** Size of a dataset, in GB. */
export function sizeFilter(range: Range): Said {
  return {
    ...plain,
    kind: 'size',
    label: `Size: ${rangeText(range, inGigabytes)}`,
    test: ({ attributes: { size } }) => typeof size === 'number' && isWithin(range, size / GB),
  };
}

/** How many there are of whatever a dataset has. */
/** `things`: words one of which the product says of itself, in its name or a fact. */
export function rowsFilter(range: Range, things: readonly string[] = []): Said {
  return {
    ...plain,
    kind: 'rows',
    keys: things.map((thing) => keyOf('fact', thing)),
    isTested: true,
    label: `Rows: ${rangeText(range, (value) => value.toLocaleString('en-US'))}`,
    test: ({ attributes: { rows } }) => typeof rows === 'number' && isWithin(range, rows),
  };
}

export function countFilter(count: number): Said {
  return {
    ...plain,
    kind: 'count',
    label: `${count} GPU${count === 1 ? '' : 's'} in one machine`,
    test: ({ attributes: { gpu_count: counts } }) => [counts ?? []].flat().some((one) => Number(one) === count),
    gpus: [count],
  };
}

/** A rental of so many hours is not shorter than the shortest one that a product states, and not longer than the longest. */
export function durationFilter(hours: number, text: string): Said {
  return {
    ...plain,
    kind: 'duration',
    label: `For ${text}`,
    test: ({ attributes: { minimum_rental: shortest, maximum_rental: longest } }) =>
      Number(shortest ?? 0) <= hours && hours <= Number(longest ?? hours),
    hours,
  };
}

const categoryLabels: Record<ProductType, string> = {
  solutions: 'Solutions',
  computing: 'Computing',
  data: 'Data',
  algorithm: 'Algorithm',
};

export function categoryFilter(type: ProductType): Said {
  return { ...plain, kind: 'category', label: categoryLabels[type], keys: [keyOfCategory(type)] };
}

const gpuNames = /gpu|gra(?:ph|f)i|accelerator|geforce|radeon|quadro|tesla|instinct|gaudi|[rg]tx/;

/** Computing with a GPU, by its attributes or its name; what states no attributes may have one. */
export function gpuFilter(): Said {
  return {
    ...categoryFilter('computing'),
    isTested: true,
    test: ({ attributes, name_folded }) => {
      const stated = Object.keys(attributes);
      const isMade = name_folded.split(/[^a-z0-9]+/).some((word) => /\d/.test(word) && makerOf(word) !== null);
      return (
        stated.length === 0 || stated.some((name) => name.startsWith('gpu_')) || isMade || gpuNames.test(name_folded)
      );
    },
  };
}

/** `family` as license-families.rules.ts has it, or the id of a license in small letters, with the label it has then. */
export function licenseFilter(family: string, label = familyLabel(family)): Said {
  return {
    ...plain,
    kind: 'license',
    label: rightOf(family) ? label : `License: ${label}`,
    keys: [keyOfTrait('license', family)],
    licenses: [family],
  };
}

/** Any of several families. */
export function licensesFilter(label: string, ...families: string[]): Said {
  return {
    ...licenseFilter(families[0] ?? '', label),
    keys: families.map((family) => keyOfTrait('license', family)),
    licenses: families,
  };
}

export function formatFilter(format: string): Said {
  return { ...plain, kind: 'format', label: `Format: ${format.toUpperCase()}`, keys: [keyOf('fact', format)] };
}

export function regionFilter(code: string): Said {
  return {
    ...plain,
    kind: 'region',
    label: `Region: ${regionLabel(code)}`,
    keys: [keyOfTrait('region', code)],
    regions: [code],
    around: placeCountry(code),
  };
}

/** `provider` folded, as the index has it. */
export function providerFilter(provider: string): Said {
  return { ...plain, kind: 'provider', label: `Provider: ${provider}`, keys: [keyOfTrait('provider', provider)] };
}

/** True of texts that name one of the regions and none of those outside of which it has to be; null where any will do. */
function createPlaceTest(regions: readonly string[], outside: readonly string[]): ((text: string) => boolean) | null {
  if (regions.length + outside.length === 0) return null;
  const isIn = createCodeTest(regions);
  const isOut = createCodeTest(outside);
  return (text) => (regions.length === 0 || isIn(text)) && !isOut(text);
}

/** How filters ask for products to be offered; null where they leave that open. */
export function offerOfFilters(filters: readonly SearchFilter[]): AskedOffer | null {
  const regions = filters.flatMap((filter) => filter.regions);
  const gpus = filters.flatMap((filter) => filter.gpus);
  const hours = filters.find((filter) => filter.hours !== null)?.hours ?? null;
  const outside = filters.flatMap((filter) => filter.outside);
  if (regions.length + outside.length + gpus.length === 0 && hours === null) return null;
  return { isThere: createPlaceTest(regions, outside), gpus, hours };
}

export const saleFilter: Said = { ...plain, kind: 'sale', label: 'On sale', test: ({ on_sale }) => on_sale };

export const stockFilter: Said = { ...plain, kind: 'stock', label: 'In stock', test: ({ in_stock }) => in_stock };

export function interruptibleFilter(is: boolean): Said {
  return {
    ...plain,
    kind: 'interruptible',
    label: is ? 'Can be interrupted' : 'Is not interrupted',
    test: ({ attributes }) => attributes.interruptible === is,
  };
}

export const noPersonalData: Said = {
  ...plain,
  kind: 'personal_data',
  label: 'Without personal data',
  test: ({ attributes }) => attributes.personal_data === false,
};

/** A product that has none of the keys, and is offered somewhere outside of the regions where it is offered in one of them. */
export function notFilter(words: readonly string[], keys: readonly string[], outside: readonly string[]): Said {
  const keyOfRegion = (code: string) => keyOfTrait('region', code);
  const unless = outside.length > 0 ? regionsOutside(outside).map(keyOfRegion) : [];
  const without = [
    { keys, unless: [] },
    { keys: outside.map(keyOfRegion), unless },
  ].filter((one) => one.keys.length > 0);
  return { ...plain, kind: 'not', label: `Not ${words.join(', ')}`, without, outside };
}
