// Emails about a payment that the bank of a card asks for: to shops that have sold for it, and to the operator, who hands the evidence in.

import type { Marketplace } from '#contract/marketplace.ts';
import { formatCents } from '#contract/money/amount/money.ts';
import { disputePath, reasonLabels, staffDisputePath } from '#contract/ordering/dispute.ts';
import type { CardDisputeState } from '#contract/ordering/dispute-terms.ts';
import { momentText } from '#contract/text/moment-text.ts';
import type { SellerMail } from '../../selling/ports.rules.ts';
import { mailedTitle } from '../../text/foreign-words.rules.ts';

type MailedCardDispute = {
  id: string;
  state: CardDisputeState;
  reason: string;
  orderId: string;
  /** The whole payment; a shop is not told of it where others have sold for it too. */
  amountCents: number;
  /** Until when the bank takes evidence; null: it takes none (any more). */
  dueBy: Date | null;
};

/** `products`: of the shop that is told, by name; null: the operator. */
export function cardDisputeMail(
  shop: Marketplace,
  dispute: MailedCardDispute,
  { to, products, isAll }: { to: string; products: readonly string[] | null; isAll: boolean },
): SellerMail {
  const { id, orderId, state } = dispute;
  const isSeller = products !== null;
  const heading = headings[state];
  const about = isSeller ? `: ${products.map(mailedTitle).join(', ')}` : '';
  const amount = isSeller && !isAll ? '' : ` (${formatCents(dispute.amountCents)})`;
  return {
    to,
    subject: `${heading}: order ${orderId}`,
    heading,
    paragraphs: [
      ...paragraphsOf(dispute, isSeller),
      `It is about order ${orderId}${about}${amount}. The bank says: ${reasonLabels(dispute.reason)}.`,
    ],
    action: { label: 'Open the dispute', url: shop.origin + (isSeller ? disputePath(id) : staffDisputePath(id)) },
    note: isSeller
      ? `You get this as an owner or editor of a shop at ${shop.name}.`
      : `You get this because you run ${shop.name}.`,
  };
}

const headings = {
  open: "A buyer's bank asks for a payment back",
  won: 'The bank has decided for the shop',
  lost: 'The bank has taken a payment back',
} as const;

function paragraphsOf({ state, dueBy }: MailedCardDispute, isSeller: boolean): string[] {
  if (state === 'won') return ['The dispute is over. The money that waited is where it was before.'];
  if (state === 'lost') return ['The dispute is over. What was paid went back to the buyer.'];
  const waits = 'The money of the payment waits until the bank has decided.';
  if (!dueBy) return [waits];
  const until = momentText(dueBy);
  return [
    isSeller
      ? `The bank takes evidence until ${until}. Attach on the page of the dispute what shows the order, its delivery and what both of you have written, well before: we hand it in.`
      : `The bank takes evidence until ${until}. Read what the shop attaches on the page of the dispute, and hand it in at the payment provider. Without evidence the payment is lost.`,
    waits,
  ];
}
