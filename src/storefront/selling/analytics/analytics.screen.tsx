import { useSearchParams } from 'react-router';
import { t } from '#language/message.ts';
import { SellerScreen } from '../seller/seller-screen.tsx';
import { readFiguresQuery, todayUtc } from './analytics.ts';
import { FiguresRange } from './analytics-range.tsx';
import { FiguresShown } from './analytics-shown.tsx';

export const handle = { wide: true };

/** Analytics of a shop's products, by day and product. */
export function Component() {
  const [query] = useSearchParams();
  return (
    <SellerScreen title={t('Figures')} description={t('What your products have brought, by day.')}>
      {(seller) => {
        const asked = readFiguresQuery(query, todayUtc());
        return (
          <>
            <FiguresRange seller={seller.address} asked={asked} />
            <FiguresShown key={`${asked.from} ${asked.to} ${asked.product}`} seller={seller} asked={asked} />
          </>
        );
      }}
    </SellerScreen>
  );
}
