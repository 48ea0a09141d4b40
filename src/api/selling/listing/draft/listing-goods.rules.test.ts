import { expect, test } from 'vitest';
import { goodsNeeds } from './listing-goods.rules.ts';

test('[G-12] a product whose access could be over before it must be there cannot be submitted', () => {
  const needs = (within_minutes: number) => [
    ...goodsNeeds({ goods: { access: { by: 'endpoint', within_minutes, valid_days: 1 } } }, {}),
  ];
  expect(needs(1_441)).toEqual([{ code: 'access_too_late', params: { variant: '' } }]);
  expect(needs(1_440)).toEqual([]);
});
