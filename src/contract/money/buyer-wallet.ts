// Words about a buyer's own money with the shop. Free of the validator.
import type { z } from 'zod';
import type {
  buyerWalletMovementSchema,
  buyerWalletSchema,
  buyerWalletSettingsSchema,
  payInSchema,
  withdrawalSchema,
} from './buyer-wallet.schema.ts';

export {
  fullWalletCents,
  type PayInState,
  payInStates,
  type RefundTarget,
  refundTargets,
  smallestPayInCents,
  withdrawalStates,
} from './buyer-wallet-labels.ts';

export type BuyerWallet = z.infer<typeof buyerWalletSchema>;
export type BuyerWalletSettings = z.infer<typeof buyerWalletSettingsSchema>;
export type BuyerWalletMovement = z.infer<typeof buyerWalletMovementSchema>;
export type PayIn = z.infer<typeof payInSchema>;
export type Withdrawal = z.infer<typeof withdrawalSchema>;
