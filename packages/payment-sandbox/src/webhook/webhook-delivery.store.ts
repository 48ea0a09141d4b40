import { createOutbox } from '#platform';

/** What the shop is to be told: the ids of events. */
export const webhookOutbox = createOutbox('payments.webhook_delivery');
