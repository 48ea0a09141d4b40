import { showAlert } from '../alert/alert.ts';
import { useAskToSignIn } from '../session/ask-to-sign-in.ts';
import { currentUser } from '../session/session.ts';

/** What 'Add to cart' does: only signed-in customers have a cart, and theirs is not open in this version yet. */
export function useAddToCart(): () => void {
  const askToSignIn = useAskToSignIn();
  return function addToCart() {
    if (!currentUser.get()) return askToSignIn();
    showAlert({ type: 'error', message: 'Nothing was added: the cart opens with the next version of this shop.' });
  };
}
