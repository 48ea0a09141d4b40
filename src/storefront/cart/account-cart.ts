// The cart that is kept for the account, on every device. Imported dynamically only, and only where the shop keeps it.
import type { ApiClient } from '../api-client/api-client.ts';
import { createBrowserApi } from '../api-client/browser-api.ts';
import { readCart, saveCart } from '../api-client/cart.ts';
import { cartLines, cartLoading, setCart } from './cart.ts';
import { type CartLines, withAdded } from './cart-lines.ts';
import { keepCoupon } from './kept-coupon.ts';
import { itemsOf, linesOf } from './order-items.ts';

/**
 * Loads the cart of the signed-in account, adds what was put into this one before it arrived, and saves every change
 * from then on, until the signal. A cart that could not be loaded is never overwritten: loading is tried again with
 * the next change.
 */
export async function keepAccountCart(signal: AbortSignal): Promise<void> {
  const api = createBrowserApi();
  const kept = await loadLines(api);
  if (signal.aborted) return;
  if (!kept) return tryAgainWithNextChange(signal);
  const added = cartLines.get();
  const emptied = !cartLoading.get();
  if (!emptied) setCart(added.reduce(withAdded, kept));
  cartLoading.set(false);
  keepCoupon({ restore: !emptied, signal });
  const save = createSaver(api, signal);
  signal.addEventListener('abort', cartLines.listen(save));
  if (emptied || added.length > 0) save();
}

async function loadLines(api: ApiClient): Promise<CartLines | null> {
  try {
    return await linesOf(api, (await readCart(api)).items);
  } catch {
    return null;
  }
}

function tryAgainWithNextChange(signal: AbortSignal) {
  cartLoading.set(false);
  const stop = cartLines.listen((lines) => {
    stop();
    if (lines.length > 0) cartLoading.set(true);
    void keepAccountCart(signal);
  });
  signal.addEventListener('abort', stop);
}

/** One request at a time: what changes while one is under way is saved by the next, so that the last change wins. */
function createSaver(api: ApiClient, signal: AbortSignal): () => void {
  let saving = false;
  let changed = false;

  async function save() {
    changed = true;
    if (saving) return;
    saving = true;
    while (changed && !signal.aborted) {
      changed = false;
      // A change that could not be saved goes with the next one; the browser's API has logged why.
      await saveCart(api, itemsOf(cartLines.get())).catch(() => {});
    }
    saving = false;
  }
  return () => void save();
}
