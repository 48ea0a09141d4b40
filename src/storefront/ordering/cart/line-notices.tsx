import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { effectivePrice } from '#contract/catalogue/product/product.ts';
import { formatUnitPrice } from '#contract/money/amount/money.ts';
import type { Quote } from '#contract/ordering/checkout.ts';
import { t } from '#language/message.ts';
import { productPath } from '../../catalogue/paths.ts';
import type { CartLine } from './cart-lines.ts';
import type { FormerPrice } from './current-lines.ts';
import { OwnedLine } from './owned-line.tsx';
import { priceUnits } from './price-units.ts';

type LineNoticesProps = {
  line: CartLine;
  quoted: Quote['lines'][number] | null | undefined;
  owned: Quote['lines'][number]['owned'] | null | undefined;
  gone: 'product' | 'choice' | undefined;
  formerPrice: FormerPrice | undefined;
  /** The name of the product with what is chosen. */
  name: string;
};

/** Words below a line of the cart: that it is in the library, is not sold any more, costs another price, or cannot be had so. */
export function LineNotices({ line, quoted, owned, gone, formerPrice, name }: LineNoticesProps): ReactNode {
  const { id } = line;
  const unit = effectivePrice(line);
  const pricedBy = useStore(priceUnits).get(id);
  return (
    <>
      {owned && <OwnedLine line={line} owned={owned} of={name} />}
      {gone === 'product' && <span className="mt-1 block text-sm text-warning">{t('Not sold any more.')}</span>}
      {gone === 'choice' && (
        <span className="mt-1 block text-sm text-warning">
          {t('Not sold like this any more. ')}
          <a href={`${productPath(id)}#choose`} className="text-link">
            {t('Choose again')}
          </a>
        </span>
      )}
      {formerPrice && (
        <span className="num mt-1 block text-sm text-warning">
          {priceChangeText(formerPrice, { price: unit, unit: pricedBy ?? '' })}
        </span>
      )}
      {quoted?.problem && <span className="mt-1 block text-sm text-warning">{quoted.problem}</span>}
    </>
  );
}

/** With units only where these are what has changed. */
function priceChangeText(former: FormerPrice, now: FormerPrice): string {
  const [from, to] = [former, now].map(({ price, unit }) =>
    former.unit === now.unit || unit === '' ? formatUnitPrice(price) : `${formatUnitPrice(price)}/${unit}`,
  );
  return t('The price has changed from {from} to {to}.', { from: from ?? '', to: to ?? '' });
}
