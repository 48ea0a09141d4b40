// Actions of customers on their cart.
import { cartLines, setCart } from './cart.ts';
import { type CartLine, type LineName, withAdded, withChanged, without } from './cart-lines.ts';

export function addLine(line: CartLine) {
  setCart(withAdded(cartLines.get(), line));
}

/** So many more, or with a negative amount less. It goes down only if the quantity is greater than that. */
export function changeQuantity(line: LineName, amount: number) {
  setCart(withChanged(cartLines.get(), line, amount));
}

export function removeLine(line: LineName) {
  setCart(without(cartLines.get(), line));
}
