import { createOutbox } from '#platform';

/** Events to deliver to the shop, by their ids. */
export const webhookOutbox = createOutbox('payments.webhook_delivery');
