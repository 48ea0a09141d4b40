import { isOpenedSeller } from '#contract/seller.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { PageHead } from '../../components/page/page-head.tsx';
import { SellerScreen } from '../../components/selling/seller-screen.tsx';
import { BuyerWallet } from '../../components/wallet/buyer-wallet.tsx';
import { SellerWallet } from '../../components/wallet/seller-wallet.tsx';
import { useMySellers } from '../../selling/use-my-sellers.ts';
import { walletRoles } from '../../wallet/wallet-roles.ts';

export const handle = { wide: true };

const title = 'My Wallet';
const description = 'Your balance, and what was paid in and out.';

/** What a member's shop has earned; of everybody else what they have here. */
export function Component() {
  const { value, failed } = useMySellers();
  if (value === null && !failed)
    return (
      <>
        <PageHead title={title} description={description} noIndex />
        <h1 className="page-title mb-6">{title}</h1>
        <div role="status">
          <span className="sr-only">Loading</span>
          <RowSkeleton rows={3} />
        </div>
      </>
    );
  if (value !== null && !value.some(({ state }) => isOpenedSeller(state)))
    return (
      <>
        <PageHead title={title} description={description} noIndex />
        <BuyerWallet />
      </>
    );
  return (
    <SellerScreen title={title} description={description} roles={walletRoles}>
      {(seller) => <SellerWallet seller={seller} />}
    </SellerScreen>
  );
}
