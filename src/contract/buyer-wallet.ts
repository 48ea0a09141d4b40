// Words about a buyer's own money with the shop. Free of the validator.
import type { z } from 'zod';
import type {
  buyerWalletMovementSchema,
  buyerWalletSchema,
  buyerWalletSettingsSchema,
  payInSchema,
  withdrawalSchema,
} from './buyer-wallet.schema.ts';

/** Where a refund goes: back to where it was paid from, or at once to the buyer's wallet. */
export const refundTargets = ['card', 'wallet'] as const;
export type RefundTarget = (typeof refundTargets)[number];

export const payInStates = ['open', 'paid', 'expired'] as const;
export type PayInState = (typeof payInStates)[number];

export const withdrawalStates = ['decided', 'pending', 'succeeded', 'failed'] as const;

/** Cents: what card payments ask for at least, and what may be in a wallet at most. */
export const smallestPayInCents = 500;
export const fullWalletCents = 200_000;

export type BuyerWallet = z.infer<typeof buyerWalletSchema>;
export type BuyerWalletSettings = z.infer<typeof buyerWalletSettingsSchema>;
export type BuyerWalletMovement = z.infer<typeof buyerWalletMovementSchema>;
export type PayIn = z.infer<typeof payInSchema>;
export type Withdrawal = z.infer<typeof withdrawalSchema>;
