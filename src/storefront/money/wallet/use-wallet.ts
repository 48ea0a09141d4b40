import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { getStatement, getWallet, getWalletMonth, listMovements, listWalletMonths } from '#client/money/wallet.ts';
import type { Movement, Wallet, WalletMonth, WalletMonthSum } from '#contract/money/wallet.schema.ts';
import { saveFile } from '#ui/loading/save-file.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';
import { type Pages, usePages } from '#ui/loading/use-pages.ts';
import type { WalletAsked } from './wallet-address.ts';

export function useWallet(sellerId: string): Loaded<Wallet> {
  return useLoaded(() => getWallet(createBrowserApi(), sellerId));
}

export function useWalletMonths(sellerId: string): Loaded<WalletMonth[]> {
  return useLoaded(() => listWalletMonths(createBrowserApi(), sellerId));
}

export function useWalletMonth(sellerId: string, month: string): Loaded<WalletMonthSum> {
  return useLoaded(() => getWalletMonth(createBrowserApi(), sellerId, month));
}

export function useMovements(sellerId: string, asked: WalletAsked): Pages<Movement> {
  return usePages((next) => listMovements(createBrowserApi(), sellerId, { ...asked, next }));
}

/** Resolves with what went wrong, or with nothing. */
export async function saveStatement(
  seller: { sellerId: string; address: string },
  month: string,
  format: 'csv' | 'pdf',
): Promise<string | undefined> {
  try {
    const file = await getStatement(createBrowserApi(), seller.sellerId, { month, format });
    saveFile(file, `statement-${seller.address}-${month}.${format}`);
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}
