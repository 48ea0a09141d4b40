import { SellerScreen } from '../../components/selling/seller-screen.tsx';
import { ShopReviews } from '../../components/selling/shop-review-list.tsx';

export function Component() {
  return (
    <SellerScreen
      title="Shop Reviews"
      description="What buyers write about your products, and your answers."
      roles={['owner', 'editor']}
    >
      {(seller) => <ShopReviews seller={seller} />}
    </SellerScreen>
  );
}
