// The cart that the shop stores for the account, the same on every device. Imported dynamically only, where the shop does so.

import { showAlert } from '#client/alert/alert.ts';
import { type ApiClient, ApiError } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { noAnswerText } from '#client/connection.ts';
import { t } from '#language/message.ts';
import { appliedCoupon, cartLines, cartLoading, setCart } from './cart.ts';
import { type CartLines, withAdded } from './cart-lines.ts';
import { linesOf } from './current-lines.ts';
import { itemsOf } from './order-items.ts';

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;

/**
 * Loads the cart of the signed-in account, adds what was put into this one before it arrived, and saves every change
 * from then on, also of the coupon, until the signal. A cart that could not be loaded is never overwritten: loading is tried again with
 * the next change.
 */
export async function syncAccountCart(signal: AbortSignal): Promise<void> {
  const api = createBrowserApi();
  const saved = await loadCart(api);
  if (signal.aborted) return;
  if (!saved) return tryAgainWithNextChange(signal);
  const added = cartLines.get();
  const emptied = !cartLoading.get();
  if (!emptied) {
    setCart(added.reduce(withAdded, saved.lines));
    if (appliedCoupon.get() === null) appliedCoupon.set(saved.coupon);
  }
  cartLoading.set(false);
  const save = createSaver(api, saved, signal);
  signal.addEventListener('abort', cartLines.listen(save));
  signal.addEventListener('abort', appliedCoupon.listen(save));
  if (emptied || added.length > 0 || appliedCoupon.get() !== saved.coupon) save();
}

/** The cart as the shop stores it. */
type StoredCart = { lines: CartLines; coupon: string | null };

async function loadCart(api: ApiClient): Promise<StoredCart | null> {
  try {
    const { items, coupon = null } = await api.get('/cart', { asUser: true });
    return { lines: await linesOf(api, items), coupon };
  } catch {
    return null;
  }
}

function tryAgainWithNextChange(signal: AbortSignal) {
  cartLoading.set(false);
  const stop = cartLines.listen((lines) => {
    stop();
    if (lines.length > 0) cartLoading.set(true);
    void syncAccountCart(signal);
  });
  signal.addEventListener('abort', stop);
}

/**
 * One request at a time: what changes while one is under way is saved by the next, so that the last change wins. What
 * could not be saved is said, and tried again until it is; what the shop refuses goes back to what is saved. `saved`
 * is the cart as the shop has it.
 */
function createSaver(api: ApiClient, saved: StoredCart, signal: AbortSignal): () => void {
  let saving = false;
  let changed = false;
  let retryMs = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  async function save() {
    changed = true;
    clearTimeout(retry);
    if (saving) return;
    saving = true;
    while (changed && !signal.aborted) {
      // Changes in the same moment, such as those that empty a cart, are one change.
      await Promise.resolve();
      changed = false;
      const now = { lines: cartLines.get(), coupon: appliedCoupon.get() };
      try {
        await api.put('/cart', { body: { items: itemsOf(now.lines), coupon: now.coupon } });
        saved = now;
        if (retryMs > 0) showAlert({ type: 'success', message: t('Your cart is saved.') });
        retryMs = 0;
      } catch (error) {
        if (!signal.aborted) onFailure(error);
      }
    }
    saving = false;
  }

  function onFailure(error: unknown) {
    if (error instanceof ApiError && isRefusal(error.status)) {
      // A later change may be accepted; and who is signed out by the answer sees another alert.
      if (changed || error.status === 401 || error.status === 403) return;
      showAlert({ type: 'error', message: t('Your cart could not be saved. {message}', { message: error.message }) });
      setCart(saved.lines);
      appliedCoupon.set(saved.coupon);
      // Setting them asks for a save, and there is nothing to save.
      changed = false;
      return;
    }
    if (retryMs === 0)
      showAlert({
        type: 'error',
        message: t('{value} Your cart is saved as soon as it can be.', { value: noAnswerText() }),
      });
    retryMs = Math.min(LONGEST_RETRY_MS, retryMs * 2 || FIRST_RETRY_MS);
    retry = setTimeout(save, retryMs);
  }

  // A browser that is connected again need not wait.
  window.addEventListener('online', () => retryMs > 0 && save(), { signal });
  signal.addEventListener('abort', () => clearTimeout(retry));
  return () => void save();
}

/** Asking again would be refused again. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
