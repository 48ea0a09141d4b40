import { t } from '#language/message.ts';
import { SellerScreen } from '../seller/seller-screen.tsx';
import { ListingScreen } from './listing-screen.tsx';

export const handle = { wide: true };

export function Component() {
  return (
    <SellerScreen title={t('Products Management')} description={t('The products you offer.')}>
      {(seller) => <ListingScreen seller={seller} />}
    </SellerScreen>
  );
}
