import { useSearchParams } from 'react-router';
import { sellerHoursFilters } from '#contract/hours.ts';
import { SoldHoursList } from '../../components/selling/hours/sold-hours-list.tsx';
import { SellerScreen } from '../../components/selling/seller-screen.tsx';

/** Hours of machines that a shop has sold: what is left, what is on, and who waits. */
export function Component() {
  const [query] = useSearchParams();
  const state = sellerHoursFilters.find((one) => one === query.get('state')) ?? null;
  return (
    <SellerScreen title="Machine Hours" description="Hours of machines that your shop has sold.">
      {(seller) => <SoldHoursList key={state} seller={seller} state={state} />}
    </SellerScreen>
  );
}
