import type { SellerState } from '#contract/seller.ts';

const lamps: Record<SellerState, 'ok' | 'waits' | 'draft' | 'needs' | 'ended'> = {
  draft: 'draft',
  submitted: 'needs',
  returned: 'waits',
  approved: 'ok',
  suspended: 'needs',
  closing: 'waits',
  closed: 'ended',
};

export const stateNames: Record<SellerState, string> = {
  draft: 'Draft',
  submitted: 'Submitted',
  returned: 'Returned',
  approved: 'Approved',
  suspended: 'Suspended',
  closing: 'Closing',
  closed: 'Closed',
};

/** What becomes of a seller, as a shape and a word. */
export function StateLamp({ state }: { state: SellerState }) {
  return (
    <span className="lamp" data-lamp={lamps[state]}>
      {stateNames[state]}
    </span>
  );
}
