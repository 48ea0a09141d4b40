import { Send } from 'lucide-react';
import type { Delivery } from '#contract/selling/webhook.schema.ts';
import { t } from '#language/message.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import type { SellerHere } from '../seller/seller-screen.tsx';
import { type OwnWebhook, toolsPath, useDeliveries } from './tool-actions.ts';
import { deliveryLabels, eventName } from './tool-labels.ts';

/** Deliveries to a webhook in the last 30 days, newest first. */
export function DeliveryList({ seller, own }: { seller: SellerHere; own: OwnWebhook }) {
  const { first, items, more } = useDeliveries(own);
  return (
    <section aria-labelledby="deliveries" className="grid gap-4">
      <h2 id="deliveries" className="text-lg">
        {t('Deliveries')}
      </h2>
      <ShowLoaded from={first} skeleton={<RowSkeleton rows={4} />} fault={t('The deliveries could not be loaded.')}>
        {() =>
          items.length === 0 ? (
            <EmptyState icon={Send} title={t('Nothing was sent yet.')}>
              {t('Each event stands here for 30 days, with what was sent and what came back.')}
            </EmptyState>
          ) : (
            <Table items={items} seller={seller} own={own} />
          )
        }
      </ShowLoaded>
      {more && <ActionButton action={more}>{t('Show older deliveries')}</ActionButton>}
    </section>
  );
}

function Table({ items, seller, own }: { items: Delivery[]; seller: SellerHere; own: OwnWebhook }) {
  return (
    <table className="num w-full text-sm [overflow-wrap:break-word]">
      <caption className="sr-only">{t('Deliveries')}</caption>
      <thead className="text-left text-ink-3">
        <tr>
          <th scope="col" className="pb-2 pr-4 font-normal">
            {t('Event')}
          </th>
          <th scope="col" className="pb-2 pr-4 font-normal max-md:hidden">
            {t('When')}
          </th>
          <th scope="col" className="pb-2 pr-4 text-right font-normal max-md:hidden">
            {t('Attempts')}
          </th>
          <th scope="col" className="pb-2 font-normal">
            {t('State')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((delivery) => (
          <tr key={delivery.delivery_id} className="border-t align-top">
            <th scope="row" className="py-3 pr-4 text-left font-normal">
              <a
                className="text-link"
                href={toolsPath(seller.address, { webhook: own.webhookId, delivery: delivery.delivery_id })}
              >
                {eventName(delivery.type)}
              </a>
              <span className="block text-xs text-ink-3 md:hidden">
                <LocalTime instant={delivery.create_time} />
              </span>
            </th>
            <td className="py-3 pr-4 max-md:hidden">
              <LocalTime instant={delivery.create_time} />
            </td>
            <td className="py-3 pr-4 text-right max-md:hidden">{delivery.attempts}</td>
            <td className="py-3">
              <StatusBadge state={deliveryLabels[delivery.state].badge}>
                {t(deliveryLabels[delivery.state].word)}
              </StatusBadge>
              {delivery.failure && delivery.state !== 'delivered' && (
                <span className="block text-xs text-ink-3">{delivery.failure}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
