import { effectivePrice, type Product, type Variant } from '#contract/catalogue/product/product.ts';
import { isRentalProduct, stockOf } from '#contract/catalogue/product/product-stock.ts';
import { stockText } from '#contract/catalogue/product/stock-text.ts';
import { selectedOptionsText, variantKey } from '#contract/catalogue/product/variant.ts';
import { formatUnitPrice } from '#contract/money/amount/money.ts';
import { t } from '#language/message.ts';
import { choiceOf } from './options/chosen-options.ts';
import type { ChosenOptions } from './options/use-chosen-options.ts';
import { asVariant } from './options/variant-offer.ts';
import { productAddress } from './product-address.ts';

type VariantTableProps = { product: Product; chosen: Pick<ChosenOptions, 'selected' | 'reviews'> };
type ShownProps = VariantTableProps & { isRental: boolean };
type Option = Product['options'][number];

const headCell = 'px-2.5 py-2 font-normal';
const cell = 'py-1 text-right sm:px-1';

/** Everything that can be chosen of a product, with what it costs and whether there is any. Each leads to that choice. */
export function VariantTable({ product, chosen }: VariantTableProps) {
  const { variants = [], price_unit: unit, product_type: type } = product;
  if (variants.length < 2) return null;
  const axes = axesOf(product);
  const shown = { product, chosen, isRental: isRentalProduct(product) };
  return (
    <section aria-labelledby="variants" className="min-w-0">
      <h2 id="variants" className="text-xl">
        {type === 'computing'
          ? t(
              '{count, plural, =2 {Two} =3 {Three} =4 {Four} =5 {Five} =6 {Six} =7 {Seven} =8 {Eight} =9 {Nine} =10 {Ten} =11 {Eleven} =12 {Twelve} other {#}} ways to rent it',
              { count: variants.length },
            )
          : t(
              '{count, plural, =2 {Two} =3 {Three} =4 {Four} =5 {Five} =6 {Six} =7 {Seven} =8 {Eight} =9 {Nine} =10 {Ten} =11 {Eleven} =12 {Twelve} other {#}} ways to buy it',
              { count: variants.length },
            )}
      </h2>
      <p className="mt-1 text-sm text-ink-3">
        {product.stock !== null && `${stockText(stockOf(product))}. `}
        {unit
          ? t('Price per {unit}, and how many there are.', { unit })
          : t('What each costs, and how many there are.')}
      </p>
      <div className="-mx-2.5 mt-3 overflow-x-auto">
        {axes ? <Matrix {...shown} axes={axes} /> : <List {...shown} />}
      </div>
    </section>
  );
}

/**
 * Two options with what is sold of them, the first down, the second across. Null where there are not two, or most of their
 * combinations are not sold: a list is shorter then.
 */
function axesOf({ options, variants = [] }: Product): [down: Option, across: Option] | null {
  const [down, across, ...more] = options.map(({ name, choices }) => {
    const sold = new Set(variants.map((variant) => choiceOf(variant.selected_options, name)));
    return { name, choices: choices.filter((choice) => sold.has(choice)) };
  });
  if (!down || !across || more.length > 0) return null;
  return down.choices.length * across.choices.length <= 2 * variants.length ? [down, across] : null;
}

function Matrix({ axes: [down, across], ...shown }: ShownProps & { axes: [Option, Option] }) {
  const variants = new Map(shown.product.variants?.map((variant) => [variantKey(variant.selected_options), variant]));
  return (
    <table className="variant-table num">
      <caption className="sr-only">
        {t('Prices by {name} and {name2}', { name: down.name, name2: across.name })}
      </caption>
      <thead className="text-left text-xs text-ink-3">
        <tr>
          <th scope="col" rowSpan={2} className={`${headCell} align-bottom`}>
            <bdi>{down.name}</bdi>
          </th>
          <th scope="colgroup" colSpan={across.choices.length} className="px-2.5 pt-2 text-right font-normal">
            <bdi>{across.name}</bdi>
          </th>
        </tr>
        <tr>
          {across.choices.map((choice) => (
            <th key={choice} scope="col" className={`${headCell} text-right`}>
              <bdi>{choice}</bdi>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {down.choices.map((choice) => (
          <tr key={choice} className="border-t">
            <th scope="row" className="px-2.5 text-left text-sm font-[560]">
              <bdi>{choice}</bdi>
            </th>
            {across.choices.map((other) => (
              <td key={other} className={cell}>
                <Way
                  {...shown}
                  variant={variants.get(
                    variantKey([
                      { name: down.name, value: choice },
                      { name: across.name, value: other },
                    ]),
                  )}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function List(shown: ShownProps) {
  const { product } = shown;
  return (
    <table className="variant-table num">
      <caption className="sr-only">{t('Prices by choice')}</caption>
      <thead className="text-left text-xs text-ink-3">
        <tr>
          {product.options.map(({ name }) => (
            <th key={name} scope="col" className={headCell}>
              <bdi>{name}</bdi>
            </th>
          ))}
          <th scope="col" className={`${headCell} text-right`}>
            {t('Price')}
          </th>
        </tr>
      </thead>
      <tbody>
        {(product.variants ?? []).map((variant) => (
          <tr key={variantKey(variant.selected_options)} className="border-t">
            {product.options.map(({ name }) => (
              <td key={name} className="px-2.5 text-sm">
                <bdi>{choiceOf(variant.selected_options, name)}</bdi>
              </td>
            ))}
            <td className={cell}>
              <Way {...shown} variant={variant} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One of them: a link that chooses it. */
function Way({
  product,
  chosen: { selected, reviews },
  isRental,
  variant,
}: ShownProps & { variant: Variant | undefined }) {
  if (!variant) return <span className="inline-block px-2.5 text-xs text-ink-3">{t('not offered')}</span>;
  const options = variant.selected_options;
  return (
    <a
      href={productAddress(product, options, reviews)}
      data-keep-scroll
      className="variant-way"
      aria-current={variantKey(options) === variantKey(selected) || undefined}
    >
      <span className="sr-only">{`${selectedOptionsText(options)}: `}</span>
      <b>{formatUnitPrice(effectivePrice(asVariant(product, variant)))}</b>
      <small>{stockText({ stock: variant.stock, is_rental: isRental })}</small>
    </a>
  );
}
