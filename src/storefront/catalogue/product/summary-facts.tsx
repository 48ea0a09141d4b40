// Facts of a product in a list, by which buyers decide: cards and the table say the same.

import type { ProductSummary } from '#contract/catalogue/product/product.ts';
import { stockText } from '#contract/catalogue/product/stock-text.ts';
import { t } from '#language/message.ts';
import { productPath } from '../paths.ts';
import { optionsQuery } from './options/options-query.ts';

/** Page of a product, with the choices whose price the list shows, and for how long. */
export function summaryPath({ product_id, offer }: ProductSummary): string {
  return productPath(product_id) + optionsQuery(offer?.selected_options ?? [], offer?.quantity);
}

/** '★ 4.6 (12 reviews) · Sold by Copperline Racks'. The shop itself sells what is no other's, and nothing that is rented elsewhere. */
export function RatingAndShop({ product, shopName }: { product: ProductSummary; shopName: string | null }) {
  const { rating, seller } = product;
  return (
    <>
      {rating && <span aria-hidden="true">★ </span>}
      {rating && `${rating.average.toFixed(1)} (${count(rating.reviews)})`}
      {rating && shopName !== null && ' · '}
      {shopName !== null && <bdi>{t('Sold by {value}', { value: seller?.name ?? shopName })}</bdi>}
    </>
  );
}

function count(reviews: number): string {
  return `${reviews.toLocaleString('en-US')} ${reviews === 1 ? 'review' : 'reviews'}`;
}

/** '16 free', where the stock is that of a region '16 free in Oregon'. */
export function stockOfSummary(product: ProductSummary): string {
  const { region, selected_options } = product.offer ?? {};
  return stockText({ ...product, regions: region && selected_options ? [region] : [] });
}

/** 'Oregon, Norway', of more than `most` '3 regions'; '' where none is stated. */
export function regionsText(
  { regions = [], region_count: count = regions.length }: ProductSummary,
  most: number,
): string {
  return count > most ? t('{count} regions', { count }) : regions.join(', ');
}
