import { attributeText } from '#contract/catalogue/product/attribute-text.ts';
import { type AttributeValue, attributesOf } from '#contract/catalogue/product/product-attributes.ts';
import { isRentalProduct } from '#contract/catalogue/product/product-stock.ts';
import { stockText } from '#contract/catalogue/product/stock-text.ts';
import { selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import { goodsLabels } from '#contract/goods/goods-labels.ts';
import { formatUnitPrice } from '#contract/money/amount/money.ts';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import { t } from '#language/message.ts';
import { LicenseLinks } from '../../../catalogue/license/license-links.tsx';
import { Markdown } from '../../../markdown/markdown.tsx';
import { FieldRow } from './difference-fields.tsx';

/** Everything that a version of a product says, as buyers read it; nothing of it can be bought here. */
export function ProductContent({ content }: { content: ListingContent }) {
  const { product_type: type, pictures = [], description = '', price_unit: unit = '', options = [] } = content;
  const { variants = [], specs = [], license = '' } = content;
  const isRental = isRentalProduct({ price_unit: unit, ...(content.goods && { goods: content.goods }) });
  const attributes = type ? statedOf(content, type) : [];
  return (
    <>
      <FieldRow label={t('Name')}>
        <p dir="auto" className="font-[560]">
          {content.product_name}
        </p>
      </FieldRow>
      {type && (
        <FieldRow label={t('Category')}>
          <p>{type}</p>
        </FieldRow>
      )}
      {pictures.length > 0 && (
        <FieldRow label={t('Pictures')}>
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {pictures.map((address, index) => (
              <li key={address}>
                <img
                  src={address}
                  alt={t('{value} of {length}', { value: index + 1, length: pictures.length })}
                  width="800"
                  height="600"
                  loading="lazy"
                  className="aspect-4/3 w-full rounded-md bg-night object-cover"
                />
              </li>
            ))}
          </ul>
        </FieldRow>
      )}
      <FieldRow label={t('Description')}>
        {description ? <Markdown text={description} /> : <p className="text-ink-3">{t('not stated')}</p>}
      </FieldRow>
      {typeof content.price === 'number' && (
        <FieldRow label={t('Price')}>
          <p className="num">
            {formatUnitPrice(content.price) + (unit && `/${unit}`)}
            {content.on_sale && typeof content.sale_price === 'number' && (
              <span className="text-ink-2">
                {t(', on sale {sale_price}', { sale_price: formatUnitPrice(content.sale_price) })}
              </span>
            )}
          </p>
        </FieldRow>
      )}
      {options.length > 0 && (
        <FieldRow label={t('Options')}>
          <Pairs pairs={options.map(({ name, choices }) => [name, choices.join(', ')])} />
        </FieldRow>
      )}
      {variants.length > 0 && (
        <FieldRow label={t('Variants')}>
          <Pairs
            pairs={variants.map((variant) => [
              selectedOptionsText(variant.selected_options),
              offerText(variant, isRental),
            ])}
          />
        </FieldRow>
      )}
      {attributes.length > 0 && (
        <FieldRow label={t('Attributes')}>
          <Pairs pairs={attributes} />
        </FieldRow>
      )}
      {specs.length > 0 && (
        <FieldRow label={t('Specifications')}>
          <Pairs pairs={specs.map(({ name, value }) => [name, value])} />
        </FieldRow>
      )}
      <FieldRow label={t('What buyers get')}>
        <GoodsContent content={content} />
      </FieldRow>
      <FieldRow label={t('License')}>
        <p>{license ? <LicenseLinks expression={license} /> : <span className="text-ink-3">{t('not stated')}</span>}</p>
      </FieldRow>
    </>
  );
}

function GoodsContent({ content: { goods = {} } }: { content: ListingContent }) {
  const { variants = [], ...whole } = goods;
  const rows = [
    ['', goodsLabels(whole), whole.access?.text] as const,
    ...variants.map((own) => [selectedOptionsText(own.selected_options), goodsLabels(own), own.access?.text] as const),
  ];
  return rows.map(([choices, words, text]) => (
    <div key={choices}>
      {choices && <p className="text-ink-2">{choices}</p>}
      <p>{words.length > 0 ? words.join('. ') : t('Delivered by hand')}</p>
      {text && <p className="mt-1 text-sm whitespace-pre-wrap text-ink-2">{text}</p>}
    </div>
  ));
}

function Pairs({ pairs }: { pairs: Array<[name: string, value: string]> }) {
  return (
    <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[minmax(6rem,auto)_minmax(0,1fr)]">
      {pairs.map(([name, value], index) => (
        <div key={index} className="contents">
          <dt className="text-ink-2">
            <bdi>{name}</bdi>
          </dt>
          <dd className="num min-w-0 whitespace-pre-wrap max-sm:mb-2">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Type = NonNullable<ListingContent['product_type']>;
type DraftVariant = NonNullable<ListingContent['variants']>[number];

function statedOf({ attributes = {} }: ListingContent, type: Type): Array<[string, string]> {
  return attributesOf(type).flatMap((attribute): Array<[string, string]> => {
    const value = attributes[attribute.name];
    return value === undefined || value === null
      ? []
      : [[attribute.label, attributeText(attribute, value as AttributeValue)]];
  });
}

/** '$8, on sale $7.50, 3 in stock'; of what is sold by time '3 free'. */
function offerText({ price, sale_price: sale, stock = null }: DraftVariant, isRental: boolean): string {
  return [
    ...(typeof price === 'number' ? [formatUnitPrice(price)] : []),
    ...(typeof sale === 'number' ? [t('on sale {sale}', { sale: formatUnitPrice(sale) })] : []),
    stockText({ stock, is_rental: isRental }),
  ].join(', ');
}
