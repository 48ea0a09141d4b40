import { expect, test } from 'vitest';
import type { BulkAnswer, Offer } from '#contract/selling/listing/listing.ts';
import { undoOf } from './change-many.ts';

const offer = (given: Partial<Offer>): Offer => ({
  price: 120,
  on_sale: false,
  sale_price: null,
  stock: 10,
  variants: [],
  ...given,
});

function answer(before: Offer, after: Offer): BulkAnswer {
  const state = { state_before: 'on_sale', state_after: 'on_sale' } as const;
  const result = { product_id: 'a', name: 'A', outcome: 'changed', message: '', before, after, ...state } as const;
  return { action: 'price', dry_run: false, changed: 1, refused: 0, results: [result] };
}

test('[S-05] taking a price back says nothing of the stock, and expects the price that was made', () => {
  const after = offer({ price: 90 });
  expect(undoOf(answer(offer({}), after))).toEqual({
    action: 'offers',
    offers: [{ product_id: 'a', price: 120, expected: after }],
  });
});

test('[S-05] of variants it says those that have changed', () => {
  const variant = (value: string, price: number) => ({
    selected_options: [{ name: 'License', value }],
    price,
    sale_price: null,
    stock: 5,
  });
  const before = offer({ variants: [variant('Team', 100), variant('Free', 0)] });
  const after = offer({ price: 90, variants: [variant('Team', 90), variant('Free', 0)] });
  expect(undoOf(answer(before, after))).toEqual({
    action: 'offers',
    offers: [
      {
        product_id: 'a',
        variants: [{ selected_options: [{ name: 'License', value: 'Team' }], price: 100 }],
        expected: after,
      },
    ],
  });
});
