// Machines that a line of the cart rents at once. Loaded with the lines that rent some.
import { cartLines, setCart } from './cart.ts';
import { type CartLines, keyOf, type LineName, withAdded } from './cart-lines.ts';

export function setMachines(line: LineName, machines: number) {
  setCart(withMachines(cartLines.get(), line, machines));
}

/** The line on so many machines, at its place; one that has as many already takes it in. */
export function withMachines(lines: CartLines, name: LineName, machines: number): CartLines {
  const key = keyOf(name);
  const changed = lines.map(({ machines: before = 1, ...line }) => {
    const now = keyOf({ ...line, machines: before }) === key ? machines : before;
    return now > 1 ? { ...line, machines: now } : line;
  });
  return changed.reduce<CartLines>(withAdded, []);
}
