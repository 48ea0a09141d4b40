import type { OffReason } from '#contract/selling/webhook.ts';
import { GIVE_UP_DAYS } from './webhook-limits.rules.ts';

type Mail = {
  to: string;
  subject: string;
  heading: string;
  paragraphs: string[];
  action: { label: string; url: string };
};

/** Email to owners when the shop has stopped calling a machine of theirs. */
export function switchedOffMail(
  shop: { origin: string },
  { to, url, reason }: { to: string; url: string; reason: OffReason },
): Mail {
  const { host } = new URL(url);
  return {
    to,
    subject: `The webhook to ${host} is switched off`,
    heading: `The webhook to ${host} is switched off`,
    paragraphs: [
      reason === 'gone'
        ? 'It answered 410 Gone, which says that nothing is to be sent there any more.'
        : `Nothing has arrived there for ${GIVE_UP_DAYS} days. What was to be delivered is kept for 30 days and can be sent again.`,
      'Nothing else has changed. Switch it on again once it takes what is sent.',
    ],
    action: { label: 'See the webhook', url: `${shop.origin}/profile/shop-keys` },
  };
}
