import { useSearchParams } from 'react-router';
import { t } from '#language/message.ts';
import { SellerScreen } from '../seller/seller-screen.tsx';
import { DeliveryDetail } from './delivery-detail.tsx';
import { EndpointSection } from './endpoint-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { WebhookDetail } from './webhook-detail.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

/** Tools for programs of a shop; `?webhook=` shows one webhook, and `&delivery=` one of its deliveries. */
export function Component() {
  const [query] = useSearchParams();
  const webhookId = query.get('webhook');
  const deliveryId = query.get('delivery');
  return (
    <SellerScreen
      title={t('Keys and Webhooks')}
      description={t('How programs of yours work with the shop.')}
      roles={['owner']}
    >
      {(seller) => {
        if (webhookId && deliveryId)
          return (
            <DeliveryDetail
              key={deliveryId}
              seller={seller}
              own={{ sellerId: seller.sellerId, webhookId }}
              deliveryId={deliveryId}
            />
          );
        if (webhookId) return <WebhookDetail key={webhookId} seller={seller} webhookId={webhookId} />;
        return (
          <>
            <KeysSection seller={seller} />
            <WebhooksSection seller={seller} />
            <EndpointSection seller={seller} />
          </>
        );
      }}
    </SellerScreen>
  );
}
