import type { Movement, Wallet, WalletMonth, WalletMonthSum } from '#contract/money/wallet.schema.ts';
import type { MovementGroup } from '#contract/money/wallet.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

export function getWallet(api: ApiClient, sellerId: string): Promise<Wallet> {
  return api.get(walletOf(sellerId), { asUser: true });
}

/** Newest first: the first of them, or what `next` of a page before leads to. Without a month those of all. */
export function listMovements(
  api: ApiClient,
  sellerId: string,
  { kind, month, q, next }: { kind: MovementGroup | null; month: string | null; q: string; next?: string | undefined },
): Promise<ListPage<Movement>> {
  const query = new URLSearchParams({ ...(kind && { kind }), ...(month && { month }), ...(q && { q }) });
  return api.list(next ?? `${walletOf(sellerId)}/movements?${query}`, { asUser: true });
}

export function listWalletMonths(api: ApiClient, sellerId: string): Promise<WalletMonth[]> {
  return api.get(`${walletOf(sellerId)}/months`, { asUser: true });
}

export function getWalletMonth(api: ApiClient, sellerId: string, month: string): Promise<WalletMonthSum> {
  return api.get(`${walletOf(sellerId)}/months/${encodeURIComponent(month)}`, { asUser: true });
}

export function getStatement(
  api: ApiClient,
  sellerId: string,
  { month, format }: { month: string; format: 'csv' | 'pdf' },
): Promise<Blob> {
  return api.getFile(`${walletOf(sellerId)}/statement?${new URLSearchParams({ month, format })}`);
}

function walletOf(sellerId: string): string {
  return `/seller/${encodeURIComponent(sellerId)}/wallet`;
}
