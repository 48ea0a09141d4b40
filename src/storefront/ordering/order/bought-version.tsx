import { ArrowLeft, Package } from 'lucide-react';
import type { BoughtVersion as Bought } from '#contract/selling/listing/listing.ts';
import { t } from '#language/message.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { productPath } from '../../catalogue/paths.ts';
import { ProductContent } from '../../selling/approval/difference/product-content.tsx';
import { orderPath } from './order-path.ts';
import { useBoughtVersion } from './orders.ts';

/** A product of an order as it was when it was bought, whatever has become of it. */
export function BoughtVersion({ orderId, line }: { orderId: string; line: number }) {
  const bought = useBoughtVersion(orderId, line);
  return (
    <>
      <a href={orderPath(orderId)} className="btn btn-ghost btn-sm -ml-3 mb-2">
        <ArrowLeft size={16} strokeWidth={1.8} aria-hidden />
        <span>{rich('Order {orderId}', { orderId: <span className="font-mono">{orderId}</span> })}</span>
      </a>
      <h1 className="page-title mb-2">{t('As it was when you bought it')}</h1>
      <ShowLoaded from={bought} skeleton={<RowSkeleton rows={5} />} fault={t('This could not be loaded.')}>
        {({ found }) =>
          found ? (
            <>
              <Lead bought={found} />
              <h2 className="sr-only">{t('The product')}</h2>
              <ProductContent content={found.content} />
            </>
          ) : (
            <EmptyState icon={Package} title={t('No version of this product is kept with your order.')}>
              {t('The order itself says what you bought, with its price and license.')}
            </EmptyState>
          )
        }
      </ShowLoaded>
    </>
  );
}

function Lead({ bought: { version, approved_at, is_current, product_id } }: { bought: Bought }) {
  return (
    <p className="mb-5 text-ink-2">
      {t('Version {version}, on sale since', { version })} <LocalTime instant={approved_at} />.{' '}
      {is_current ? t('It is sold in this version today.') : t('A newer version is sold today.')}{' '}
      <a href={productPath(product_id)} className="text-link">
        {t('See it as it is now')}
      </a>
    </p>
  );
}
