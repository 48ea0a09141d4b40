// Filters of a list, and the same asked of products in memory: lists are read from the database, counted here.
import {
  type Category,
  categories,
  type ProductCounts,
  type ProductType,
} from '#contract/catalogue/product/product.ts';
import { type AttributeValues, findAttribute } from '#contract/catalogue/product/product-attributes.ts';
import { type AttributeFilters, createTest } from '#contract/catalogue/product/product-filter.ts';

export type ProductFilter = {
  category: Category;
  /** Folded, or null for every name. */
  keyword: string | null;
  priceMicros: { min: number; max: number } | null;
  /** One of them; none lets all through. */
  priceUnits: readonly string[];
  providers: readonly string[];
  onSale: boolean;
  inStock: boolean;
  atOnce: boolean;
  attributes: AttributeFilters;
};

/** Fields of a product by which it is filtered, counted and ordered. */
export type CountedProduct = {
  product_type: ProductType;
  name_folded: string;
  price_unit: string;
  provider: string;
  effective_micros: number;
  on_sale: boolean;
  in_stock: boolean;
  at_once: boolean;
  attributes: AttributeValues;
  position: number;
  gb_hour_micros: number;
  memory_order: number;
  /** Place in the table, for a sample. */
  table_page?: number;
};

export function isSelective(filter: ProductFilter): boolean {
  const { keyword, priceMicros, priceUnits, providers, onSale, inStock, atOnce, attributes } = filter;
  const isChosen = priceUnits.length + providers.length + Object.keys(attributes).length > 0;
  return keyword !== null || priceMicros !== null || onSale || inStock || atOnce || isChosen;
}

type Test = (product: CountedProduct) => boolean;

/** Tests that a product of the filter's category has to pass besides. */
export function createMatcher(filter: ProductFilter): Test {
  const { keyword, priceMicros, onSale, inStock, atOnce } = filter;
  const units = new Set(filter.priceUnits);
  const providers = new Set(filter.providers);
  const tests: Test[] = [
    ...(onSale ? [(product: CountedProduct) => product.on_sale] : []),
    ...(inStock ? [(product: CountedProduct) => product.in_stock] : []),
    ...(atOnce ? [(product: CountedProduct) => product.at_once] : []),
    ...(units.size > 0 ? [(product: CountedProduct) => units.has(product.price_unit)] : []),
    ...(providers.size > 0 ? [(product: CountedProduct) => providers.has(product.provider)] : []),
    ...(priceMicros
      ? [({ effective_micros: price }: CountedProduct) => priceMicros.min <= price && price <= priceMicros.max]
      : []),
    ...(keyword === null ? [] : [(product: CountedProduct) => product.name_folded.includes(keyword)]),
    ...attributeTests(filter),
  ];
  return (product) => tests.every((test) => test(product));
}

function attributeTests({ category, attributes }: ProductFilter): Test[] {
  return Object.entries(attributes).map(([name, wanted]) => {
    const attribute = category === 'all' ? null : findAttribute(category, name);
    if (!attribute) return () => false;
    const test = createTest(wanted, attribute);
    return (product) => test(product.attributes[name]);
  });
}

export function countByCategory(products: readonly CountedProduct[]): ProductCounts {
  const counts = noCounts();
  for (const { product_type } of products) {
    counts[product_type]++;
    counts.all++;
  }
  return counts;
}

export function noCounts(): ProductCounts {
  return Object.fromEntries(categories.map((category) => [category, 0])) as ProductCounts;
}
