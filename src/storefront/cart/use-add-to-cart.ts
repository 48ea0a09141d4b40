import { showAlert } from '#client/alert/alert.ts';
import { currentUser } from '#client/session/session.ts';
import type { ProductSummary } from '#contract/product.ts';
import { useAskToSignIn } from '../account/ask-to-sign-in.ts';
import { addLine } from './cart.ts';
import { lineOf } from './cart-lines.ts';
import { setPriceUnit } from './price-units.ts';

/** What 'Add to cart' does. Only signed-in customers have a cart: anybody else is asked to sign in. */
export function useAddToCart(): (product: ProductSummary, quantity: number) => void {
  const askToSignIn = useAskToSignIn();
  return function addToCart(product, quantity) {
    if (!currentUser.get()) return askToSignIn();
    addLine(lineOf(product, quantity));
    setPriceUnit(product);
    showAlert({
      type: 'success',
      message: `${product.product_name} added to cart successfully`,
      picture: product.product_img,
      link: { href: '/cart', text: 'View cart' },
    });
  };
}
