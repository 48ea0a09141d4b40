// Emails to both sides of a dispute at each step, with its times. Messages are not repeated: they are read, and answered, on its page.
import { minutesText } from '#contract/goods/access/hours.ts';
import type { Marketplace } from '#contract/marketplace.ts';
import { formatCents } from '#contract/money/amount/money.ts';
import { disputePath, disputeReasonLabels } from '#contract/ordering/dispute.ts';
import type { DisputeDecision, DisputeSide, LineDisputeReason } from '#contract/ordering/dispute-terms.ts';
import { momentText } from '#contract/text/moment-text.ts';
import type { SellerMail } from '../../selling/ports.rules.ts';
import { mailedName, mailedTitle } from '../../text/foreign-words.rules.ts';

type MailedDispute = {
  dispute_id: string;
  order_id: string;
  product_name: string;
  seller_name: string;
  reason: LineDisputeReason;
  amount_cents: number;
  answer_until: Date;
};

export type DisputeStep =
  | { step: 'opened' | 'answered' | 'withdrawn' | 'paused' }
  | { step: 'written'; by: DisputeSide }
  | { step: 'resumed' }
  | { step: 'lost_by_silence'; cents: number }
  | { step: 'settled'; by: 'refund' | 'bank' }
  | { step: 'decided'; decision: DisputeDecision; cents: number; minutes?: number; reason: string };

export function disputeMail(
  shop: Marketplace,
  dispute: MailedDispute,
  told: DisputeStep,
  { side, to }: { side: 'buyer' | 'seller'; to: string },
): SellerMail {
  const { heading, paragraphs } = words(dispute, told, side);
  const { order_id: order } = dispute;
  const product = mailedTitle(dispute.product_name);
  return {
    to,
    subject: `${heading}: ${product}, order ${order}`,
    heading,
    paragraphs: [...paragraphs, about(dispute)],
    action: { label: 'Open the dispute', url: shop.origin + disputePath(dispute.dispute_id) },
    note:
      side === 'buyer'
        ? `You get this because you bought it at ${shop.name}.`
        : `You get this as an owner or editor of a shop at ${shop.name}.`,
  };
}

function about({ product_name, order_id, reason, amount_cents }: MailedDispute): string {
  return `It is about ${mailedTitle(product_name)} of order ${order_id} (${formatCents(amount_cents)}). The buyer says: ${disputeReasonLabels[reason]}.`;
}

function words(
  dispute: MailedDispute,
  told: DisputeStep,
  side: 'buyer' | 'seller',
): { heading: string; paragraphs: string[] } {
  const isBuyer = side === 'buyer';
  const seller = mailedName(dispute.seller_name, 'The seller');
  const until = momentText(dispute.answer_until);
  switch (told.step) {
    case 'opened':
      return {
        heading: isBuyer ? 'Your dispute is open' : 'A buyer disputes a sale of yours',
        paragraphs: isBuyer
          ? [
              `${seller} has until ${until} to answer. If they do not, you get the money back. Until it is decided the money waits.`,
            ]
          : [
              `Answer until ${until}: write what happened, and attach what shows it. Without an answer the buyer gets the money back. You can also refund it yourselves, which ends the dispute.`,
              'The money of this sale waits until it is decided.',
            ],
      };
    case 'answered':
      return {
        heading: isBuyer ? `${seller} has answered your dispute` : 'Your answer has arrived',
        paragraphs: ['Both of you can go on writing. We read it and decide, unless you settle it before.'],
      };
    case 'written':
      return {
        heading: 'There is something new in your dispute',
        paragraphs: [
          told.by === 'staff' ? 'We have written in it.' : 'The other side has written or attached something.',
        ],
      };
    case 'withdrawn':
      return {
        heading: isBuyer ? 'You have withdrawn your dispute' : 'The buyer has withdrawn a dispute',
        paragraphs: ['It is over. The money that waited goes the way it would have gone without it.'],
      };
    case 'lost_by_silence':
      return {
        heading: isBuyer ? `You get ${formatCents(told.cents)} back` : 'A dispute was lost because nobody answered',
        paragraphs: [
          isBuyer
            ? `${seller} has not answered until ${until}. Your money is on its way back.`
            : `It should have been answered until ${until}. ${formatCents(told.cents)} goes back to the buyer.`,
        ],
      };
    case 'settled':
      return {
        heading: 'The dispute is settled',
        paragraphs: [
          told.by === 'refund'
            ? 'All that was left of it was refunded, so there is nothing to decide any more.'
            : "The buyer's bank has taken the payment back, so there is nothing to decide any more.",
        ],
      };
    case 'paused':
      return {
        heading: "The buyer's bank decides first",
        paragraphs: [
          'The bank of the card was asked to take the whole payment back. Until it has decided, the times of this dispute stand still.',
        ],
      };
    case 'resumed':
      return {
        heading: 'The dispute goes on',
        paragraphs: [
          `The bank has decided about the payment. If it was not answered yet, the seller has until ${until}.`,
        ],
      };
    case 'decided':
      return {
        heading: decidedHeading(told, isBuyer),
        paragraphs: [
          `We have decided it. Why: ${told.reason}`,
          ...(told.minutes ? [`Machine time that goes with it: ${minutesText(told.minutes)}.`] : []),
        ],
      };
  }
}

function decidedHeading({ decision, cents }: { decision: DisputeDecision; cents: number }, isBuyer: boolean): string {
  if (decision === 'seller')
    return isBuyer ? 'Your dispute was decided for the seller' : 'A dispute was decided for you';
  const amount = formatCents(cents);
  const part = decision === 'part' ? 'in part' : 'for the buyer';
  return isBuyer ? `You get ${amount} back` : `A dispute was decided ${part}: ${amount} goes back`;
}
