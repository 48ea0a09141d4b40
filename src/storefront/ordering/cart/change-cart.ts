// Actions of customers on their cart. A line is named by its product and by its chosen options, if any.
import { cartLines, setCart } from './cart.ts';
import { type CartLine, withAdded, withChanged, without } from './cart-lines.ts';

export function addLine(line: CartLine) {
  setCart(withAdded(cartLines.get(), line));
}

export function raiseQuantity(id: string, amount: number, selected?: CartLine['selected_options']) {
  setCart(withChanged(cartLines.get(), id, amount, selected));
}

/** Does nothing unless the quantity is greater than the amount. */
export function lowerQuantity(id: string, amount: number, selected?: CartLine['selected_options']) {
  setCart(withChanged(cartLines.get(), id, -amount, selected));
}

export function removeLine(id: string, selected?: CartLine['selected_options']) {
  setCart(without(cartLines.get(), id, selected));
}
