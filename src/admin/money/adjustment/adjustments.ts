// Adjustments of the ledger by the staff.
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { createRequestKeys } from '#client/api/request-key.ts';
import { useApi } from '#client/query/use-api.ts';
import type {
  Adjustment,
  AdjustmentPreview,
  MakeAdjustment,
  PreviewAdjustment,
} from '#contract/money/adjustment.schema.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';

export { createRequestKeys };

export function useAdjustments(): Loaded<Adjustment[]> {
  return useApi('/admin/manual-movement');
}

export async function preview(
  adjustment: PreviewAdjustment,
): Promise<{ preview: AdjustmentPreview } | { fault: string }> {
  try {
    return { preview: await createBrowserApi().post('/admin/manual-movement/preview', { body: adjustment }) };
  } catch (error) {
    return { fault: failureText(error) };
  }
}

/** Each resolves with what went wrong, or with nothing. */
export const adjustments = {
  /** `keys` are those of the form: a second click, and a retry after a lost answer, are the same adjustment. */
  make: (adjustment: MakeAdjustment, keys: ReturnType<typeof createRequestKeys>) =>
    attempt(async (api) => {
      await api.post('/admin/manual-movement', {
        params: { header: { 'idempotency-key': keys.keyFor(adjustment) } },
        body: adjustment,
      });
      keys.done();
    }),
  confirm: (id: string) =>
    attempt((api) => api.post('/admin/manual-movement/{movementId}/confirm', { params: { path: { movementId: id } } })),
  refuse: (id: string, reason: string) =>
    attempt((api) =>
      api.post('/admin/manual-movement/{movementId}/refuse', {
        params: { path: { movementId: id } },
        body: { reason },
      }),
    ),
};
