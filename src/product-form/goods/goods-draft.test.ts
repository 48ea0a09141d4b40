import { describe, expect, test } from 'vitest';
import { goodsSchema } from '#contract/goods/goods.schema.ts';
import type { Goods } from '#contract/goods/goods.ts';
import { changeGoods, chosenGoods, goodsChoices, withKind, withOwnGoods, withoutOwnGoods } from './goods-draft.ts';

const large = [{ name: 'Size', value: 'Large' }];
const small = [{ name: 'Size', value: 'Small' }];
const variants = [
  { selected_options: small, price: 1 },
  { selected_options: large, price: 2 },
];
const editionOf = (value: string) =>
  goodsChoices({ variants }).find(({ label }) => label.includes(value))?.edition ?? '';

describe('what a seller says about goods', () => {
  test('[G-01] kinds are combined, and each begins as something that can be saved', () => {
    const kinds = ['files', 'keys', 'access', 'hours'] as const;
    const goods = kinds.reduce<Goods>((now, kind) => withKind(now, kind, true), {});
    expect(goodsSchema.parse(goods)).toEqual({
      files: { updates: 'free' },
      keys: { source: 'list' },
      access: { by: 'text' },
      hours: { by: 'endpoint', minutes_each: 60 },
    });
    expect(kinds.reduce<Goods>((now, kind) => withKind(now, kind, false), goods)).toEqual({});
  });

  test('[G-01] what was chosen once comes back as it was', () => {
    const access = { by: 'text', text: 'Come in' } as const;
    expect(withKind({}, 'access', true, { access })).toEqual({ access });
    expect(withKind({ access: { by: 'endpoint' } }, 'access', true, { access })).toEqual({
      access: { by: 'endpoint' },
    });
  });

  test('[G-01] a product without variants is one choice, with variants all of them and each', () => {
    expect(goodsChoices({})).toEqual([{ edition: '', label: 'The product' }]);
    expect(goodsChoices({ variants }).map(({ label }) => label)).toEqual([
      'All variants',
      expect.stringContaining('Small'),
      expect.stringContaining('Large'),
    ]);
  });

  test('[G-01] a variant with goods of its own begins with what all have, but for the release', () => {
    const whole: Goods = { files: { release: 'one', updates: 'year' }, access: { by: 'text', text: 'Come in' } };
    const goods = withOwnGoods(whole, large);
    expect(goodsSchema.parse(goods)).toEqual(goods);
    expect(chosenGoods(goods, editionOf('Large'))).toEqual({
      files: { updates: 'year' },
      access: { by: 'text', text: 'Come in' },
    });
    expect(chosenGoods(goods, editionOf('Small'))).toBeNull();
    expect(chosenGoods(goods, '')).toEqual(whole);
    expect(withoutOwnGoods(goods, editionOf('Large'))).toEqual(whole);
  });

  test('[G-01] what is changed of one is not changed of the others', () => {
    const before = withOwnGoods({ keys: { source: 'list' } }, large);
    const after = changeGoods(before, editionOf('Large'), () => ({ keys: { source: 'signed' } }));
    expect(chosenGoods(after, '')).toEqual({ keys: { source: 'list' } });
    expect(chosenGoods(after, editionOf('Large'))).toEqual({ keys: { source: 'signed' } });
    const whole = changeGoods(after, '', (now) => withKind(now, 'keys', false));
    expect(chosenGoods(whole, '')).toEqual({});
    expect(chosenGoods(whole, editionOf('Large'))).toEqual({ keys: { source: 'signed' } });
  });
});
