import { showAlert } from '#client/alert/alert.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { currentUser } from '#client/session/session.ts';
import type { ProductSummary } from '#contract/catalogue/product/product.ts';
import { t } from '#language/message.ts';
import { inOrder } from './in-order.ts';
import { readSavedHere, savedHereMaximum, writeSavedHere } from './saved-here.ts';
import { savedIds } from './saved-ids.ts';

type Saved = Pick<ProductSummary, 'product_id' | 'product_name' | 'product_img'>;

/** Products whose hearts wait for an answer: what is stored by the answers so far. */
const toggling = new Map<string, { stored: boolean; clicks: number }>();

/**
 * Saves a product that is not saved, and the other way round: at once on the page, which goes back to what is stored when it fails. Of
 * several quick clicks the last one tells.
 */
export async function toggleSaved(product: Saved): Promise<void> {
  const { product_id: id } = product;
  const ids = savedIds.get();
  if (!ids) return;
  const wanted = !ids.includes(id);
  note(id, wanted);
  const heart = toggling.get(id) ?? { stored: !wanted, clicks: 0 };
  toggling.set(id, heart);
  heart.clicks += 1;
  const click = heart.clicks;
  const fault = await saveProduct(id, wanted);
  if (fault === undefined) heart.stored = wanted;
  if (click !== heart.clicks) return;
  toggling.delete(id);
  note(id, heart.stored);
  if (fault !== undefined) {
    showAlert({ type: 'error', message: fault });
  } else if (wanted) {
    showAlert({
      type: 'success',
      message: t('{product_name} is saved', { product_name: product.product_name }),
      picture: product.product_img,
      link: { href: '/saved', text: t('View saved') },
    });
  }
}

/** Updates what the pages show of it, where the saved products are known. */
export function note(id: string, saved: boolean) {
  const ids = savedIds.get();
  if (!ids) return;
  const others = ids.filter((other) => other !== id);
  savedIds.set(saved ? [id, ...others] : others);
}

/** Resolves with what went wrong, or nothing. */
export async function saveProduct(id: string, saved: boolean): Promise<string | undefined> {
  if (!currentUser.get()) return saveHere(id, saved);
  const api = createBrowserApi();
  return inOrder(id, () =>
    (saved
      ? api.put('/saved-product/{id}', { params: { path: { id } }, body: {} })
      : api.delete('/saved-product/{id}', { params: { path: { id } } })
    ).then(() => undefined, failureText),
  );
}

function saveHere(id: string, saved: boolean): string | undefined {
  const others = readSavedHere().filter((other) => other !== id);
  if (saved && others.length >= savedHereMaximum)
    return t('You have saved {savedHereMaximum} products in this browser. Log in to save more.', { savedHereMaximum });
  const taken = writeSavedHere(saved ? [id, ...others] : others);
  return taken ? undefined : t('This browser keeps nothing for this site. Log in to save products.');
}
