import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWhole, type Part, withPart } from './download.rules.ts';
import { agentOf, coarseNetwork } from './who-fetches.ts';

describe('[G-08] what of a file has gone out', () => {
  test('parts are joined where they touch', () => {
    const add = (...parts: Part[]) => parts.reduce<Part[]>((all, part) => withPart(all, part), []);
    expect(add([0, 4], [5, 9])).toEqual([[0, 9]]);
    expect(add([5, 9], [0, 3])).toEqual([
      [0, 3],
      [5, 9],
    ]);
    expect(add([5, 9], [0, 3], [4, 4])).toEqual([[0, 9]]);
    expect(add([0, 9], [3, 4])).toEqual([[0, 9]]);
    expect(add([0, -1])).toEqual([]);
  });

  test('a file is whole when each of its bytes went out, and never before', () => {
    const range = fc.tuple(fc.nat(39), fc.nat(39)).map(([a, b]): Part => [Math.min(a, b), Math.max(a, b)]);
    fc.assert(
      fc.property(fc.array(range, { maxLength: 30 }), (parts) => {
        const bytes = new Set(
          parts.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at)),
        );
        const kept = parts.reduce<Part[]>((all, part) => withPart(all, part), []);
        expect(isWhole(kept, 40)).toBe(bytes.size === 40);
        expect(kept.reduce((sum, [from, to]) => sum + to - from + 1, 0)).toBe(bytes.size);
      }),
    );
  });

  test('however many parts there are, few are kept', () => {
    let kept: Part[] = [];
    for (let at = 0; at < 1_000; at++) kept = withPart(kept, [at * 10, at * 10 + 3]);
    expect(kept.length).toBeLessThanOrEqual(64);
    expect(isWhole(kept, 9_994)).toBe(false);
    expect(isWhole(withPart(kept, [0, 9_993]), 9_994)).toBe(true);
    expect(isWhole([], 0)).toBe(true);
    expect(isWhole([], 1)).toBe(false);
  });

  test.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['unknown', ''],
    ['', ''],
  ])('of the address %s stays %s', (address, network) => {
    expect(coarseNetwork(address)).toBe(network);
  });

  test('of what a program calls itself stays a line', () => {
    expect(agentOf(`curl/8${'x'.repeat(1_000)}`)).toHaveLength(200);
    expect(agentOf('a\u0000ü\nb')).toBe('ab');
    expect(agentOf(null)).toBe('');
  });
});
