import type { ReactNode } from 'react';
import { disputePath } from '#contract/dispute.ts';
import { standingOf } from '#contract/dispute-words.ts';
import { useOrderDisputes } from '../../dispute/disputes.ts';
import { orderPath } from '../../order/order-path.ts';

type OrderDisputeLinksProps = {
  orderId: string;
  /** One line of it; left out: all of the order. */
  line?: number;
  className?: string;
};

/** From elsewhere to the disputes of an order, and to where one is begun. Nothing while there is neither, or it is not known. */
export function OrderDisputeLinks({ orderId, line, className = '' }: OrderDisputeLinksProps): ReactNode {
  const { value } = useOrderDisputes(orderId);
  const lines = value?.lines.filter((one) => line === undefined || one.line === line) ?? [];
  const open = lines.flatMap(({ dispute_id: id, state }) => (id && state ? [{ id, state }] : []));
  const canReport = lines.some(({ reasons }) => reasons.length > 0);
  if (open.length === 0 && !canReport) return null;
  return (
    <ul className={`flex flex-wrap gap-x-5 gap-y-1 ${className}`}>
      {open.map(({ id, state }) => (
        <li key={id}>
          <a className="text-link" href={disputePath(id)}>
            Dispute: {stateWords(state)}
          </a>
        </li>
      ))}
      {canReport && (
        <li>
          <a className="text-link" href={orderPath(orderId)}>
            Report a problem<span className="sr-only"> on the page of the order</span>
          </a>
        </li>
      )}
    </ul>
  );
}

/** Who a dispute was decided for stands on its page. */
function stateWords(state: Parameters<typeof standingOf>[0]['state']): string {
  if (state === 'decided') return 'decided';
  const { words } = standingOf({ state, decision: null, kind: 'line', waits_for_bank: false }, 'buyer');
  return words.charAt(0).toLowerCase() + words.slice(1);
}
