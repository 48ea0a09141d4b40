import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { useApi } from '#client/query/use-api.ts';
import { type Pages, useApiPages } from '#client/query/use-api-pages.ts';
import type { Movement, Wallet, WalletMonth, WalletMonthSum } from '#contract/money/wallet.schema.ts';
import { saveFile } from '#ui/loading/save-file.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import type { WalletAsked } from './wallet-address.ts';

export function useWallet(sellerId: string): Loaded<Wallet> {
  return useApi('/seller/{sellerId}/wallet', { params: { path: { sellerId } } });
}

export function useWalletMonths(sellerId: string): Loaded<WalletMonth[]> {
  return useApi('/seller/{sellerId}/wallet/months', { params: { path: { sellerId } } });
}

export function useWalletMonth(sellerId: string, month: string): Loaded<WalletMonthSum> {
  return useApi('/seller/{sellerId}/wallet/months/{month}', { params: { path: { sellerId, month } } });
}

export function useMovements(sellerId: string, asked: WalletAsked): Pages<Movement> {
  const query = { kind: asked.kind ?? undefined, month: asked.month ?? undefined, q: asked.q || undefined };
  return useApiPages('/seller/{sellerId}/wallet/movements', { params: { path: { sellerId }, query } });
}

/** Resolves with what went wrong, or with nothing. */
export async function saveStatement(
  seller: { sellerId: string; address: string },
  month: string,
  format: 'csv' | 'pdf',
): Promise<string | undefined> {
  try {
    const file = await createBrowserApi().getFile('/seller/{sellerId}/wallet/statement', {
      params: { path: { sellerId: seller.sellerId }, query: { month, format } },
    });
    saveFile(file, `statement-${seller.address}-${month}.${format}`);
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}
