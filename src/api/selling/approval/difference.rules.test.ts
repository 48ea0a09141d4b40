import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differenceSchema } from '#contract/selling/listing/difference.schema.ts';
import type { FieldDifference, TextPart } from '#contract/selling/listing/difference.ts';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import { applicationDifference, differenceOf } from './difference.rules.ts';
import { compareLines, compareWords, startWork } from './text-difference.rules.ts';

const calls: ListingContent = {
  product_name: 'Two-Speaker Phone Calls, US English, 1,000 Hours',
  product_type: 'data',
  description: 'Phone conversations.\n\nTranscribed by hand.\n\n- 2,140 speakers\n- Overlaps\n\nWord error is 2.1 %.',
  pictures: ['/pictures/a.webp', '/pictures/b.webp'],
  price: 1_200,
  on_sale: false,
  sale_price: null,
  stock: null,
  price_unit: '',
  options: [{ name: 'Format', choices: ['WAV', 'FLAC'] }],
  specs: [
    { name: 'Version', value: '2.1.0' },
    { name: 'Hours', value: '1,000' },
  ],
  attributes: { language: ['English'], collected_to: '2026-02' },
  variants: [
    {
      selected_options: [{ name: 'Format', value: 'WAV' }],
      price: 1_200,
      sale_price: null,
      stock: null,
      is_default: true,
    },
    {
      selected_options: [{ name: 'Format', value: 'FLAC' }],
      price: 900,
      sale_price: null,
      stock: 3,
      is_default: false,
    },
  ],
  license: 'CC-BY-4.0',
};

const change = (given: Partial<ListingContent>) => differenceOf(calls, { ...calls, ...given });
const only = (given: Partial<ListingContent>): FieldDifference => {
  const { fields } = differenceSchema.parse(change(given));
  expect(fields).toHaveLength(1);
  return fields[0] as FieldDifference;
};
/** Texts of the variants of a first version. */
const textsOf = (given: Partial<ListingContent>) => {
  const variants = differenceOf(null, { ...calls, ...given }).fields.find(({ field }) => field === 'variants');
  return variants?.shape === 'list' ? variants.items.map(({ parts }) => parts.map(({ text }) => text).join('')) : [];
};
/** 'a [-b-][+c+] d'. */
const marked = (parts: TextPart[]) =>
  parts.map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `[+${text}+]`)).join('');

test('[S-08] nothing differs where nothing was changed', () => {
  expect(change({})).toEqual({ fields: [], unchanged: 11, files: [], files_left_out: 0 });
});

test('[S-08] a name is compared by whole words, what is removed before what is added', () => {
  const name = only({ product_name: 'Two-Speaker Phone Calls, US English, 1,060 Hours' });
  expect(name).toMatchObject({ field: 'product_name', label: 'Name', kind: 'changed', shape: 'text' });
  expect(name.shape === 'text' && name.blocks).toEqual([
    {
      kind: 'changed',
      parts: [
        { kind: 'same', text: 'Two-Speaker Phone Calls, US English, ' },
        { kind: 'removed', text: '1,000 ' },
        { kind: 'added', text: '1,060 ' },
        { kind: 'same', text: 'Hours' },
      ],
    },
  ]);
  expect(change({ product_name: 'Other' }).unchanged).toBe(10);
});

test('[S-08] of a description, paragraphs that stay are counted, and lines that change are told word by word', () => {
  const text = only({
    description:
      'Phone conversations.\n\nTranscribed by hand.\n\n- 2,268 speakers\n- Overlaps\n- Fillers\n\nWord error is 1.8 %.',
  });
  expect(
    text.shape === 'text' &&
      text.blocks.map((block) => (block.kind === 'same' ? block.paragraphs : marked(block.parts))),
  ).toEqual([2, '- [-2,140 -][+2,268 +]speakers\n', 1, '[+- Fillers\n+]', 0, 'Word error is [-2.1 -][+1.8 +]%.']);
});

