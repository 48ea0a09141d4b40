import { t } from '#language/message.ts';
import { SellerScreen } from '../../selling/seller/seller-screen.tsx';
import { PayoutList } from './payout-list.tsx';

/** Payouts of a shop. */
export function Component() {
  return (
    <SellerScreen title={t('Payouts')} description={t('What your shop was paid.')} roles={['owner', 'finance']}>
      {(seller) => <PayoutList seller={seller} />}
    </SellerScreen>
  );
}
