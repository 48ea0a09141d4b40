// Answers of selling and money to what people need of them (people/required-ports.ts), for the server and the commands.
import { findKeptCents, findWallet } from './money/buyer-wallet/buyer-wallet.store.ts';
import { leaveWallet, whyWalletStays } from './money/buyer-wallet/leave-wallet.ts';
import { unpaidCents } from './money/wallet/unpaid.ts';
import { countOpen } from './selling/seller/closing/closing.store.ts';
import { leaveSellers } from './selling/seller/closing/leave-sellers.ts';
import { listClosingWith, listOwnedAlone } from './selling/seller/member/member.store.ts';

export const sellerReads = { listOwnedAlone, listClosingWith, countOpen, unpaidCents, leaveSellers };
export const walletReads = { findWallet, findKeptCents, leaveWallet, whyWalletStays };
