import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { isOpenedSeller } from '#contract/selling/seller.ts';
import { msg, t } from '#language/message.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { SellerScreen } from '../../selling/seller/seller-screen.tsx';
import { useMySellers } from '../../selling/seller/use-my-sellers.ts';
import { ownWalletPath } from '../buyer-wallet/buyer-wallet.ts';
import { BuyerWallet } from '../buyer-wallet/buyer-wallet.tsx';
import { SellerWallet } from './seller-wallet.tsx';
import { walletPath } from './wallet-address.ts';
import { walletRoles } from './wallet-roles.ts';

export const handle = { wide: true };

const title = msg('My Wallet');
const description = msg('Your balance, and what was paid in and out.');

/** Balance of a member's shop, and the member's own wallet; for everybody else the latter. */
export function Component() {
  const { value, failed } = useMySellers();
  const [query] = useSearchParams();
  if (value === null && !failed)
    return (
      <Plain>
        <div role="status">
          <span className="sr-only">{t('Loading')}</span>
          <RowSkeleton rows={3} />
        </div>
      </Plain>
    );
  const hasShop = value === null || value.some(({ state }) => isOpenedSeller(state));
  if (!hasShop)
    return (
      <Plain>
        <BuyerWallet />
      </Plain>
    );
  if (query.get('of') === 'me' || query.has('pay_in'))
    return (
      <Plain>
        <WhichWallet own />
        <BuyerWallet />
      </Plain>
    );
  return (
    <SellerScreen title={t(title)} description={t(description)} roles={walletRoles}>
      {(seller) => (
        <>
          <WhichWallet />
          <SellerWallet seller={seller} />
        </>
      )}
    </SellerScreen>
  );
}

function Plain({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHead title={t(title)} description={t(description)} noIndex />
      <h1 className="page-title mb-6">{t(title)}</h1>
      {children}
    </>
  );
}

/** Switch for sellers, who also buy: what the shop earns and what they have themselves are two balances. */
function WhichWallet({ own = false }: { own?: boolean }) {
  return (
    <nav aria-label={t('Which wallet')} className="mb-6 flex flex-wrap gap-2 print:hidden">
      <Link to={walletPath} className="chip" aria-current={own ? undefined : 'true'}>
        {t('Earned by my shop')}
      </Link>
      <Link to={ownWalletPath} className="chip" aria-current={own ? 'true' : undefined}>
        {t('My own money')}
      </Link>
    </nav>
  );
}
