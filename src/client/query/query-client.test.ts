import { expect, test } from 'vitest';
import { isGone } from './query-client.ts';

const webhook = '/seller/{sellerId}/webhook/{webhookId}';

test.each([
  ['what was deleted', [webhook, null, 'found'], true],
  ['a part of it', [`${webhook}/delivery`, null, '', 'pages'], true],
  ['the list that it was in', ['/seller/{sellerId}/webhook', null], false],
  ['what only begins with the same words', [`${webhook}s`, null], false],
  ['what has a name of its own', ['people', 'a', true], false],
])('%s is not asked for again after a deletion, and everything else is', (_, key, gone) => {
  expect(isGone(key, 'DELETE', webhook)).toBe(gone);
  expect(isGone(key, 'PUT', webhook)).toBe(false);
});

test('what there is one of is asked for again: after its deletion it says that there is none', () => {
  const path = '/seller/{sellerId}/provision-endpoint';
  expect(isGone([path, null], 'DELETE', path)).toBe(false);
});
