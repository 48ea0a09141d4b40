import { ListingScreen } from '../../components/selling/listing-screen.tsx';
import { SellerScreen } from '../../components/selling/seller-screen.tsx';

export const handle = { wide: true };

export function Component() {
  return (
    <SellerScreen title="Products Management" description="The products you offer.">
      {(seller) => <ListingScreen seller={seller} />}
    </SellerScreen>
  );
}
