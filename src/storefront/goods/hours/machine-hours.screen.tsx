import { useSearchParams } from 'react-router';
import { sellerHoursFilters } from '#contract/goods/access/hours.ts';
import { t } from '#language/message.ts';
import { SellerScreen } from '../../selling/seller/seller-screen.tsx';
import { SoldHoursList } from './sold-hours-list.tsx';

/** Hours of machines that a shop has sold: what is left, what is on, and who waits. */
export function Component() {
  const [query] = useSearchParams();
  const state = sellerHoursFilters.find((one) => one === query.get('state')) ?? null;
  return (
    <SellerScreen title={t('Machine Hours')} description={t('Hours of machines that your shop has sold.')}>
      {(seller) => <SoldHoursList key={state} seller={seller} state={state} />}
    </SellerScreen>
  );
}
