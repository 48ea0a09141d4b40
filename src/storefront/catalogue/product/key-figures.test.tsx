import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Product } from '#contract/catalogue/product/product.ts';
import { KeyFigures } from './key-figures.tsx';

const shown = (product_type: Product['product_type'], attributes: Product['attributes']) => {
  const html = renderToStaticMarkup(<KeyFigures product={{ product_type, attributes } as Product} />);
  return [...html.matchAll(/<dt[^>]*>([^<]+)<\/dt><dd[^>]*><bdi>([^<]+)/g)].map(
    ([, name, value]) => `${name}: ${value}`,
  );
};

test('[V-04] of a data set the four figures that decide stand below its picture', () => {
  const all = {
    format: ['CSV', 'Parquet'],
    rows: 40_000,
    size: 64_600_000,
    language: ['English'],
    personal_data: false,
  };
  expect(shown('data', all)).toEqual(['Rows: 40,000', 'Size: 64.6 MB', 'Language: English', 'Format: CSV, Parquet']);
});

test('[V-04] one alone, and what is long, is for the list of all attributes', () => {
  expect(shown('algorithm', { parameters: 19 })).toEqual([]);
  expect(shown('algorithm', { parameters: 19, task: ['classification', 'segmentation'] })).toEqual([]);
  expect(shown('algorithm', { parameters: 19, framework: ['NumPy'] })).toEqual(['Parameters: 19', 'Framework: NumPy']);
});
