import { expect, test } from 'vitest';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import { offerOf } from './offer-of.ts';

const one = [{ name: 'Seats', value: '1' }];
const five = [{ name: 'Seats', value: '5' }];

test('[S-07] an offer is sent with its stock', () => {
  expect(offerOf({ price: 9, stock: 3 })).toEqual({ price: 9, on_sale: false, sale_price: null, stock: 3 });
});

test('[G-11] the number of keys is not sent with a price: some may be sold while it is typed', () => {
  const keys: ListingContent = { price: 9, stock: 39, goods: { keys: { source: 'list' } } };
  expect(offerOf(keys)).not.toHaveProperty('stock');
  const variants = [
    { selected_options: one, price: 12, stock: 39 },
    { selected_options: five, price: 48, stock: 7 },
  ];
  const goods = { ...keys.goods, variants: [{ selected_options: five, files: { updates: 'none' as const } }] };
  const offer = offerOf({ ...keys, goods, variants } as ListingContent);
  expect(offer.variants?.map((variant) => 'stock' in variant && variant.stock)).toEqual([false, 7]);
});
