import { effectivePrice, isInStock, type Product } from '#contract/product.ts';
import type { ReviewSummary } from '#contract/review.ts';
import { productPath } from '../catalogue/paths.ts';
import { pageDescription } from './page-description.ts';

/** schema.org Product with its offer. Rated only by real reviews: the displayed overall rating is a placeholder. */
export function productData(
  product: Product,
  origin: string,
  { count, average }: ReviewSummary,
  soldHere: boolean,
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.product_name,
    sku: product.product_id,
    category: product.product_type,
    image: product.product_img.startsWith('/') ? origin + product.product_img : product.product_img,
    ...(product.description && { description: pageDescription(product.description) }),
    ...(product.provider && { brand: { '@type': 'Brand', name: product.provider } }),
    ...(average !== null && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: average.toFixed(1),
        reviewCount: count,
      },
    }),
    offers: {
      '@type': 'Offer',
      url: origin + productPath(product.product_id),
      price: effectivePrice(product),
      priceCurrency: 'USD',
      availability: `https://schema.org/${isInStock(product) ? 'InStock' : 'OutOfStock'}`,
      ...(soldHere && product.provider && { seller: { '@type': 'Organization', name: product.provider } }),
    },
  };
}
