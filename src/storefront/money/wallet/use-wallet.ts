import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import type { Movement, Wallet, WalletMonth, WalletMonthSum } from '#contract/money/wallet.schema.ts';
import { saveFile } from '#ui/loading/save-file.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';
import { type Pages, usePages } from '#ui/loading/use-pages.ts';
import type { WalletAsked } from './wallet-address.ts';

export function useWallet(sellerId: string): Loaded<Wallet> {
  return useLoaded(() =>
    createBrowserApi().get('/seller/{sellerId}/wallet', { params: { path: { sellerId } }, asUser: true }),
  );
}

export function useWalletMonths(sellerId: string): Loaded<WalletMonth[]> {
  return useLoaded(() =>
    createBrowserApi().get('/seller/{sellerId}/wallet/months', { params: { path: { sellerId } }, asUser: true }),
  );
}

export function useWalletMonth(sellerId: string, month: string): Loaded<WalletMonthSum> {
  return useLoaded(() =>
    createBrowserApi().get('/seller/{sellerId}/wallet/months/{month}', {
      params: { path: { sellerId, month } },
      asUser: true,
    }),
  );
}

export function useMovements(sellerId: string, asked: WalletAsked): Pages<Movement> {
  const query = { kind: asked.kind ?? undefined, month: asked.month ?? undefined, q: asked.q || undefined };
  return usePages((next) =>
    createBrowserApi().list('/seller/{sellerId}/wallet/movements', {
      params: { path: { sellerId }, query },
      asUser: true,
      page: next,
    }),
  );
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
