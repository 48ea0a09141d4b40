import { useState } from 'react';
import type { ListPage } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import type { Order } from '#contract/ordering/order.ts';
import { userIdOf } from '#contract/people/user.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';

type Orders = {
  /** The newest ones. */
  first: Loaded<ListPage<Order>>;
  /** Those that were loaded after them. */
  older: Order[];
  /** Loads the next ones; answers whether that worked. Null when there are no more. */
  loadOlder: (() => Promise<boolean>) | null;
};

/** The customer's orders, newest first. */
export function useOrders(email: string): Orders {
  const first = useLoaded(() =>
    createBrowserApi().list('/order/user/{userId}', { params: { path: { userId: userIdOf(email) } }, asUser: true }),
  );
  const [added, setAdded] = useState<ListPage<Order> | null>(null);
  const next = (added ?? first.value)?.next;
  const older = added?.items ?? [];

  async function loadOlder() {
    const page = await createBrowserApi()
      .list('/order/user/{userId}', {
        params: { path: { userId: userIdOf(email) } },
        asUser: true,
        page: next ?? undefined,
      })
      .catch(() => null);
    if (page) setAdded({ items: [...older, ...page.items], next: page.next });
    return page !== null;
  }

  return { first, older, loadOlder: next ? loadOlder : null };
}
