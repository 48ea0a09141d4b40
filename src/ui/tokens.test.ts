import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Pair = { front: string; back: string; atLeast: number };

const TEXT = 4.5;
const SHAPE = 3; // borders of controls, stars, focus rings: WCAG 2.2, 1.4.11

const surfaces = ['canvas', 'surface', 'raised', 'sunken'];
const categoryHues = ['solutions', 'computing', 'data', 'algorithm'];
const textOnSurfaces = ['ink', 'ink-2', 'ink-3', 'accent-ink', 'success', 'danger', 'warning', ...categoryHues];
const shapesOnSurfaces = ['line-strong', 'star', 'focus', 'accent'];

/** Every pair in use; a new pair in a component belongs in here. */
const pairs: Pair[] = [
  ...onAllSurfaces(textOnSurfaces, TEXT),
  ...onAllSurfaces(shapesOnSurfaces, SHAPE),
  { front: 'on-accent', back: 'accent', atLeast: TEXT },
  { front: 'on-accent', back: 'accent-hover', atLeast: TEXT },
  { front: 'on-primary', back: 'primary', atLeast: TEXT },
  { front: 'on-primary', back: 'primary-hover', atLeast: TEXT },
  { front: 'accent-ink', back: 'accent-soft', atLeast: TEXT },
  { front: 'success', back: 'success-soft', atLeast: TEXT },
  { front: 'danger', back: 'danger-soft', atLeast: TEXT },
  { front: 'ink', back: 'success-soft', atLeast: TEXT },
  { front: 'ink', back: 'danger-soft', atLeast: TEXT },
  { front: 'on-sale', back: 'sale', atLeast: TEXT },
];

const colours = readColours(readFileSync(new URL('tokens.css', import.meta.url), 'utf8'));

test.each(['light', 'dark'] as const)('every pair of colours in use can be read in the %s theme', (theme) => {
  const faulty = pairs
    .map((pair) => ({ ...pair, contrast: contrast(colours[theme].get(pair.front), colours[theme].get(pair.back)) }))
    .filter(({ contrast, atLeast }) => contrast === null || contrast < atLeast);
  expect(faulty, table(faulty)).toEqual([]);
});

test('the sum is the one of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrast('#ffffff', undefined)).toBe(null);
});

function onAllSurfaces(fronts: string[], atLeast: number): Pair[] {
  return fronts.flatMap((front) => surfaces.map((back) => ({ front, back, atLeast })));
}

function readColours(css: string) {
  const light = new Map<string, string>();
  const dark = new Map<string, string>();
  for (const [, name = '', first = '', second = ''] of css.matchAll(
    /--([\w-]+):\s*light-dark\(\s*(#[\da-f]{6})\s*,\s*(#[\da-f]{6})\s*\)\s*;/gi,
  )) {
    light.set(name, first);
    dark.set(name, second);
  }
  return { light, dark };
}

/** Null when the file lacks one of the two. */
function contrast(one: string | undefined, other: string | undefined): number | null {
  if (!one || !other) return null;
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function table(rows: (Pair & { contrast: number | null })[]): string {
  const lines = rows.map(({ front, back, atLeast, contrast }) => {
    const found = contrast === null ? 'missing in tokens.css' : `${contrast.toFixed(2)}, needs ${atLeast}`;
    return `${front.padEnd(12)} on ${back.padEnd(13)} ${found}`;
  });
  return ['Contrast too low:', ...lines].join('\n');
}

test('a red button takes something away, and an ember one buys or pays: no component fills a button itself', () => {
  const rooms = ['admin', 'client', 'product-form', 'storefront', 'ui'].map((room) => `src/${room}`);
  const files = rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => `${room}/${name}`),
  );
  const buys = /\/(buyer-wallet|cart|checkout|order|product)\/|\/selling\/product-editor\/product-preview\.tsx$/;
  const faulty = files.filter((file) => {
    const text = readFileSync(file, 'utf8');
    return /btn[^"'`]*\bbg-(sale|danger|accent)\b/.test(text) || (text.includes('btn-accent') && !buys.test(file));
  });
  expect(files.length).toBeGreaterThan(200);
  expect(faulty).toEqual([]);
});
