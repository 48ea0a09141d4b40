// Actions of customers on their cart.
import { cartLines, setCart } from './cart.ts';
import { type CartLine, type LineName, withAdded, withChanged, without } from './cart-lines.ts';

export function addLine(line: CartLine) {
  setCart(withAdded(cartLines.get(), line));
}

export function raiseQuantity(line: LineName, amount: number) {
  setCart(withChanged(cartLines.get(), line, amount));
}

/** Does nothing unless the quantity is greater than the amount. */
export function lowerQuantity(line: LineName, amount: number) {
  setCart(withChanged(cartLines.get(), line, -amount));
}

export function removeLine(line: LineName) {
  setCart(without(cartLines.get(), line));
}
