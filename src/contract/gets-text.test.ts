import { expect, test } from 'vitest';
import { getsText } from './gets-text.ts';
import type { GoodsOfOne } from './goods.ts';

const files = { updates: 'free' } as const;
const keys = { source: 'list' } as const;

test.each<[GoodsOfOne, number, string | null, string]>([
  [{}, 1, null, 'Delivered by hand'],
  [{}, 1, 'Granite Loop', 'Delivered by hand by Granite Loop'],
  [{ files }, 1, 'Granite Loop', 'Files, at once'],
  [{ keys }, 1, null, 'Key, at once'],
  [{ keys }, 2, null, 'Keys, at once'],
  [{ files, keys }, 1, null, 'Files and key, at once'],
  [{ access: { by: 'endpoint', within_minutes: 15 } }, 1, null, 'Access within 15 min'],
  [{ access: { by: 'endpoint' } }, 1, null, 'Access'],
  [{ files, access: { by: 'text' } }, 1, null, 'Files, at once; access, at once'],
  [{ hours: { by: 'endpoint', minutes_each: 90 } }, 2, null, '3 h on a machine, started when you want'],
])('[G-01] %j of %i is told as it is got', (goods, quantity, shop, text) => {
  expect(getsText(goods, { quantity, shop })).toBe(text);
});
