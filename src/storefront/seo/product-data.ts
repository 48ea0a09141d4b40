import { deliveryMinutes } from '#contract/catalogue/product/delivery.ts';
import { effectivePrice, isInStock, type Product, type SelectedOption } from '#contract/catalogue/product/product.ts';
import { attributesOf } from '#contract/catalogue/product/product-attributes.ts';
import { selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import type { ReviewSummary } from '#contract/catalogue/review.ts';
import { licensePath } from '../catalogue/license/license-path.ts';
import { productPath } from '../catalogue/paths.ts';
import { optionsQuery } from '../catalogue/product/options/options-query.ts';
import { offerId } from './offer-id.ts';
import { pageDescription } from './page-description.ts';

/** More are told as a range of prices: the page shows them all. */
const MOST_OFFERS = 20;

/** Price of a product as a whole, or of one of its variants. */
type Priced = Pick<Product, 'price' | 'sale_price' | 'stock' | 'on_sale'>;

/** schema.org Product with its offers. Rated only by real reviews: the displayed overall rating is a placeholder. */
export function productData(
  product: Product,
  origin: string,
  { count, average }: ReviewSummary,
  soldHere: boolean,
): object {
  const properties = [...attributeProperties(product), ...licenseProperty(product, origin)];
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.product_name,
    sku: offerId(product.product_id, null),
    category: product.product_type,
    image: product.pictures?.map((address) => absolute(address, origin)) ?? absolute(product.product_img, origin),
    ...(product.description && { description: pageDescription(product.description) }),
    ...(product.provider && { brand: { '@type': 'Brand', name: product.provider } }),
    ...(average !== null && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: average.toFixed(1),
        reviewCount: count,
      },
    }),
    ...(properties.length > 0 && { additionalProperty: properties }),
    offers: offers(
      product,
      {
        url: origin + productPath(product.product_id),
        ...(soldHere && product.provider && { seller: { '@type': 'Organization', name: product.provider } }),
      },
      soldHere,
    ),
  };
}

function absolute(address: string, origin: string): string {
  return address.startsWith('/') ? origin + address : address;
}

/** One offer, or one for each variant inside of the range of their prices. */
function offers(product: Product, shared: { url: string }, soldHere: boolean): object {
  const { variants = [] } = product;
  if (variants.length === 0)
    return { '@type': 'Offer', ...shared, ...priceOf(product, product), ...(soldHere && leadTime(product)) };
  const prices = variants.map((variant) => effectivePrice({ ...variant, on_sale: product.on_sale }));
  return {
    '@type': 'AggregateOffer',
    ...shared,
    priceCurrency: 'USD',
    lowPrice: Math.min(...prices),
    highPrice: Math.max(...prices),
    offerCount: variants.length,
    availability: availability(product),
    ...(variants.length <= MOST_OFFERS && {
      offers: variants.map((variant) => ({
        '@type': 'Offer',
        sku: offerId(product.product_id, variant),
        name: selectedOptionsText(variant.selected_options),
        url: shared.url + optionsQuery(variant.selected_options),
        ...priceOf({ ...variant, on_sale: product.on_sale }, product),
        ...(soldHere && leadTime(product, variant.selected_options)),
      })),
    }),
  };
}

function priceOf(priced: Priced, { price_unit: unit }: Pick<Product, 'price_unit'>): object {
  const price = effectivePrice(priced);
  return {
    price,
    priceCurrency: 'USD',
    availability: availability(priced),
    ...(unit && {
      priceSpecification: { '@type': 'UnitPriceSpecification', price, priceCurrency: 'USD', unitText: unit },
    }),
  };
}

/** Promised time from the order to the delivery; nothing where no time is promised. */
function leadTime(product: Product, selected: readonly SelectedOption[] = []): object {
  const minutes = deliveryMinutes(product, selected);
  if (minutes === null) return {};
  return { deliveryLeadTime: { '@type': 'QuantitativeValue', value: minutes, unitCode: 'MIN' } };
}

function availability(priced: Pick<Product, 'stock'>): string {
  return `https://schema.org/${isInStock(priced) ? 'InStock' : 'OutOfStock'}`;
}

function attributeProperties({ product_type, attributes = {} }: Product): object[] {
  return attributesOf(product_type).flatMap(({ name, label, unit }) => {
    const value = attributes[name];
    if (value === undefined) return [];
    const text = Array.isArray(value) ? value.join(', ') : value;
    return [{ '@type': 'PropertyValue', propertyID: name, name: label, value: text, ...(unit && { unitText: unit }) }];
  });
}

/** With the address of its text where it is a single license: SPDX has one for each of its own. */
function licenseProperty({ license = '' }: Product, origin: string): object[] {
  if (license === '') return [];
  const isSingle = !/[\s()]/.test(license);
  const url = license.startsWith('LicenseRef-')
    ? origin + licensePath(license)
    : `https://spdx.org/licenses/${license.replace(/\+$/, '')}.html`;
  return [
    { '@type': 'PropertyValue', propertyID: 'license', name: 'License', value: license, ...(isSingle && { url }) },
  ];
}
