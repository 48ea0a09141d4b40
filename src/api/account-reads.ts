// Answers of selling and money to what people need of them (people/required-ports.ts), for the server and the commands.
import { findKeptCents, findWallet } from './money/buyer-wallet/buyer-wallet.store.ts';
import { closeWallet, whyWalletStays } from './money/buyer-wallet/close-wallet.ts';
import { unpaidCents } from './money/wallet/unpaid.ts';
import { countOpen } from './selling/seller/closing/closing.store.ts';
import { removeMembersOfAccounts } from './selling/seller/closing/remove-members-of-accounts.ts';
import { listClosingWith, listOwnedAlone } from './selling/seller/member/member.store.ts';

export const sellerReads = { listOwnedAlone, listClosingWith, countOpen, unpaidCents, removeMembersOfAccounts };
export const walletReads = { findWallet, findKeptCents, closeWallet, whyWalletStays };
