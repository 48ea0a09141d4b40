import type { ProductSummary, SelectedOption } from '#contract/catalogue/product/product.ts';
import { lineKey } from '#contract/catalogue/product/variant.ts';

/** A product in the cart, with the prices that it had when it was looked at last. */
export type CartLine = {
  /** The product's. */
  id: string;
  /** Address of its picture. */
  img: string;
  name: string;
  category: ProductSummary['product_type'];
  description: string;
  price: number;
  on_sale: boolean;
  sale_price: number | null;
  stock: number | null;
  /** Units of its price; of a rental they are its time. */
  quantity: number;
  /** Machines that are rented at once, where these are several: with another number it is another line. */
  machines?: number;
  /** Where something is chosen: with other choices the same product is another line. */
  selected_options?: readonly SelectedOption[];
  /** The customer has its files, and wants them again. */
  buy_again?: true;
};

export type CartLines = readonly CartLine[];

/** Price and stock are those of what is chosen. */
export function lineOf(
  product: ProductSummary,
  quantity: number,
  selected: readonly SelectedOption[] = [],
  machines = 1,
): CartLine {
  return {
    id: product.product_id,
    img: product.product_img,
    name: product.product_name,
    category: product.product_type,
    description: product.description,
    price: product.price,
    on_sale: product.on_sale,
    sale_price: product.sale_price,
    stock: product.stock,
    quantity,
    ...(machines > 1 && { machines }),
    ...(selected.length > 0 && { selected_options: selected }),
  };
}

/** Name of a line: its product, its chosen options, and its machines where these are several. */
export type LineName = Pick<CartLine, 'id' | 'selected_options' | 'machines'>;

export function keyOf({ id, ...chosen }: LineName): string {
  return lineKey({ product_id: id, ...chosen });
}

/** One line more; where the product is in the cart already with these choices, its quantity grows. */
export function withAdded(lines: CartLines, line: CartLine): CartLines {
  if (!lines.some((known) => keyOf(known) === keyOf(line))) return [...lines, line];
  return withChanged(lines, line, line.quantity);
}

/** More or, with a negative amount, less of a line. A quantity goes down only if it is greater than what is taken away. */
export function withChanged(lines: CartLines, name: LineName, amount: number): CartLines {
  const key = keyOf(name);
  return lines.map((line) =>
    keyOf(line) === key && line.quantity + amount > 0 ? { ...line, quantity: line.quantity + amount } : line,
  );
}

export function without(lines: CartLines, name: LineName): CartLines {
  const key = keyOf(name);
  return lines.filter((line) => keyOf(line) !== key);
}
