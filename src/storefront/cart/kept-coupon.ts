// The applied coupon, kept for this tab of the browser: a reload loses it no more than the cart that is kept for the account.
import { appliedCoupon } from './cart.ts';

const KEY = 'hearth.coupon';

/** Follows the applied coupon until the signal; `restore` applies the one from before, if there is none now. */
export function keepCoupon({ restore, signal }: { restore: boolean; signal: AbortSignal }) {
  if (restore && appliedCoupon.get() === null) appliedCoupon.set(read());
  const stop = appliedCoupon.subscribe(write);
  signal.addEventListener('abort', () => {
    stop();
    write(null);
  });
}

function read(): string | null {
  try {
    return window.sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function write(code: string | null) {
  try {
    if (code === null) window.sessionStorage.removeItem(KEY);
    else window.sessionStorage.setItem(KEY, code);
  } catch {
    // A browser that keeps nothing keeps no coupon either.
  }
}
