import { isOpenedSeller } from '#contract/selling/seller.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import { PageHead } from '../../page/page-head.tsx';
import { useMySellers } from '../../selling/seller/use-my-sellers.ts';
import { DisputeList } from './dispute-list.tsx';

/** Disputes of the reader's shops, by their deadlines, and of their own orders. */
export function Component() {
  const shops = (useMySellers().value ?? []).filter(({ state }) => isOpenedSeller(state));
  return (
    <>
      <PageHead title={t('Disputes')} description={t('What was disputed, and how it stands.')} noIndex />
      <h1 className="page-title mb-6">{t('Disputes')}</h1>
      <div className="grid gap-10">
        {shops.map((shop) => (
          <section key={shop.seller_id} aria-label={t('Sales of {name}', { name: shop.name ?? '' })}>
            <h2 className="mb-3 text-lg">{rich('Sales of {name}', { name: <bdi>{shop.name}</bdi> })}</h2>
            <DisputeList
              sellerId={shop.seller_id}
              label={t('Disputes of sales of {name}', { name: shop.name ?? '' })}
              empty={t(
                'When a buyer disputes something that this shop has sold, it stands here with the time to answer.',
              )}
            />
          </section>
        ))}
        <section aria-label={t('Your orders')}>
          {shops.length > 0 && <h2 className="mb-3 text-lg">{t('Your orders')}</h2>}
          <DisputeList
            sellerId={null}
            label={t('Disputes of your orders')}
            empty={t(
              'If something that you bought did not come, or is not what it should be, report it from your order.',
            )}
          />
        </section>
      </div>
    </>
  );
}
