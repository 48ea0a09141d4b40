import { showAlert } from '#client/alert/alert.ts';
import { noAnswerText } from '#client/connection.ts';
import { currentUser } from '#client/session/session.ts';
import { useAskToSignIn } from '../account/ask-to-sign-in.ts';
import { loadAddToCart } from './start-cart.ts';

type AddToCart = typeof import('./add-to-cart.ts').addToCart;

/** What 'Add to cart' does. Only signed-in customers have a cart: anybody else is asked to sign in. */
export function useAddToCart(): (...item: Parameters<AddToCart>) => void {
  const askToSignIn = useAskToSignIn();
  return function add(...item) {
    if (!currentUser.get()) return askToSignIn();
    loadAddToCart().then(
      ({ addToCart }) => addToCart(...item),
      () => showAlert({ type: 'error', message: `${noAnswerText()} Nothing was added.` }),
    );
  };
}
