import { expect, test } from 'vitest';
import { makeCard } from './hub-card.rules.ts';

const facts = { repo: { namespace: 'shop', name: 'data' }, license: 'MIT', version: '1.0.0', isDataset: true };

test('names that every object knows are no licenses and no formats', () => {
  const plain = makeCard({ ...facts, license: 'LicenseRef-other', paths: ['data/train.csv', 'a.unknown'] });
  const hostile = makeCard({ ...facts, license: 'constructor', paths: ['data/train.csv', 'a.constructor'] });
  expect(hostile).toBe(plain.replaceAll('LicenseRef-other', 'constructor').replaceAll('a.unknown', 'a.constructor'));
  expect(hostile).toContain('license: other');
});
