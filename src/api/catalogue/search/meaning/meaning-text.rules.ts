// The text by which an endpoint for embeddings knows a product: what it is called, what it is, and what it is for.
import { createHash } from 'node:crypto';
import type { ProductType } from '#contract/catalogue/product/product.ts';
import type { Searched } from '../../../schema/product.record.ts';

/** Characters of a text: most models read some hundred words, and charge for all. */
const LONGEST_TEXT = 2_000;

const categoryLabels: Record<ProductType, string> = {
  solutions: 'Software',
  computing: 'Computing',
  data: 'Dataset',
  algorithm: 'Algorithm',
};

export type Described = Pick<Searched, 'product_name' | 'product_type' | 'description' | 'specs'>;

export function meaningText({ product_name, product_type, description, specs }: Described): string {
  const rows = specs.map(({ name, value }) => `${name}: ${value}.`).join(' ');
  return `${product_name}. ${categoryLabels[product_type]}. ${description} ${rows}`
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_TEXT)
    .toWellFormed();
}

/** Same for the same text of the same model: it need not be asked again. */
export function hashOf(model: string, text: string): string {
  return createHash('sha256').update(`${model}\0${text}`).digest('hex').slice(0, 32);
}
