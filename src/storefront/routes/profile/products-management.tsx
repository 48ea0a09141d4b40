import { Store } from 'lucide-react';
import { EmptyState } from '#ui/empty-state.tsx';
import { SellerScreen } from '../../components/selling/seller-screen.tsx';

export const handle = { wide: true };

export function Component() {
  return (
    <SellerScreen title="Products Management" description="The products you offer.">
      {() => (
        <EmptyState icon={Store} title="You offer no products yet.">
          Products that you sell in this shop are listed here.
        </EmptyState>
      )}
    </SellerScreen>
  );
}