describe('[S-08] lists are compared by their keys', () => {
  test('specifications, of which a name may come twice', () => {
    const specs = only({
      specs: [
        { name: 'Hours', value: '1,060' },
        { name: 'Version', value: '2.1.0' },
        { name: 'Version', value: '2.0.0' },
      ],
    });
    expect(specs).toMatchObject({
      shape: 'list',
      same: 1,
      items: [
        { label: 'Hours', kind: 'changed' },
        { label: 'Version', kind: 'added', parts: [{ kind: 'added', text: '2.0.0' }] },
      ],
    });
  });

  test('attributes, as people read them', () => {
    expect(only({ attributes: { language: ['English', 'Welsh'], size: 2e9 } })).toMatchObject({
      items: [
        { label: 'Collected to', kind: 'removed', parts: [{ kind: 'removed', text: '2026-02' }] },
        {
          label: 'Language',
          kind: 'changed',
          parts: [
            { kind: 'same', text: 'English' },
            { kind: 'added', text: ', Welsh' },
          ],
        },
        { label: 'Size', kind: 'added', parts: [{ kind: 'added', text: '2 GB' }] },
      ],
    });
  });

  test('options and variants, by what is chosen', () => {
    const [first, second] = calls.variants ?? [];
    if (!first || !second) throw new Error('there are two');
    const variants = only({ variants: [first, { ...second, price: 950, is_default: true }] });
    expect(variants).toMatchObject({ label: 'Variants', same: 1, items: [{ label: 'Format: FLAC', kind: 'changed' }] });
    const [item] = variants.shape === 'list' ? variants.items : [];
    expect(marked(item?.parts ?? [])).toBe('[-$900.00-][+$950.00+], 3 in stock[+, bought where nothing is chosen+]');
    expect(textsOf({ price_unit: 'hour' })).toEqual([
      '$1,200.00, Available, bought where nothing is chosen',
      '$900.00, 3 free',
    ]);
    expect(textsOf({ price_unit: 'hour', goods: { keys: { source: 'list' } } })[1]).toBe('$900.00, 3 in stock');
    expect(only({ options: [{ name: 'Format', choices: ['WAV', 'OGG'] }] })).toMatchObject({
      items: [{ label: 'Format', kind: 'changed' }],
    });
  });

  test('half a date is not told', () => {
    const [item] = ((found) => (found.shape === 'list' ? found.items : []))(
      only({ attributes: { language: ['English'], collected_to: '2026-09' } }),
    );
    expect(marked(item?.parts ?? [])).toBe('[-2026-02-][+2026-09+]');
  });

  test('an order that has changed is said', () => {
    expect(only({ specs: calls.specs?.toReversed() ?? [] })).toMatchObject({ is_reordered: true, items: [], same: 2 });
  });
});

test('[S-08] pictures are told before and after', () => {
  expect(only({ pictures: ['/pictures/a.webp', '/pictures/c.webp'] })).toEqual({
    field: 'pictures',
    label: 'Pictures',
    shape: 'pictures',
    kind: 'changed',
    before: ['/pictures/a.webp', '/pictures/b.webp'],
    after: ['/pictures/a.webp', '/pictures/c.webp'],
  });
  expect(only({ pictures: [] })).toMatchObject({ kind: 'removed', after: [] });
});

test('[S-08] prices, licenses and categories are told as values; what a change does not say of the offer is not compared', () => {
  expect(only({ price: 1_500.5 })).toMatchObject({ before: '$1,200.00', after: '$1,500.50', kind: 'changed' });
  expect(only({ license: '' })).toMatchObject({ before: 'CC-BY-4.0', after: null, kind: 'removed' });
  const { price: _price, stock: _stock, on_sale: _on, sale_price: _sale, ...staged } = calls;
  expect(differenceOf({ ...calls, stock: 3 }, staged).fields).toEqual([]);
  const sold = calls.variants?.map((variant) => ({ ...variant, price: 1, stock: 1 })) ?? [];
  expect(differenceOf({ ...calls, variants: sold }, staged).fields).toEqual([]);
  expect(differenceOf({ ...calls, variants: sold.slice(0, 1) }, staged).fields).toMatchObject([
    { field: 'variants', same: 1, items: [{ label: 'Format: FLAC', kind: 'added' }] },
  ]);
});

