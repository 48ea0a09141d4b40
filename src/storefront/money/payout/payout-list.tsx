import { Landmark } from 'lucide-react';
import { Link } from 'react-router';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { Payout } from '#contract/money/payout.schema.ts';
import { t } from '#language/message.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import type { SellerHere } from '../../selling/seller/seller-screen.tsx';
import { PayOutButton } from './pay-out-button.tsx';
import { PayoutBadge } from './payout-badge.tsx';
import { payoutsPath, usePayouts } from './payouts.ts';

/** Payouts of a shop, newest first. */
export function PayoutList({ seller }: { seller: SellerHere }) {
  const { first, items, more } = usePayouts(seller.sellerId);
  return (
    <div className="grid gap-6">
      <PayOutButton seller={seller} />
      <ShowLoaded from={first} skeleton={<RowSkeleton rows={4} />} fault={t('Your payouts could not be loaded.')}>
        {() =>
          items.length === 0 ? (
            <EmptyState icon={Landmark} title={t('Nothing was paid out yet.')}>
              {t('Each payout is listed here with everything that is in it.')}
            </EmptyState>
          ) : (
            <Table seller={seller} payouts={items} />
          )
        }
      </ShowLoaded>
      {more && <ActionButton action={more}>{t('Show older payouts')}</ActionButton>}
    </div>
  );
}

function Table({ seller, payouts }: { seller: SellerHere; payouts: Payout[] }) {
  return (
    <div className="@container">
      <table className="w-full border-t text-sm [&_td]:py-2 [&_td]:pl-3 [&_td:first-child]:pl-0 [&_th]:py-2 [&_th]:pl-3 [&_th]:text-left [&_th]:font-[560] [&_th:first-child]:pl-0 [&_tr]:border-b">
        <caption className="sr-only">{t('Payouts')}</caption>
        <thead>
          <tr>
            <th>{t('Payout')}</th>
            <th className="@max-[560px]:hidden">{t('State')}</th>
            <th className="@max-[680px]:hidden">{t('To')}</th>
            <th className="whitespace-nowrap !text-right">{t('Amount')}</th>
          </tr>
        </thead>
        <tbody>
          {payouts.map((payout) => (
            <tr key={payout.payout_id}>
              <td>
                <Link
                  to={payoutsPath(seller.address, payout.payout_id)}
                  className="text-link whitespace-nowrap font-[560]"
                >
                  {payout.payout_id}
                </Link>
                <span className="block text-xs text-ink-3">
                  <LocalTime instant={payout.create_time} />
                  {payout.by_schedule && t(', by schedule')}
                </span>
                <span className="block @min-[560px]:hidden">
                  <PayoutStatus payout={payout} />
                </span>
              </td>
              <td className="@max-[560px]:hidden">
                <PayoutStatus payout={payout} />
              </td>
              <td className="whitespace-nowrap @max-[680px]:hidden">
                {payout.method === 'connect' ? t('Stripe') : t('Account ··{last4}', { last4: payout.last4 ?? '' })}
              </td>
              <td className="num whitespace-nowrap !text-right">{formatAmount(payout.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PayoutStatus({ payout }: { payout: Payout }) {
  const why = payout.failure ?? payout.hold;
  return (
    <>
      <PayoutBadge payout={payout} />
      {why && <span className="block text-xs text-ink-3">{why}</span>}
    </>
  );
}
