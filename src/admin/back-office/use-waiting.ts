import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { getOverview } from '#client/api-client/staff.ts';
import type { Overview } from '#contract/staff.schema.ts';
import { type Loaded, useLoaded } from '#ui/use-loaded.ts';

let asked: Promise<Overview> | null = null;

/** What there is to do. The rail and the overview ask together: a question of the same moment is asked once. */
export function useOverview(): Loaded<Overview> {
  return useLoaded(() => {
    asked ??= getOverview(createBrowserApi()).finally(() => {
      asked = null;
    });
    return asked;
  });
}

/** How many approvals wait for a decision; null until that is known. */
export function useWaiting(): number | null {
  const { value } = useOverview();
  return value && Object.values(value.approvals).reduce((sum, count) => sum + count, 0);
}
