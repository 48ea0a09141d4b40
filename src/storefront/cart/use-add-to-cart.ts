import { showAlert } from '#client/alert/alert.ts';
import { noteAdd } from '#client/api-client/note-add.ts';
import { currentUser } from '#client/session/session.ts';
import type { ProductSummary, SelectedOption } from '#contract/product.ts';
import { useAskToSignIn } from '../account/ask-to-sign-in.ts';
import { lineOf } from './cart-lines.ts';
import { addLine } from './change-cart.ts';
import { setPriceUnit } from './price-units.ts';

type AddToCart = (product: ProductSummary, quantity: number, selected?: readonly SelectedOption[]) => void;

/** What 'Add to cart' does. Only signed-in customers have a cart: anybody else is asked to sign in. */
export function useAddToCart(): AddToCart {
  const askToSignIn = useAskToSignIn();
  return function addToCart(product, quantity, selected) {
    if (!currentUser.get()) return askToSignIn();
    addLine(lineOf(product, quantity, selected));
    setPriceUnit(product);
    noteAdd(product.product_id);
    showAlert({
      type: 'success',
      message: `${product.product_name} added to cart successfully`,
      picture: product.product_img,
      link: { href: '/cart', text: 'View cart' },
    });
  };
}
