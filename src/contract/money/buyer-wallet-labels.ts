// Words about a buyer's own money with the shop that its schema is made of.

/** Where a refund goes: back to where it was paid from, or at once to the buyer's wallet. */
export const refundTargets = ['card', 'wallet'] as const;
export type RefundTarget = (typeof refundTargets)[number];

export const payInStates = ['open', 'paid', 'expired'] as const;
export type PayInState = (typeof payInStates)[number];

export const withdrawalStates = ['decided', 'pending', 'succeeded', 'failed'] as const;

/** Cents: what card payments ask for at least, and what may be in a wallet at most. */
export const smallestPayInCents = 500;
export const fullWalletCents = 200_000;
