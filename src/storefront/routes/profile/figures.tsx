import { useSearchParams } from 'react-router';
import { FiguresRange } from '../../components/selling/figures/figures-range.tsx';
import { FiguresShown } from '../../components/selling/figures/figures-shown.tsx';
import { SellerScreen } from '../../components/selling/seller-screen.tsx';
import { readFiguresQuery, todayUtc } from '../../selling/figures.ts';

export const handle = { wide: true };

/** What a shop's products have brought, by day and product. */
export function Component() {
  const [query] = useSearchParams();
  return (
    <SellerScreen title="Figures" description="What your products have brought, by day.">
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
