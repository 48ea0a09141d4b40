import { attributeText } from '#contract/catalogue/product/attribute-text.ts';
import type { Product } from '#contract/catalogue/product/product.ts';
import { attributesOf } from '#contract/catalogue/product/product-attributes.ts';
import { t } from '#language/message.ts';

/** Attributes to filter and compare the product by, as far as it states them. */
export function AttributeList({ product }: { product: Product }) {
  const stated = attributesOf(product.product_type).flatMap((attribute) => {
    const value = product.attributes?.[attribute.name];
    return value === undefined ? [] : [{ attribute, text: attributeText(attribute, value) }];
  });
  if (stated.length === 0) return null;
  return (
    <section aria-label={t('Attributes')} className="mb-8 text-sm">
      <h2 className="mb-2 text-sm font-[580]">{t('Attributes')}</h2>
      <dl>
        {stated.map(({ attribute, text }) => (
          <div key={attribute.name} className="flex gap-4 border-t py-3">
            <dt className="w-2/5 flex-none text-ink-3">{attribute.label}</dt>
            <dd className="num min-w-0">
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
