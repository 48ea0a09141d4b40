import type { ReactNode } from 'react';
import { rich } from '#ui/rich.ts';
import { orderPath } from '../order/order-path.ts';
import { type DisputesOf, disputeLinks } from './dispute-links.ts';
import { useOrderDisputes } from './disputes.ts';

/** From elsewhere to the disputes of an order, and to where one is begun. Nothing while there is neither, or it is not known. */
export function OrderDisputeLinks({
  orderId,
  of,
  className,
}: {
  orderId: string;
  of: DisputesOf;
  className: string;
}): ReactNode {
  const { value } = useOrderDisputes(orderId);
  if (!value) return null;
  const { links, canReport } = disputeLinks(value, of);
  if (links.length === 0 && !canReport) return null;
  return (
    <ul className={`flex flex-wrap gap-x-5 gap-y-1 ${className}`}>
      {links.map(({ path, text }) => (
        <li key={path}>
          <a className="text-link" dir="auto" href={path}>
            {text}
          </a>
        </li>
      ))}
      {canReport && (
        <li>
          <a className="text-link" href={orderPath(orderId)}>
            {rich('Report a problem<span> on the page of the order</span>', {
              span: (words) => <span className="sr-only">{words}</span>,
            })}
          </a>
        </li>
      )}
    </ul>
  );
}
