// What a list is filtered by, and the same asked of products in memory: lists are read from the database, counted here.
import { type Category, categories, type ProductCounts, type ProductType } from '#contract/product.ts';
import { type AttributeValues, findAttribute } from '#contract/product-attributes.ts';
import { type AttributeFilters, passes } from '#contract/product-filter.ts';

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
  attributes: AttributeFilters;
};

/** What of a product is filtered, counted and ordered by. */
export type CountedProduct = {
  product_type: ProductType;
  name_folded: string;
  price_unit: string;
  provider: string;
  effective_micros: number;
  on_sale: boolean;
  in_stock: boolean;
  attributes: AttributeValues;
  position: number;
  gb_hour_micros: number;
  memory_order: number;
};

export function isSelective(filter: ProductFilter): boolean {
  const { keyword, priceMicros, priceUnits, providers, onSale, inStock, attributes } = filter;
  const isChosen = priceUnits.length + providers.length + Object.keys(attributes).length > 0;
  return keyword !== null || priceMicros !== null || onSale || inStock || isChosen;
}

export function matches(product: CountedProduct, filter: ProductFilter): boolean {
  const { category, keyword, priceMicros, priceUnits, providers } = filter;
  return (
    (category === 'all' || product.product_type === category) &&
    (keyword === null || product.name_folded.includes(keyword)) &&
    (priceMicros === null ||
      (priceMicros.min <= product.effective_micros && product.effective_micros <= priceMicros.max)) &&
    (priceUnits.length === 0 || priceUnits.includes(product.price_unit)) &&
    (providers.length === 0 || providers.includes(product.provider)) &&
    (!filter.onSale || product.on_sale) &&
    (!filter.inStock || product.in_stock) &&
    Object.entries(filter.attributes).every(([name, wanted]) => {
      const attribute = findAttribute(product.product_type, name);
      return attribute !== null && passes(wanted, product.attributes[name], attribute);
    })
  );
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
