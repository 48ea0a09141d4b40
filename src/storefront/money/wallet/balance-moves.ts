import { atom } from 'nanostores';

/** How often money has moved on the screens since the page was opened: the sidebar asks for the balance again. */
export const balanceMoves = atom(0);

export function recordBalanceMove(): void {
  balanceMoves.set(balanceMoves.get() + 1);
}
