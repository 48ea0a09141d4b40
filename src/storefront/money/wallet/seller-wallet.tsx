import { Link, useSearchParams } from 'react-router';
import { t } from '#language/message.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import type { SellerHere } from '../../selling/seller/seller-screen.tsx';
import { PayOutButton } from '../payout/pay-out-button.tsx';
import { payoutsPath } from '../payout/payouts.ts';
import { BalanceSummary } from './balance-summary.tsx';
import { Movements } from './movements.tsx';
import { useWallet } from './use-wallet.ts';
import { readWalletAddress } from './wallet-address.ts';

/** Balance of a shop, its pending money, and its transactions. */
export function SellerWallet({ seller }: { seller: SellerHere }) {
  const [query] = useSearchParams();
  const wallet = useWallet(seller.sellerId);
  const asked = readWalletAddress(query, new Date());
  return (
    <>
      <ShowLoaded from={wallet} skeleton={<RowSkeleton rows={3} />} fault={t('Your balance could not be loaded.')}>
        {(value) => <BalanceSummary seller={seller} wallet={value} />}
      </ShowLoaded>
      <div className="my-6 print:hidden">
        <PayOutButton seller={seller}>
          <Link to={payoutsPath(seller.address)} className="text-link text-sm">
            {t('Payouts')}
          </Link>
        </PayOutButton>
      </div>
      <Movements key={`${asked.kind} ${asked.month} ${asked.q}`} seller={seller} asked={asked} />
    </>
  );
}
