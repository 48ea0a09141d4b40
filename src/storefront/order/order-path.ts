/** The address of one of the customer's orders. */
export function orderPath(orderId: string): string {
  return `/profile/order?${new URLSearchParams({ id: orderId })}`;
}
