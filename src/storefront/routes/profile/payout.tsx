import { useParams } from 'react-router';
import { SellerScreen } from '../../components/selling/seller-screen.tsx';
import { PayoutDetail } from '../../components/wallet/payout-detail.tsx';

/** One payout, to its last cent. */
export function Component() {
  const { id: payoutId = '' } = useParams();
  return (
    <SellerScreen title="Payout" description="A payout with everything that is in it." roles={['owner', 'finance']}>
      {(seller) => <PayoutDetail key={payoutId} seller={seller} payoutId={payoutId} />}
    </SellerScreen>
  );
}
