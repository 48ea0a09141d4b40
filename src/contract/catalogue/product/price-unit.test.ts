import { expect, test } from 'vitest';
import { countText, quantityInUnits } from './price-unit.ts';

test.each([
  [24, 'hour', '24 hours'],
  [1, 'hour', '1 hour'],
  [1_000, 'hour', '1,000 hours'],
  [3, 'seat per month', '3 seats per month'],
  [1, 'seat per month', '1 seat per month'],
  [2, 'mailbox per month', '2 mailboxes per month'],
  [2, 'license', '2 licenses'],
  [2, '1M tokens', '2M tokens'],
  [3, '1M input tokens', '3M input tokens'],
  [5, '1M characters', '5M characters'],
  [2, '1k pages', '2k pages'],
  [1, '1k calls', '1k calls'],
  [2, 'audio hour', '2 audio hours'],
  [90, 'minute', '90 minutes'],
  [2, 'project', '2 projects'],
  [12, 'month', '12 months'],
  [4, 'box of twelve', '4 × box of twelve'],
  [4, 'Stück', '4 × Stück'],
  [4, '1/2 liter', '4 × 1/2 liter'],
  [24, '100 calls', '2,400 calls'],
  [24, '1 hour', '24 hours'],
  [24, '30 day', '720 days'],
  [1, '30 day', '30 days'],
  [2, '8 GPU hour', '16 GPU hours'],
  [2, '12 month', '24 months'],
  [2, '30 days', '60 days'],
  [2, '10 seat per month', '20 seats per month'],
  [24, 'per hour', '24 × per hour'],
  [24, 'constructor', '24 × constructor'],
  [4, '', null],
  [4, 'free', null],
])('[V-06] %i of %j is %j', (quantity, unit, text) => {
  expect(quantityInUnits(quantity, unit)).toBe(text);
});

test('[V-07] several machines say how many, and how long each', () => {
  expect(quantityInUnits(24, 'hour', 2)).toBe('2 machines × 24 hours');
  expect(quantityInUnits(1, '30 day', 3)).toBe('3 machines × 30 days');
  expect(quantityInUnits(24, 'hour', 1)).toBe('24 hours');
  expect(countText(24)).toBe('24');
  expect(countText(24, 2)).toBe('2 × 24');
});
