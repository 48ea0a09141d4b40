// Refusals for people who may do what they ask for, once they have proved that it is them.

import type { StaffAction, StaffRole } from '#contract/people/staff.ts';
import type { SellerState } from '#contract/selling/seller.ts';
import { RefusalAnswer } from '../http/refusal-answer.ts';
import { rolesWith } from './access.rules.ts';

/** So old a sign-in may be for what moves money, gives rights away or makes keys. */
export const FRESH_MINUTES = 15;

export function signInAgain(): RefusalAnswer {
  return new RefusalAnswer(
    { code: 'sign_in_again' },
    {
      status: 409,
      message: `This asks for a sign-in of the last ${FRESH_MINUTES} minutes. Sign in again, then repeat it.`,
      retryAfterSeconds: null,
    },
  );
}

export function secondFactorNeeded(): RefusalAnswer {
  return new RefusalAnswer(
    { code: 'second_factor_needed' },
    {
      status: 409,
      message:
        'Staff of this shop sign in with a second factor. Set one up in your profile (an authenticator app or a passkey), then sign in with it.',
      retryAfterSeconds: null,
    },
  );
}

/** For staff, in a role that does not include what they ask for: that there is something they know. */
export function roleNeeded(role: StaffRole, action: StaffAction): RefusalAnswer {
  const roles = rolesWith(action);
  const needed =
    roles.length === 1
      ? `the role ${roles[0]}`
      : `one of the roles ${new Intl.ListFormat('en', { type: 'disjunction' }).format(roles)}`;
  return new RefusalAnswer(
    { code: 'role_needed' },
    {
      status: 403,
      message: `Your role is ${role}. This needs ${needed}. An administrator can give it to you, under Staff in the back office.`,
      retryAfterSeconds: null,
    },
  );
}

/** For what only a shop does that sells. */
export function sellerNotActing(state: SellerState): RefusalAnswer {
  return new RefusalAnswer(
    { code: 'seller_not_acting' },
    {
      status: 409,
      message:
        state === 'suspended'
          ? 'This shop is suspended: its open orders are with the operator. Write to us by the contact page.'
          : state === 'closed'
            ? 'This shop is closed. Write to us by the contact page.'
            : state === 'submitted'
              ? 'This shop is not approved yet: its application is being read. Wait for its approval, then repeat this.'
              : 'This shop is not approved yet. Finish its application first.',
      retryAfterSeconds: null,
    },
  );
}
