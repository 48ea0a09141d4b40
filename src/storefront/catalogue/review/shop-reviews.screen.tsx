import { t } from '#language/message.ts';
import { SellerScreen } from '../../selling/seller/seller-screen.tsx';
import { ShopReviews } from './shop-review-list.tsx';

export function Component() {
  return (
    <SellerScreen
      title={t('Shop Reviews')}
      description={t('What buyers write about your products, and your answers.')}
      roles={['owner', 'editor']}
    >
      {(seller) => <ShopReviews seller={seller} />}
    </SellerScreen>
  );
}
