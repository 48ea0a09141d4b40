// Words for how many there are of a product, and where it is rented, the same wherever it is shown. Free of other modules: every list of products loads it.

export const soldOut = 'Sold out';

/** Facts of a stock. `is_rental`: sold by time; `regions`: those that have some. */
export type Stock = { stock: number | null; is_rental?: boolean; regions?: readonly string[] };

/** '16 free', '16 free in Oregon', '64 free in 11 regions' of what is sold by time; '3 in stock', 'Available', 'Sold out'. */
export function stockText({ stock, is_rental: isRental = false, regions = [] }: Stock): string {
  if (stock === null) return 'Available';
  if (stock <= 0) return soldOut;
  const count = stock.toLocaleString('en-US');
  if (!isRental) return `${count} in stock`;
  const where = regions.length > 1 ? `${regions.length} regions` : regions[0];
  return where ? `${count} free in ${where}` : `${count} free`;
}

/** Text in place of a time of delivery for what a provider rents out on its own site: 'Rented at DBC'. */
export function rentedAt({ label }: { label: string }): string {
  return `Rented at ${label}`;
}
