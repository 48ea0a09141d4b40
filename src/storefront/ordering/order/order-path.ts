/** The address of one of the customer's orders. */
export function orderPath(orderId: string): string {
  return `/profile/order?${new URLSearchParams({ id: orderId })}`;
}

/** Path to a line of it, as it was when it was bought; lines count from 0. */
export function boughtVersionPath(orderId: string, line: number): string {
  return `/profile/order?${new URLSearchParams({ id: orderId, line: String(line) })}`;
}
