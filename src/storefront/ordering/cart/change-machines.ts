// Machines that a line of the cart rents at once. Loaded with the lines that rent some.
import { machinesMaximum } from '#contract/ordering/order-limits.ts';
import { cartLines, setCart } from './cart.ts';
import { type CartLines, keyOf, type LineName } from './cart-lines.ts';

export function setMachines(line: LineName, machines: number) {
  setCart(withMachines(cartLines.get(), line, machines));
}

/**
 * The line on so many machines, at its place. A number that another line of the same choice has is stepped over, upward or downward as
 * it is changed; where none is left nothing changes.
 */
export function withMachines(lines: CartLines, name: LineName, wanted: number): CartLines {
  const key = keyOf(name);
  const others = new Set(lines.map(keyOf));
  const step = wanted > (name.machines ?? 1) ? 1 : -1;
  let machines = wanted;
  while (machines >= 1 && keyOf({ ...name, machines }) !== key && others.has(keyOf({ ...name, machines })))
    machines += step;
  if (machines < 1 || machines > machinesMaximum) return lines;
  return lines.map((line) => {
    if (keyOf(line) !== key) return line;
    const { machines: _, ...one } = line;
    return machines > 1 ? { ...one, machines } : one;
  });
}
