// The disputes that stand behind one thing in the library, or behind a conversation with one shop.

import { disputePath, type OrderDisputes } from '#contract/ordering/dispute.ts';
import { statusOf } from '#contract/ordering/dispute-labels.ts';
import { t } from '#language/message.ts';

/** One line of an order, or what a shop has sold in it, by its address. */
export type DisputesOf = { line: number } | { seller: string };

type DisputeState = Pick<Parameters<typeof statusOf>[0], 'kind' | 'state'>;

/** A chargeback is about the whole payment: it stands everywhere. */
export function disputeLinks(
  { lines, card_disputes: cards }: OrderDisputes,
  of: DisputesOf,
): { links: Array<{ path: string; text: string }>; canReport: boolean } {
  const some = lines.filter((one) => ('line' in of ? one.line === of.line : one.seller?.address === of.seller));
  const disputes = some.flatMap(({ dispute_id: id, state, product_name: name }) => {
    if (!id || !state) return [];
    const about = 'line' in of ? t('Dispute') : t('Dispute about {name}', { name });
    return { path: disputePath(id), text: `${about}: ${stateLabels({ kind: 'line', state })}` };
  });
  const chargebacks = cards.map(({ dispute_id: id, state }) => ({
    path: disputePath(id),
    text: t('Chargeback: {value}', { value: stateLabels({ kind: 'card', state }) }),
  }));
  return { links: [...disputes, ...chargebacks], canReport: some.some(({ reasons }) => reasons.length > 0) };
}

/** Decisions of disputes stand on their pages. */
function stateLabels({ kind, state }: DisputeState): string {
  if (state === 'decided') return 'decided';
  const { words } = statusOf({ kind, state, decision: null, waits_for_bank: false }, 'buyer');
  return words.charAt(0).toLowerCase() + words.slice(1);
}
