import { expect, test } from 'vitest';
import { isGone } from './query-client.ts';

const webhook = '/seller/{sellerId}/webhook/{webhookId}';
const own = { sellerId: 'a', webhookId: '1' };
const deleted = { method: 'DELETE', path: webhook, values: own };

test.each([
  ['what was deleted', [webhook, { path: own }, 'found'], true],
  ['a part of it', [`${webhook}/delivery`, { path: own }, '', 'pages'], true],
  ['another of its kind', [webhook, { path: { ...own, webhookId: '2' } }], false],
  ['the list that it was in', ['/seller/{sellerId}/webhook', { path: { sellerId: 'a' } }], false],
  ['what only begins with the same words', [`${webhook}s`, { path: own }], false],
  ['what has no parameters', ['/buyer-wallet', null], false],
  ['what has a name of its own', ['people', 'a', true], false],
])('%s is not asked for again after a deletion, and everything else is', (_, key, gone) => {
  expect(isGone(key, deleted)).toBe(gone);
  expect(isGone(key, { ...deleted, method: 'PUT' })).toBe(false);
});
