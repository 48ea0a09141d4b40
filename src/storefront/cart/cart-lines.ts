import { lineCents, sumCents } from '#contract/money.ts';
import { effectivePrice, type ProductSummary } from '#contract/product.ts';

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
};

export type CartLines = readonly CartLine[];

export function lineOf(product: ProductSummary, quantity: number): CartLine {
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
  };
}

/** One line more; where the product is in the cart already, its quantity grows. */
export function withAdded(lines: CartLines, line: CartLine): CartLines {
  if (!lines.some(({ id }) => id === line.id)) return [...lines, line];
  return lines.map((known) => (known.id === line.id ? { ...known, quantity: known.quantity + line.quantity } : known));
}

/** More or, with a negative amount, less of a product. A quantity goes down only if it is greater than what is taken away. */
export function withChanged(lines: CartLines, id: string, amount: number): CartLines {
  return lines.map((line) =>
    line.id === id && line.quantity + amount > 0 ? { ...line, quantity: line.quantity + amount } : line,
  );
}

export function without(lines: CartLines, id: string): CartLines {
  return lines.filter((line) => line.id !== id);
}

/** The sum of the quantities. */
export function countItems(lines: CartLines): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Of one line: its quantity times the unit price, which is the sale price when on sale. */
export function amountCents(line: CartLine): number {
  return lineCents(effectivePrice(line), line.quantity);
}

/** Every line is rounded to cents by itself, so that what is shown, sent and charged agree. */
export function totalCents(lines: CartLines): number {
  return sumCents(lines.map(amountCents));
}
