// Facts of a product in a list, by which buyers decide: cards and the table say the same.
import type { ProductSummary } from '#contract/catalogue/product/product.ts';
import { stockText } from '#contract/catalogue/product/stock-text.ts';
import { productPath } from '../paths.ts';
import { optionsQuery } from './options/options-query.ts';

/** Page of a product, with the choices whose price the list shows. */
export function summaryPath({ product_id, in_region: there }: ProductSummary): string {
  return productPath(product_id) + optionsQuery(there?.selected_options ?? []);
}

/** '★ 4.6 (12 reviews)'; nothing without reviews. */
export function RatingText({ product: { rating } }: { product: ProductSummary }) {
  if (!rating) return null;
  return (
    <span className="rating-text">
      <span aria-hidden="true">★ </span>
      {`${rating.average.toFixed(1)} (${rating.reviews.toLocaleString('en-US')} ${rating.reviews === 1 ? 'review' : 'reviews'})`}
    </span>
  );
}

/** 'Sold by Copperline Racks'; the shop itself sells what is no other's. */
export function soldBy({ seller }: ProductSummary, shopName: string): string {
  return `Sold by ${seller?.name ?? shopName}`;
}

/** '16 free', where the stock is that of a region '16 free in Oregon'. */
export function stockOfSummary(product: ProductSummary): string {
  const { in_region: there } = product;
  return stockText({ ...product, regions: there?.selected_options ? [there.name] : [] });
}

/** 'Oregon, Norway', of more than `most` '3 regions'; '' where none is stated. */
export function regionsText(
  { regions = [], region_count: count = regions.length }: ProductSummary,
  most: number,
): string {
  return count > most ? `${count} regions` : regions.join(', ');
}
