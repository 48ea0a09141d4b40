import { useSearchParams } from 'react-router';
import { SaleDetail } from '../../components/selling/sale-detail.tsx';
import { readSalesQuery, SalesList } from '../../components/selling/sales-list.tsx';
import { SellerScreen } from '../../components/selling/seller-screen.tsx';

export const handle = { wide: true };

/** What a shop has sold; `?id=` shows one order. */
export function Component() {
  const [query] = useSearchParams();
  const orderId = query.get('id');
  const asked = readSalesQuery(query);
  return (
    <SellerScreen title="Sales" description="What your shop has sold.">
      {(seller) =>
        orderId ? (
          <SaleDetail key={orderId} seller={seller} orderId={orderId} />
        ) : (
          <SalesList key={`${asked.state} ${asked.q}`} seller={seller} asked={asked} />
        )
      }
    </SellerScreen>
  );
}
