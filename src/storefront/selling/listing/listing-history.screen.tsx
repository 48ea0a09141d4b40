import { useParams } from 'react-router';
import { t } from '#language/message.ts';
import { SellerScreen } from '../seller/seller-screen.tsx';
import { VersionHistory } from './version-history.tsx';

export const handle = { wide: true };

/** The approved versions of one product of a shop. */
export function Component() {
  const { productId = '' } = useParams();
  return (
    <SellerScreen title={t('Version History')} description={t('The approved versions of a product of yours.')}>
      {(seller) => <VersionHistory key={productId} seller={seller} productId={productId} />}
    </SellerScreen>
  );
}
