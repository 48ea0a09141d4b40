import { expect, test } from 'vitest';
import { getsText } from './gets-text.ts';
import type { GoodsOfOne } from './goods.ts';

test.each<[GoodsOfOne, number, string | null, string]>([
  [{}, 1, null, 'Delivered by hand'],
  [{}, 1, 'Granite Loop', 'Delivered by hand by Granite Loop'],
  [{ files: { updates: 'none' } }, 1, 'Granite Loop', 'Files, at once'],
  [{ files: { updates: 'none' }, keys: { source: 'list' } }, 1, null, 'Files, at once · A key'],
  [{ keys: { source: 'list' } }, 3, null, '3 keys'],
  [{ keys: { source: 'signed', seats: 5, valid_days: 30 } }, 2, null, '2 keys for 5 seats each, valid 30 days'],
  [{ access: { by: 'endpoint', within_minutes: 15 } }, 1, null, 'Access within 15 minutes'],
  [{ access: { by: 'text', valid_days: 90 } }, 3, null, 'Access, at once, valid 90 days'],
  [{ hours: { by: 'endpoint', minutes_each: 90 } }, 2, null, '3 hours of machine time'],
])('[G-01] %j, %i of it, is told as it is got', (goods, quantity, shop, text) => {
  expect(getsText(goods, { quantity, shop })).toBe(text);
});