test('[S-08] of a new product and of an application everything is added', () => {
  const { fields, unchanged } = differenceSchema.parse(differenceOf(null, calls));
  expect(fields.map(({ kind }) => kind)).toEqual(fields.map(() => 'added'));
  expect(fields.map(({ label }) => label)).toEqual(
    'Name, Category, Pictures, Description, Price, Stock, Options, Variants, Attributes, Specifications, License'.split(
      ', ',
    ),
  );
  expect(unchanged).toBe(0);
  const application = applicationDifference({ name: 'Alder Voice Labs', country: 'DE', about: '' });
  expect(application.fields).toMatchObject([
    { label: 'Shop name', shape: 'text', kind: 'added' },
    { label: 'Country', shape: 'value', before: null, after: 'Germany' },
  ]);
});

test('texts are told whole: what stays and is added is the new one, what stays and is removed the old one but for spaces', () => {
  const words = fc.array(fc.constantFrom('a', 'b', '1,000', ' ', '  ', '\n', '。', '語', 'é', ',', '🙂'), {
    maxLength: 40,
  });
  const bare = (text: string) => text.replace(/\s+/g, '');
  fc.assert(
    fc.property(words, words, (one, other) => {
      const [before, after] = [one.join(''), other.join('')];
      const parts = compareLines(before, after, startWork()).flatMap((block) =>
        block.kind === 'same' ? [{ kind: 'same', text: block.text } as const] : block.parts,
      );
      const of = (kind: TextPart['kind']) =>
        parts
          .filter((part) => part.kind === 'same' || part.kind === kind)
          .map(({ text }) => text)
          .join('');
      expect(of('added')).toBe(after);
      expect(bare(of('removed'))).toBe(bare(before));
      expect(parts.some(({ kind }) => kind !== 'same')).toBe(before !== after);
    }),
    { examples: [[['b'], ['b', '\n']]] },
  );
});

test('lines with little in common are not told word by word', () => {
  const parts = compareWords('the cat sat on the mat', 'a wholly different sentence on dogs', startWork());
  expect(parts.map(({ kind }) => kind)).toEqual(['removed', 'added']);
});

test.each([
  ['lines', 'a\n', 'b\n'],
  ['words', 'a ', 'b '],
  ['signs', '.', ','],
  ['spaces', ' \t', '\t '],
  ['letters of one word', 'a', 'b'],
])('texts of nothing but %s cost no more than what may be spent, and are told whole', (_what, one, other) => {
  const longest = 20_000;
  const fill = (sign: string) => sign.repeat(longest / sign.length);
  const mixed = Array.from({ length: longest / (one.length + 1) }, (_, index) => (index % 3 ? one : other)).join('');
  for (const [before, after] of [
    [fill(one), fill(other)],
    [fill(one + other), fill(other + one)],
    [mixed, fill(one)],
  ] as const) {
    const work = startWork();
    const blocks = compareLines(before, after, work);
    const joined = blocks
      .flatMap((block) => (block.kind === 'same' ? [block.text] : block.parts.map(({ text }) => text)))
      .join('');
    expect(joined.length).toBeGreaterThanOrEqual(longest);
    expect(work.tokens).toBeGreaterThanOrEqual(0);
  }
});

test('a difference of many long texts stops comparing words, and tells them whole', () => {
  const long = (seed: string) => Array.from({ length: 500 }, (_, index) => `${seed}${index % 7}`).join(' ');
  const specs = (seed: string) =>
    Array.from({ length: 100 }, (_, n) => ({ name: `s${n}`, value: long(`${seed}${n}`) }));
  const [difference] = differenceOf({ specs: specs('a') }, { specs: specs('b') }).fields;
  expect(difference?.shape === 'list' && difference.items).toHaveLength(100);
});

test('what a draft holds of another kind is passed over', () => {
  const junk = { product_name: 7, specs: [null, 'x', {}], options: {}, variants: [{}], attributes: { a: null, b: {} } };
  expect(() => differenceSchema.parse(differenceOf(junk as never, calls))).not.toThrow();
  expect(() => differenceSchema.parse(differenceOf(calls, junk as never))).not.toThrow();
});
