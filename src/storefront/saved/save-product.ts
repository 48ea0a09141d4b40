import { showAlert } from '#client/alert/alert.ts';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { failureText } from '#client/api-client/failure-text.ts';
import { saveProduct, unsaveProduct } from '#client/api-client/saved-product.ts';
import { currentUser } from '#client/session/session.ts';
import type { ProductSummary } from '#contract/product.ts';
import { readSavedHere, savedHereMaximum, writeSavedHere } from './saved-here.ts';
import { savedIds } from './saved-ids.ts';

type Saved = Pick<ProductSummary, 'product_id' | 'product_name' | 'product_img'>;

/** Saves a product that is not saved, and the other way round: at once on the page, which goes back when it fails. */
export async function toggleSaved(product: Saved): Promise<void> {
  const ids = savedIds.get();
  if (!ids) return;
  const wanted = !ids.includes(product.product_id);
  note(product.product_id, wanted);
  const fault = await keep(product.product_id, wanted);
  if (fault !== undefined) {
    note(product.product_id, !wanted);
    showAlert({ type: 'error', message: fault });
  } else if (wanted) {
    showAlert({
      type: 'success',
      message: `${product.product_name} is saved`,
      picture: product.product_img,
      link: { href: '/saved', text: 'View saved' },
    });
  }
}

/** What the pages show of it. */
export function note(id: string, saved: boolean) {
  const others = (savedIds.get() ?? []).filter((other) => other !== id);
  savedIds.set(saved ? [id, ...others] : others);
}

/** Resolves with what went wrong, or nothing. */
export async function keep(id: string, saved: boolean): Promise<string | undefined> {
  if (!currentUser.get()) return keepHere(id, saved);
  try {
    const api = createBrowserApi();
    await (saved ? saveProduct(api, id) : unsaveProduct(api, id));
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}

function keepHere(id: string, saved: boolean): string | undefined {
  const others = readSavedHere().filter((other) => other !== id);
  if (saved && others.length >= savedHereMaximum)
    return `You have saved ${savedHereMaximum} products in this browser. Log in to save more.`;
  const taken = writeSavedHere(saved ? [id, ...others] : others);
  return taken ? undefined : 'This browser keeps nothing for this site. Log in to save products.';
}
