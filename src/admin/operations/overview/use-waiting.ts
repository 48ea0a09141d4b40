import { useApi } from '#client/query/use-api.ts';
import type { AttentionKind } from '#contract/operations/attention.ts';
import type { Overview } from '#contract/people/staff.schema.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

/** Tasks of the staff. The rail and the overview ask once together, and anew after each change. */
export const useOverview = (): Loaded<Overview> => useApi('/admin/overview');

/** Number that wait of these kinds, as far as they are counted; null until that is known. */
export function useCount(...kinds: AttentionKind[]): number | null {
  const { value } = useOverview();
  const of = value?.attention.filter(({ kind }) => kinds.includes(kind));
  return of?.reduce((sum, { count }) => sum + count, 0) ?? null;
}

/** Number of reports of conversations that nobody has settled yet; null until that is known. */
export function useOpenReports(): number | null {
  return useCount('reports');
}

/** Number of approvals that wait for a decision; null until that is known. */
export function useWaiting(): number | null {
  return useCount('application', 'product', 'change');
}
