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
  quantity: number;
  /** Where something is chosen: with other choices the same product is another line. */
  selected_options?: readonly SelectedOption[];
};

export type CartLines = readonly CartLine[];

/** Price and stock are those of what is chosen. */
export function lineOf(product: ProductSummary, quantity: number, selected: readonly SelectedOption[] = []): CartLine {
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
    ...(selected.length > 0 && { selected_options: selected }),
  };
}

/** Key of a line: its product and its chosen options. */
export function keyOf(line: Pick<CartLine, 'id' | 'selected_options'>): string {
  return lineKey({ product_id: line.id, selected_options: line.selected_options });
}

/** One line more; where the product is in the cart already with these choices, its quantity grows. */
export function withAdded(lines: CartLines, line: CartLine): CartLines {
  const { id, quantity, selected_options } = line;
  if (!lines.some((known) => keyOf(known) === keyOf(line))) return [...lines, line];
  return withChanged(lines, id, quantity, selected_options);
}

/** More or, with a negative amount, less of a product. A quantity goes down only if it is greater than what is taken away. */
export function withChanged(
  lines: CartLines,
  id: string,
  amount: number,
  selected_options?: CartLine['selected_options'],
): CartLines {
  const key = lineKey({ product_id: id, selected_options });
  return lines.map((line) =>
    keyOf(line) === key && line.quantity + amount > 0 ? { ...line, quantity: line.quantity + amount } : line,
  );
}

export function without(lines: CartLines, id: string, selected_options?: CartLine['selected_options']): CartLines {
  const key = lineKey({ product_id: id, selected_options });
  return lines.filter((line) => keyOf(line) !== key);
}
