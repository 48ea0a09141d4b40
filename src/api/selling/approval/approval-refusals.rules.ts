// Why nothing is decided, and what to do next.
import type { ApprovalState } from '#contract/selling/listing/approval.ts';
import type { SellerState } from '#contract/selling/seller.ts';

export type ApprovalRefusal =
  | { code: 'no_such_approval' }
  | { code: 'no_such_listing' }
  | { code: 'own_shop' }
  /** `isRecent`: a moment ago, by somebody else. */
  | { code: 'approval_ended'; state: Exclude<ApprovalState, 'waiting'>; isRecent: boolean }
  /** The application is not in a state any more in which it can be decided. */
  | { code: 'application_moved'; state: SellerState | null }
  /** Its subject cannot be sold any more; the sentence is its topic's. */
  | { code: 'cannot_decide'; message: string }
  | { code: 'already_hidden' }
  | { code: 'not_hidden' };

const ended: Record<Exclude<ApprovalState, 'waiting'>, string> = {
  approved: 'This was already approved',
  returned: 'This was already returned',
  withdrawn: 'The seller has withdrawn this',
  replaced: 'The seller has replaced this by a newer change, which waits in the queue',
};

export function approvalRefusalText(refusal: ApprovalRefusal): string {
  switch (refusal.code) {
    case 'no_such_approval':
      return 'There is nothing to decide with this id.';
    case 'no_such_listing':
      return 'There is no product of a seller with this id.';
    case 'own_shop':
      return "Somebody else decides on your own shop's.";
    case 'approval_ended':
      return `${ended[refusal.state]}${refusal.isRecent ? ' a moment ago' : ''}. Nothing has changed by you; go on with the next one.`;
    case 'application_moved':
      return refusal.state === null
        ? 'This shop is not there any more.'
        : `The application does not wait any more: the shop is ${refusal.state}. Go on with the next one.`;
    case 'cannot_decide':
      return refusal.message;
    case 'already_hidden':
      return 'This product is hidden already. Show it again first, to give another reason.';
    case 'not_hidden':
      return 'This product is not hidden.';
  }
}

export function isMissing({ code }: ApprovalRefusal): boolean {
  return code === 'no_such_approval' || code === 'no_such_listing';
}
