import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { useLoadedQuery } from '#client/query/use-api.ts';
import type { ListingList } from '#contract/selling/listing/listing.ts';
import { saveFile } from '#ui/loading/save-file.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import type { ListingsAsked } from './listings-address.ts';

const PAGE = 50;

/** The products that are asked for. What was shown before stays until the new ones are there. */
export function useListings(
  sellerId: string,
  { state, q, sort, after }: ListingsAsked,
): Loaded<ListingList> & { stale: boolean } {
  const query = useQuery<ListingList>({
    queryKey: ['/seller/{sellerId}/listing', sellerId, state, q, sort, after],
    queryFn: ({ signal }) =>
      createBrowserApi().get('/seller/{sellerId}/listing', {
        params: {
          path: { sellerId },
          query: { state: state ?? undefined, q: q || undefined, sort, after: after ?? undefined, limit: PAGE },
        },
        asUser: true,
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  return { ...useLoadedQuery(query, query.data), stale: query.isPlaceholderData };
}

/** Saves all products of the shop as a file, or those of them that are chosen. Resolves with what went wrong, or with nothing. */
export async function saveExport(
  sellerId: string,
  format: 'csv' | 'jsonl',
  chosen?: ReadonlySet<string>,
): Promise<string | undefined> {
  try {
    const file = await createBrowserApi().getFile('/seller/{sellerId}/listing/export', {
      params: { path: { sellerId }, query: { format } },
    });
    saveFile(chosen ? await linesOf(file, chosen) : file, `products.${format}`);
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}

/** Each line of JSONL is a product. */
async function linesOf(file: Blob, chosen: ReadonlySet<string>): Promise<Blob> {
  const lines = (await file.text()).split('\n').filter((line) => {
    const id: unknown = line && (JSON.parse(line) as { product_id?: unknown }).product_id;
    return typeof id === 'string' && chosen.has(id);
  });
  return new Blob([lines.map((line) => `${line}\n`).join('')], { type: file.type });
}
