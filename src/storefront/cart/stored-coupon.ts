// The applied coupon, in the tab's session storage: it survives a reload, as the account's cart does.
import { currentUser } from '#client/session/session.ts';
import { appliedCoupon } from './cart.ts';

/** Follows the applied coupon until the signal; `restore` applies the one from before, if there is none now. */
export function storeCoupon({ restore, signal }: { restore: boolean; signal: AbortSignal }) {
  // By user: another one who signs in here does not get the coupon of the one before.
  const key = `hearth.coupon.${currentUser.get()?.userId}`;
  if (restore && appliedCoupon.get() === null) appliedCoupon.set(read(key));
  const stop = appliedCoupon.subscribe((code) => write(key, code));
  signal.addEventListener('abort', () => {
    stop();
    write(key, null);
  });
}

function read(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, code: string | null) {
  try {
    if (code === null) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, code);
  } catch {
    // Storage is refused: the coupon lasts until the next reload.
  }
}
