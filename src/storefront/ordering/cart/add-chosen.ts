import { showAlert } from '#client/alert/alert.ts';
import { recordAdd } from '#client/api/record-add.ts';
import { t } from '#language/message.ts';
import { lineOf } from './cart-lines.ts';
import { addLine } from './change-cart.ts';
import { type ChosenLine, takeChosen } from './chosen-lines.ts';
import { setPriceUnit } from './price-units.ts';

/** Puts what a customer has chosen into the cart, and says so. `persist`: on the way to another screen. */
export function addChosen({ product, quantity, selected, machines }: ChosenLine, { persist = false } = {}) {
  addLine(lineOf(product, quantity, selected, machines));
  setPriceUnit(product);
  recordAdd(product.product_id);
  showAlert(
    {
      type: 'success',
      message: t('{product_name} added to cart successfully', { product_name: product.product_name }),
      picture: product.product_img,
      link: { href: '/cart', text: t('View cart') },
    },
    { persist },
  );
}

/** For whoever has just signed in: what was chosen before, once. */
export function addAllChosen() {
  for (const line of takeChosen()) addChosen(line, { persist: true });
}
