// Filters of a shop's transactions, as the address of the screen says them.
import { isMonth, type MovementGroup, monthOf, movementGroups } from '#contract/money/wallet.ts';

export const walletPath = '/profile/wallet';

export type WalletAsked = {
  kind: Exclude<MovementGroup, 'other'> | null;
  /** Null, while something is searched for: all months. */
  month: string | null;
  q: string;
};

/** Unknown words are left out: an address can be typed. Without a month this one; a search looks into all of them. */
export function readWalletAddress(query: URLSearchParams, now: Date): WalletAsked {
  const kind = movementGroups.find((group) => group === query.get('kind')) ?? null;
  const q = query.get('q')?.trim().slice(0, 200) ?? '';
  const asked = query.get('month') ?? '';
  const month = isMonth(asked) && asked <= monthOf(now) ? asked : q === '' ? monthOf(now) : null;
  return { kind: kind === 'other' ? null : kind, month, q };
}

export function walletAddress(seller: string, { kind, month, q }: Partial<WalletAsked>): string {
  const query = new URLSearchParams({ seller, ...(kind && { kind }), ...(month && { month }), ...(q && { q }) });
  return `${walletPath}?${query}`;
}

export function payoutPath(seller: string, payoutId: string): string {
  return `${walletPath}/payouts/${encodeURIComponent(payoutId)}?${new URLSearchParams({ seller })}`;
}
