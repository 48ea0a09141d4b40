import { useParams, useSearchParams } from 'react-router';
import { payoutGroups } from '#contract/money/payout.ts';
import { t } from '#language/message.ts';
import { SellerScreen } from '../../selling/seller/seller-screen.tsx';
import { PayoutDetail } from './payout-detail.tsx';

/** One payout, to its last cent. */
export function Component() {
  const { id: payoutId = '' } = useParams();
  const [query] = useSearchParams();
  const group = payoutGroups.find((name) => name === query.get('group')) ?? null;
  return (
    <SellerScreen
      title={t('Payout')}
      description={t('A payout with everything that is in it.')}
      roles={['owner', 'finance']}
    >
      {(seller) => <PayoutDetail key={payoutId} seller={seller} payoutId={payoutId} group={group} />}
    </SellerScreen>
  );
}
