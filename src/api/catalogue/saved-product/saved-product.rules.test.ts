import { describe, expect, test } from 'vitest';
import type { Alerts } from '../../schema/product.record.ts';
import { askAlerts, judgeAlerts, versionOf, type Watched } from './saved-product.rules.ts';

function aWatched(given: Partial<Watched> & { version?: string } = {}): Watched {
  const { version, ...rest } = given;
  return {
    effective_micros: 2_000_000,
    price_unit: 'hour',
    in_stock: true,
    specs: version ? [{ name: 'Version', value: version }] : [],
    ...rest,
  };
}

describe('asking', () => {
  test('an alert is compared with what is so when it is asked for, and stays so when it is asked for again', () => {
    const asked = askAlerts(['cheaper', 'back_in_stock'], {}, aWatched());
    expect(asked).toEqual({ cheaper: { micros: 2_000_000, unit: 'hour' }, back_in_stock: { in_stock: true } });
    const dearer = aWatched({ effective_micros: 3_000_000, in_stock: false });
    expect(askAlerts(['cheaper'], asked, dearer)).toEqual({ cheaper: { micros: 2_000_000, unit: 'hour' } });
    expect(askAlerts(['cheaper'], {}, dearer)).toEqual({ cheaper: { micros: 3_000_000, unit: 'hour' } });
  });

  test('a product that names no version has no alert about one', () => {
    expect(askAlerts(['new_version'], {}, aWatched())).toEqual({});
    expect(askAlerts(['new_version'], {}, aWatched({ version: '1.2' }))).toEqual({ new_version: { version: '1.2' } });
  });
});

test.each([
  [[{ name: 'Version', value: ' 2.1 ' }], '2.1'],
  [[{ name: 'last updated', value: '2026-11' }], '2026-11'],
  [
    [
      { name: 'Updated', value: '2026-11' },
      { name: 'Release', value: '7' },
    ],
    '7',
  ],
  [[{ name: 'Version', value: '' }], null],
  [[{ name: 'Updates', value: 'monthly' }], null],
  [[{ name: 'CUDA version', value: '12' }], null],
  [[], null],
])('the version in %j is %j', (specs, version) => {
  expect(versionOf(specs)).toBe(version);
});

describe('[Q-09] judging', () => {
  const cheaper: Alerts = { cheaper: { micros: 2_000_000, unit: 'hour' } };

  test('a price that has fallen is told once: the new one is what is compared with', () => {
    const now = aWatched({ effective_micros: 1_500_000 });
    const judged = judgeAlerts(cheaper, now);
    expect(judged.news).toEqual([{ kind: 'cheaper', wasMicros: 2_000_000, micros: 1_500_000, unit: 'hour' }]);
    expect(judgeAlerts(judged.alerts, now).news).toEqual([]);
    expect(judgeAlerts(judged.alerts, aWatched({ effective_micros: 1_400_000 })).news).toHaveLength(1);
  });

  test.each([
    ['the same price', {}],
    ['a higher one', { effective_micros: 2_100_000 }],
    ['a lower one for something else', { effective_micros: 1, price_unit: 'minute' }],
  ])('%s is no news', (_what, given) => {
    expect(judgeAlerts(cheaper, aWatched(given)).news).toEqual([]);
  });

  test('a price that rises and falls to what it was is no news; one for something else is compared with itself', () => {
    const risen = judgeAlerts(cheaper, aWatched({ effective_micros: 3_000_000 })).alerts;
    expect(judgeAlerts(risen, aWatched()).news).toEqual([]);
    const other = judgeAlerts(cheaper, aWatched({ effective_micros: 50_000, price_unit: 'minute' })).alerts;
    expect(judgeAlerts(other, aWatched({ effective_micros: 40_000, price_unit: 'minute' })).news).toHaveLength(1);
  });

  test('what was sold out and is not any more is told once, and asked for anew', () => {
    const sold = judgeAlerts({ back_in_stock: { in_stock: true } }, aWatched({ in_stock: false }));
    expect(sold).toEqual({ news: [], alerts: { back_in_stock: { in_stock: false } } });
    expect(judgeAlerts(sold.alerts, aWatched())).toEqual({ news: [{ kind: 'back_in_stock' }], alerts: {} });
  });

  test('another version is told; that none is named is not', () => {
    const known: Alerts = { new_version: { version: '1' } };
    expect(judgeAlerts(known, aWatched({ version: '1' })).news).toEqual([]);
    expect(judgeAlerts(known, aWatched())).toEqual({ news: [], alerts: known });
    expect(judgeAlerts(known, aWatched({ version: '2' }))).toEqual({
      news: [{ kind: 'new_version', was: '1', version: '2' }],
      alerts: { new_version: { version: '2' } },
    });
  });

  test('several at once are all told', () => {
    const all: Alerts = { ...cheaper, back_in_stock: { in_stock: false }, new_version: { version: '1' } };
    const { news } = judgeAlerts(all, aWatched({ effective_micros: 1_000_000, version: '2' }));
    expect(news.map(({ kind }) => kind)).toEqual(['cheaper', 'back_in_stock', 'new_version']);
  });
});
