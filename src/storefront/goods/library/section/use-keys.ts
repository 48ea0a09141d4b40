import { useState } from 'react';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import type { OwnProductKeys } from '#contract/goods/product-key.schema.ts';

type Key = OwnProductKeys['items'][number];

/** The keys of a thing, of which the first have come with it; `more` adds the next ones and resolves with what went wrong, or nothing. */
export function useKeys({ entitlement_id: id, items, next }: OwnProductKeys) {
  const [added, setAdded] = useState<{ items: Key[]; next: string | null } | null>(null);
  const after = added ? added.next : next;

  async function more(): Promise<string | undefined> {
    try {
      const page = await createBrowserApi().get('/library/{entitlementId}/key', {
        params: { path: { entitlementId: id }, query: { after: after ?? undefined } },
        asUser: true,
      });
      setAdded((known) => ({ items: [...(known?.items ?? []), ...page.items], next: page.next }));
      return undefined;
    } catch (error) {
      return failureText(error);
    }
  }

  return { items: [...items, ...(added?.items ?? [])], more: after === null ? null : more };
}
