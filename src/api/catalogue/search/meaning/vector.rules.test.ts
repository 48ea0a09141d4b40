import { expect, test } from 'vitest';
import { fuse } from './fuse.rules.ts';
import { hashOf, meaningText } from './meaning-text.rules.ts';
import { createPatience } from './patience.rules.ts';
import { createSignatures } from './signatures.ts';
import { leastThatStandsOut, signatureOf, similarity, toBytes } from './vector.rules.ts';

/** The same numbers from -1 to 1 in each run. */
function numbersFrom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

test('[Q-20] a kept vector points where the vector points', () => {
  const next = numbersFrom(1);
  const vector = Float32Array.from({ length: 384 }, next);
  expect(similarity(vector, toBytes(vector))).toBeGreaterThan(0.999);
  expect(similarity(vector, toBytes(vector.map((value) => -value)))).toBeLessThan(-0.999);
  expect(similarity(vector, toBytes(new Float32Array(384)))).toBe(0);
  expect([...toBytes(new Float32Array([2, -1, 0]))]).toEqual([127, -63, 0]);
});

test('[Q-20] the nearest signatures are those with the fewest other bits, however many came and went', () => {
  const next = numbersFrom(2);
  const vectors = Array.from({ length: 700 }, () => Float32Array.from({ length: 70 }, next));
  const signatures = createSignatures(3);
  for (const [position, vector] of vectors.entries()) signatures.set(position, signatureOf(vector));
  for (let position = 0; position < 700; position += 3) signatures.delete(position);
  signatures.set(1, signatureOf(vectors[1] as Float32Array));
  signatures.delete(9_999);
  const kept = vectors.map((_, position) => position).filter((position) => position % 3 !== 0);
  expect(signatures.positions().sort((a, b) => a - b)).toEqual(kept);
  const asked = Float32Array.from({ length: 70 }, next);
  const distance = (position: number) =>
    asked.filter((value, at) => value > 0 !== ((vectors[position] as Float32Array)[at] ?? 0) > 0).length;
  const near = signatures.nearest(signatureOf(asked), 40);
  expect(new Set(near).size).toBe(40);
  const expected = kept.map(distance).sort((a, b) => a - b);
  expect(near.map(distance).sort((a, b) => a - b)).toEqual(expected.slice(0, 40));
  expect(signatures.nearest(signatureOf(asked), 1_000)).toHaveLength(kept.length);
  expect(new Set(signatures.spread(50)).size).toBe(50);
});

test('[Q-20] what is as near as all others are does not stand out', () => {
  const usual = [0.3, 0.32, 0.29, 0.31, 0.33, 0.28, 0.3, 0.34, 0.27];
  const bound = leastThatStandsOut([...usual, 0.6]);
  expect(bound).toBeGreaterThan(0.34);
  expect(bound).toBeLessThan(0.6);
  expect(leastThatStandsOut([0.1, 0.2, 0.9]), 'too few to say').toBe(0);
});

test('[Q-20] what both lists have comes first, then each list in its order', () => {
  const of = (...positions: number[]) => positions.map((position) => ({ position }));
  expect(fuse(of(1, 2, 3), of(3, 4)).map(({ position }) => position)).toEqual([3, 1, 2, 4]);
  expect(fuse(of(1, 2), of(9, 8)).map(({ position }) => position)).toEqual([1, 9, 2, 8]);
  expect(fuse([], of(5))).toEqual(of(5));
});

test('[Q-20] a text is bounded, whole letters, and known again for its model alone', () => {
  const product = { product_name: 'Name', product_type: 'data', description: `😀`.repeat(2_000), specs: [] } as const;
  const text = meaningText({ ...product, specs: [] });
  expect(text.length).toBeLessThanOrEqual(2_000);
  expect(text.isWellFormed()).toBe(true);
  expect(hashOf('a', text)).toBe(hashOf('a', text));
  expect(hashOf('b', text)).not.toBe(hashOf('a', text));
});

test('[Q-20] whoever fails is asked again after a while, twice as long each time, and not sooner than they say', () => {
  let time = 0;
  const patience = createPatience(2, () => time);
  const away = { reason: 'away', retryAfterSeconds: null } as const;
  const waits = () => {
    const from = time;
    while (!patience.mayAsk()) time += 1_000;
    return (time - from) / 1_000;
  };
  patience.recordFailure(away, time);
  expect(patience.mayAsk()).toBe(true);
  const pauses = Array.from({ length: 8 }, () => {
    patience.recordFailure(away, time);
    return waits();
  });
  expect(pauses).toEqual([15, 30, 60, 120, 240, 480, 600, 600]);
  patience.recordSuccess();
  patience.recordFailure({ reason: 'away', retryAfterSeconds: 90 }, time);
  expect(waits()).toBe(90);
  patience.recordFailure({ reason: 'key', retryAfterSeconds: null }, time);
  expect(waits()).toBe(3_600);
});
