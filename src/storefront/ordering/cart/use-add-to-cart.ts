import { currentUser } from '#client/session/session.ts';
import type { ProductSummary, SelectedOption } from '#contract/catalogue/product/product.ts';
import { useAskToSignIn } from '../../people/sign-in/ask-to-sign-in.ts';
import { addChosen } from './add-chosen.ts';
import { saveChosen } from './chosen-lines.ts';

type AddToCart = (
  product: ProductSummary,
  quantity: number,
  selected?: readonly SelectedOption[],
  machines?: number,
) => void;

/**
 * Action of 'Add to cart'. Only signed-in customers have a cart: anybody else is asked to sign in, and finds in it then
 * what was chosen.
 */
export function useAddToCart(): AddToCart {
  const askToSignIn = useAskToSignIn();
  return function addToCart(product, quantity, selected = [], machines = 1) {
    const line = { product, quantity, selected, machines };
    if (currentUser.get()) return addChosen(line);
    saveChosen(line);
    askToSignIn();
  };
}
