import { expect, test } from 'vitest';
import { getsText } from './gets-text.ts';
import type { GoodsOfOne } from './goods.ts';

test.each<[GoodsOfOne, number, number | null, string]>([
  [{}, 1, null, 'By hand · Delivered by Granite Loop; no time is promised'],
  [{}, 1, 1_440, 'By hand · Delivered within 24 hours by Granite Loop'],
  [{ files: { updates: 'none' } }, 1, 0, 'Files, at once'],
  [{ files: { updates: 'none' }, keys: { source: 'list' } }, 1, 0, 'Files, at once · A key · Delivered at once'],
  [{ keys: { source: 'list' } }, 3, 0, '3 keys · Delivered at once'],
  [
    { keys: { source: 'signed', seats: 5, valid_days: 30 } },
    2,
    0,
    '2 keys for 5 seats each, valid 30 days · Delivered at once',
  ],
  [{ access: { by: 'endpoint', within_minutes: 15 } }, 1, 15, 'Access within 15 minutes'],
  [{ access: { by: 'text', valid_days: 90 } }, 3, 0, 'Access, at once, valid 90 days'],
  [{ hours: { by: 'endpoint', minutes_each: 90 } }, 2, 0, '3 hours of machine time · Delivered at once'],
])('[G-01] [V-09] %j, %i of it in %j minutes, is told as it is got', (goods, quantity, minutes, text) => {
  expect(getsText(goods, { quantity, by: 'Granite Loop', minutes })).toBe(text);
});
