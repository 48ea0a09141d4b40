// What 'Add to cart' does for somebody who is signed in. Loaded when it is needed.
import { showAlert } from '#client/alert/alert.ts';
import type { ProductSummary, SelectedOption } from '#contract/product.ts';
import { lineOf } from './cart-lines.ts';
import { addLine } from './change-cart.ts';
import { setPriceUnit } from './price-units.ts';

export function addToCart(product: ProductSummary, quantity: number, selected?: readonly SelectedOption[]) {
  addLine(lineOf(product, quantity, selected));
  setPriceUnit(product);
  showAlert({
    type: 'success',
    message: `${product.product_name} added to cart successfully`,
    picture: product.product_img,
    link: { href: '/cart', text: 'View cart' },
  });
}
