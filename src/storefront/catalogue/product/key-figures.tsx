import { attributeText } from '#contract/catalogue/product/attribute-text.ts';
import type { Product } from '#contract/catalogue/product/product.ts';
import { attributesOf } from '#contract/catalogue/product/product-attributes.ts';

/** Attributes that buyers of a category look at first, in this order. */
const first: Partial<Record<Product['product_type'], readonly string[]>> = {
  data: ['rows', 'size', 'language', 'format', 'personal_data'],
  algorithm: ['parameters', 'task', 'framework', 'precision'],
  solutions: ['deployment', 'support'],
};
const SHOWN = 4;
/** Longer ones are for the list of all attributes. */
const LONGEST = 24;

/** The few attributes that decide, large, below the picture. Nothing of machines: their variants stand there. */
export function KeyFigures({ product }: { product: Product }) {
  const attributes = attributesOf(product.product_type);
  const figures = (first[product.product_type] ?? []).flatMap((name) => {
    const attribute = attributes.find((each) => each.name === name);
    const value = product.attributes?.[name];
    const text = attribute && value !== undefined ? attributeText(attribute, value) : '';
    return attribute && text && text.length <= LONGEST ? [{ label: attribute.label, text }] : [];
  });
  if (figures.length < 2) return null;
  return (
    <dl className="grid grid-cols-2 border-y sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none">
      {figures.slice(0, SHOWN).map(({ label, text }) => (
        <div key={label} className="py-3 pr-3 max-sm:nth-[n+3]:border-t sm:not-first:border-l sm:not-first:pl-5">
          <dt className="text-xs text-ink-3">{label}</dt>
          <dd className="num mt-1 text-lg font-[540] first-letter:uppercase">
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
