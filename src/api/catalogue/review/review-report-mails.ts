// Emails to the author of a review and those who have reported it about what the staff decide.
import type { Marketplace } from '#contract/marketplace.ts';
import type { Message } from '#mail/mailer.ts';
import { mailedTitle } from '../../text/foreign-words.rules.ts';

type ReviewMail = { review: { product_id: string; product_name: string }; to: string; reason: string };

/** To the author. */
export function hiddenReviewMail(shop: Marketplace, { review, to, reason }: ReviewMail): Message {
  const product = mailedTitle(review.product_name);
  return {
    to,
    subject: `Your review of ${product} is hidden`,
    heading: 'Your review is hidden',
    paragraphs: [
      `We have hidden what you wrote about ${product}: nobody but you sees it, and its stars do not count.`,
      `Why: ${reason}`,
      'You can edit it: we read it again then, and show it when the reason is gone. Answer this mail when you think that we are wrong.',
    ],
    action: { label: 'See your review', url: urlOf(shop, review) },
    note: noteOf(shop),
  };
}

/** To the author. */
export function shownReviewMail(shop: Marketplace, { review, to, reason }: ReviewMail): Message {
  const product = mailedTitle(review.product_name);
  return {
    to,
    subject: `Your review of ${product} is shown again`,
    heading: 'Your review is shown again',
    paragraphs: [`Everybody can read what you wrote about ${product} again, and its stars count.`, `Why: ${reason}`],
    action: { label: 'See your review', url: urlOf(shop, review) },
    note: noteOf(shop),
  };
}

/** To somebody who has reported it, and waits. Nothing of what the author was told is in it. */
export function settledReviewMail(
  shop: Marketplace,
  { review, to, isHidden }: Omit<ReviewMail, 'reason'> & { isHidden: boolean },
): Message {
  const product = mailedTitle(review.product_name);
  return {
    to,
    subject: `Your report of a review of ${product}`,
    heading: 'We have looked at your report',
    paragraphs: [
      `You reported a review of ${product}, and we have read it.`,
      isHidden ? 'It is hidden now.' : 'We found nothing in it that we have to act upon: it stays.',
    ],
    action: { label: 'See the product', url: urlOf(shop, review) },
    note: noteOf(shop),
  };
}

function urlOf({ origin }: Marketplace, { product_id: id }: { product_id: string }): string {
  return `${origin}/products/id/${encodeURIComponent(id)}`;
}

function noteOf({ name }: Marketplace): string {
  return `You get this because you have an account at ${name}.`;
}
