import { useParams } from 'react-router';
import { t } from '#language/message.ts';
import { KnownAnswers } from '../../people/profile/known-answers.tsx';
import { SellerScreen } from '../seller/seller-screen.tsx';
import { NewProduct } from './new-product.tsx';
import { ProductEditor } from './product-editor.tsx';

/** Takes the whole width: the page of the product stands beside what is written. */
export function Component() {
  const { productId } = useParams();
  const isNew = productId === undefined;
  return (
    <main id="main" className="page wrap flex-1">
      <KnownAnswers>
        <SellerScreen title={isNew ? t('New product') : t('Edit product')} description={t('A product of your shop.')}>
          {(seller) =>
            isNew ? (
              <NewProduct seller={seller} />
            ) : (
              <ProductEditor key={productId} seller={seller} productId={productId} />
            )
          }
        </SellerScreen>
      </KnownAnswers>
    </main>
  );
}
