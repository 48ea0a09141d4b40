import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { RowSkeleton } from '#ui/section.tsx';
import { ShowLoaded } from '#ui/show-loaded.tsx';
import { noteBalanceMove } from '../../profile/balance-moves.ts';
import { payoutsPath } from '../../wallet/payouts.ts';
import { useWallet } from '../../wallet/use-wallet.ts';
import { readWalletAddress } from '../../wallet/wallet-address.ts';
import type { SellerHere } from '../selling/seller-screen.tsx';
import { Movements } from './movements.tsx';
import { PayOutButton } from './pay-out-button.tsx';
import { Purse } from './purse.tsx';

/** What a shop has now, what comes, and how it came about. */
export function SellerWallet({ seller }: { seller: SellerHere }) {
  const [query] = useSearchParams();
  const wallet = useWallet(seller.sellerId);
  const asked = readWalletAddress(query, new Date());
  // What was paid out is a movement more.
  const [paidOut, setPaidOut] = useState(0);
  const onPaidOut = async () => {
    noteBalanceMove();
    await wallet.reload();
    setPaidOut((times) => times + 1);
  };
  return (
    <>
      <ShowLoaded from={wallet} skeleton={<RowSkeleton rows={3} />} fault="Your balance could not be loaded.">
        {(value) => <Purse seller={seller} wallet={value} />}
      </ShowLoaded>
      <div className="my-6 print:hidden">
        <PayOutButton seller={seller} onDone={onPaidOut}>
          <Link to={payoutsPath(seller.address)} className="text-link text-sm">
            Payouts
          </Link>
        </PayOutButton>
      </div>
      <Movements key={`${asked.kind} ${asked.month} ${asked.q} ${paidOut}`} seller={seller} asked={asked} />
    </>
  );
}
