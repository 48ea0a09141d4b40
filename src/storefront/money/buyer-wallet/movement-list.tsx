import { Wallet as WalletIcon } from 'lucide-react';
import type { BuyerWalletMovement } from '#contract/money/buyer-wallet.ts';
import { t } from '#language/message.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { rich } from '#ui/rich.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { orderPath } from '../../ordering/order/order-path.ts';
import { Amount } from '../../page/amount.tsx';
import { dayText, yearDayText } from '../wallet/movement-labels.ts';
import { movementTitle } from './movement-labels.ts';
import { useBuyerWalletMovements } from './use-buyer-wallet.ts';

/** Everything that came in and went out, newest first. */
export function MovementList() {
  const { first, items, more } = useBuyerWalletMovements();
  return (
    <ShowLoaded from={first} skeleton={<RowSkeleton rows={4} />} fault={t('Your movements could not be loaded.')}>
      {() =>
        items.length === 0 ? (
          <EmptyState
            icon={WalletIcon}
            title={t('Nothing was paid in or out yet.')}
            action={{ href: '/profile/order', label: t('See my orders') }}
          >
            {t(
              'What you pay in is spent at the cart, wholly or beside a card. Refunds come here at once, if you wish so.',
            )}
          </EmptyState>
        ) : (
          <section aria-labelledby="movements" className="@container border-t pt-6">
            <h2 id="movements" className="mb-4 text-lg">
              {t('Movements')}
            </h2>
            <Table movements={items} />
            {more && (
              <div className="mt-6 print:hidden">
                <ActionButton action={more}>{t('Show older movements')}</ActionButton>
              </div>
            )}
            <p className="mt-2 text-[.8125rem] text-ink-3">{t('Days and months are those of UTC.')}</p>
          </section>
        )
      }
    </ShowLoaded>
  );
}

const head = 'pb-2 font-normal';

function Table({ movements }: { movements: BuyerWalletMovement[] }) {
  return (
    <table className="num w-full text-[.8125rem]/5 [overflow-wrap:break-word]">
      <caption className="sr-only">{t('Movements, newest first')}</caption>
      <thead className="border-b text-left text-xs text-ink-3">
        <tr>
          <th scope="col" className={`${head} w-[1%] whitespace-nowrap pr-4`}>
            {t('Date')}
          </th>
          <th scope="col" className={`${head} pr-4`}>
            {t('Movement')}
          </th>
          <th scope="col" className={`${head} text-right`}>
            {t('Amount')}
          </th>
          <th scope="col" className={`${head} pl-4 text-right @max-[520px]:hidden`}>
            {t('Balance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {movements.map((movement) => (
          <Row key={movement.movement_id} movement={movement} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ movement }: { movement: BuyerWalletMovement }) {
  const { at, amount, balance, order_id: order, reason } = movement;
  return (
    <tr className="border-b align-top">
      <td className="whitespace-nowrap py-2.5 pr-4 text-ink-3">
        <time dateTime={at} title={yearDayText(at)}>
          {dayText(at)}
        </time>
      </td>
      <th scope="row" className="py-2.5 pr-4 text-left font-[500]">
        {movementTitle(movement)}
        {(order || reason) && (
          <span className="block text-xs/[1.125rem] font-normal text-ink-3">
            {order &&
              rich('order {order}', {
                order: (
                  <a className="text-link font-mono" href={orderPath(order)}>
                    {order}
                  </a>
                ),
              })}
            {order && reason && ', '}
            {reason}
          </span>
        )}
      </th>
      <td className="py-2.5 text-right font-[560]">
        <Amount amount={amount} signed />
        <span className="block text-xs/[1.125rem] font-normal text-ink-3 @min-[520px]:hidden">
          <Amount amount={balance} />
        </span>
      </td>
      <td className="py-2.5 pl-4 text-right text-ink-3 @max-[520px]:hidden">
        <Amount amount={balance} />
      </td>
    </tr>
  );
}
