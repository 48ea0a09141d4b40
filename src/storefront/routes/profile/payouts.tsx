import { SellerScreen } from '../../components/selling/seller-screen.tsx';
import { PayoutList } from '../../components/wallet/payout-list.tsx';

/** What a shop was paid. */
export function Component() {
  return (
    <SellerScreen title="Payouts" description="What your shop was paid." roles={['owner', 'finance']}>
      {(seller) => <PayoutList seller={seller} />}
    </SellerScreen>
  );
}
