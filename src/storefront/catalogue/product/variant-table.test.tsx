import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Product } from '#contract/catalogue/product/product.ts';
import { VariantTable } from './variant-table.tsx';

/** A product of two options that is sold in these combinations. */
function soldAs(pairs: Array<[region: string, gpus: string]>): Product {
  return {
    product_id: 'a',
    product_name: 'A',
    product_type: 'computing',
    description: '',
    product_img: '',
    price: 1,
    on_sale: false,
    sale_price: null,
    stock: null,
    price_unit: 'hour',
    provider: '',
    options: [
      { name: 'Region', choices: ['Oregon', ...distinct(pairs.map(([region]) => region))] },
      { name: 'GPUs', choices: distinct(pairs.map(([, gpus]) => gpus)) },
    ],
    specs: [],
    variants: pairs.map(([region, gpus], index) => ({
      selected_options: [
        { name: 'Region', value: region },
        { name: 'GPUs', value: gpus },
      ],
      price: index + 1,
      sale_price: null,
      stock: null,
      is_default: false,
    })),
  };
}

const distinct = (texts: string[]) => [...new Set(texts)];
const draw = (product: Product) =>
  renderToStaticMarkup(<VariantTable product={product} chosen={{ selected: [], reviews: null }} />);
const counted = (html: string, piece: RegExp) => html.match(new RegExp(piece, 'g'))?.length ?? 0;

test('[V-02] two options make a table of both, with what is sold of them', () => {
  const html = draw(
    soldAs([
      ['Norway', '1'],
      ['Norway', '8'],
      ['Quebec', '1'],
    ]),
  );
  expect(html).toContain('Prices by Region and GPUs');
  expect(counted(html, /<a /)).toBe(3);
  expect(counted(html, /not offered/)).toBe(1);
  expect(html, 'a region that is nowhere sold').not.toContain('Oregon');
});

test('[V-02] a table that would be empty for the most part is a list', () => {
  const html = draw(soldAs(Array.from({ length: 200 }, (_, index) => [`Region ${index}`, `${index} GPUs`])));
  expect(html).toContain('Prices by choice');
  expect(counted(html, /<a /)).toBe(200);
  expect(counted(html, /<td/)).toBe(200 * 3);
});
