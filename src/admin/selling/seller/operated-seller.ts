// Shops that the staff open, and products that they hand to them.
import { useEffect, useState } from 'react';
import { ApiError, readProblem } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { productList } from '#contract/catalogue/product/product-list.ts';
import type { AnyRow } from '#contract/operations/staff-list/description.ts';
import type { Adoption, OpenSeller } from '#contract/selling/staff-seller.schema.ts';
import { getStaffList } from '../../operations/staff-list/read-list.ts';

/** `field`: what is in the way, where that is one of the fields. */
type OpenedSeller = { sellerId: string } | { fault: string; field: 'name' | 'address' | 'owner' | null };

const fieldOf = { seller_name_refused: 'name', seller_address_refused: 'address', no_such_account: 'owner' } as const;

export async function open(seller: OpenSeller): Promise<OpenedSeller> {
  try {
    return { sellerId: (await createBrowserApi().post('/admin/seller', { body: seller })).seller_id };
  } catch (error) {
    const refusal = error instanceof ApiError ? readProblem(error.body)?.refusal : undefined;
    return { fault: failureText(error), field: fieldOf[refusal as keyof typeof fieldOf] ?? null };
  }
}

export type Adopting = { adoption: Adoption } | { fault: string };

/** Outcome of handing products over, before or after it is done. */
export const preview = (sellerId: string, ids: string[]): Promise<Adopting> =>
  telling(() =>
    createBrowserApi().post('/admin/seller/{sellerId}/adopt/preview', {
      params: { path: { sellerId } },
      body: { product_ids: ids },
    }),
  );
export const adopt = (sellerId: string, ids: string[]): Promise<Adopting> =>
  telling(() =>
    createBrowserApi().post('/admin/seller/{sellerId}/adopt', {
      params: { path: { sellerId } },
      body: { product_ids: ids },
    }),
  );

async function telling(ask: () => Promise<Adoption>): Promise<Adopting> {
  try {
    return { adoption: await ask() };
  } catch (error) {
    return { fault: failureText(error) };
  }
}

const DEBOUNCE_MS = 200;
const FOUND_MOST = 8;

/** The first few of the operator's own products that fit a text, once the typing pauses; null: none were asked for, or they are on their way. */
export function useOwnProducts(text: string): AnyRow[] | null {
  const [found, setFound] = useState<{ of: string; rows: AnyRow[] } | null>(null);
  useEffect(() => {
    if (text === '') return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const query = new URLSearchParams({ q: text, seller: 'own', limit: String(FOUND_MOST) });
      getStaffList(createBrowserApi(), productList.name, query, stop.signal).then(
        ({ items }) => setFound({ of: text, rows: items }),
        () => !stop.signal.aborted && setFound({ of: text, rows: [] }),
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  return found?.of === text ? found.rows : null;
}
