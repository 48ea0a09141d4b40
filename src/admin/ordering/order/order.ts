// Orders as the staff read them, and actions on them. Each action resolves with what went wrong, in words, or with nothing.
import { type ApiClient, ApiError, readProblem } from '#client/api/api-client.ts';
import { createRequestKeys } from '#client/api/request-key.ts';
import { useApi } from '#client/query/use-api.ts';
import { type Pages, useApiPages } from '#client/query/use-api-pages.ts';
import type {
  EventGroup,
  OrderEvent,
  StaffOrder,
  StaffRefundAnswer,
  StaffRefundAsked,
  StaffRefundPreview,
} from '#contract/ordering/staff-order/staff-order.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';

export { createRequestKeys };

export function useStaffOrder(orderId: string): Loaded<StaffOrder> {
  return useApi('/admin/order/{orderId}', { params: { path: { orderId } } });
}

export function useOrderEvents(orderId: string, group: EventGroup | ''): Pages<OrderEvent> {
  return useApiPages('/admin/order/{orderId}/event', {
    params: { path: { orderId }, query: { ...(group ? { group } : {}) } },
  });
}

/** The same as `attempt`; whoever has lost the role meanwhile is told so. */
async function act(work: (api: ApiClient) => Promise<unknown>): Promise<string | undefined> {
  let lost = false;
  const fault = await attempt(async (api) => {
    try {
      await work(api);
    } catch (error) {
      lost = error instanceof ApiError && error.status === 404;
      throw error;
    }
  });
  return fault !== undefined && lost
    ? 'Nothing was done: your role does not include this any more, or there is no such order. Load the page again.'
    : fault;
}

export async function askPreview(
  orderId: string,
  asked: StaffRefundAsked,
): Promise<{ preview: StaffRefundPreview } | { fault: string }> {
  let preview: StaffRefundPreview | null = null;
  const fault = await act(async (api) => {
    preview = await api.post('/admin/order/{orderId}/refund/preview', { params: { path: { orderId } }, body: asked });
  });
  return preview ? { preview } : { fault: fault ?? '' };
}

type Made = { made: StaffRefundAnswer } | { changed: StaffRefundPreview; fault: string } | { fault: string };

/** `keys` are those of the card that asks: a second click, and a retry after a lost answer, are the same refund. */
export async function refund(
  orderId: string,
  given: StaffRefundAsked & { reason: string; seen: string },
  keys: ReturnType<typeof createRequestKeys>,
): Promise<Made> {
  const { seen: _seen, ...contents } = given;
  let made: StaffRefundAnswer | null = null;
  let changed: StaffRefundPreview | null = null;
  const fault = await act(async (api) => {
    try {
      made = await api.post('/admin/order/{orderId}/refund', {
        params: { path: { orderId }, header: { 'idempotency-key': keys.keyFor(contents) } },
        body: given,
      });
      keys.done();
    } catch (error) {
      const problem = error instanceof ApiError ? readProblem(error.body) : null;
      if (problem?.refusal === 'refund_changed') changed = problem.current as StaffRefundPreview;
      throw error;
    }
  });
  if (made) return { made };
  return changed ? { changed, fault: fault ?? '' } : { fault: fault ?? '' };
}

export function fulfil(orderId: string, all: boolean, tell: (sentence: string) => void): Promise<string | undefined> {
  return act(async (api) => {
    const { waits_for: shops, come_by_themselves: own } = await api.post('/admin/order/{orderId}/fulfil', {
      params: { path: { orderId } },
      body: { all },
    });
    const open = [
      ...(shops.length > 0 ? [`${listed(shops)} have delivered theirs`] : []),
      ...(own.length > 0 ? [`what comes by itself is there: ${listed(own)}`] : []),
    ];
    tell(
      open.length > 0
        ? `What you deliver by hand is delivered. The order is fulfilled when ${open.join(', and ')}.`
        : 'Everything is delivered.',
    );
  });
}

export type Late = { ordered: number; today: number | null; can_be_taken: boolean };

/** `ask` is told the prices where the order had ended, and costs something else today. */
export function recordPaid(orderId: string, late: boolean, ask: (prices: Late) => void): Promise<string | undefined> {
  return act(async (api) => {
    try {
      await api.post('/admin/order/{orderId}/paid', { params: { path: { orderId } }, body: { late } });
    } catch (error) {
      const problem = error instanceof ApiError ? readProblem(error.body) : null;
      if (problem?.refusal === 'order_ended_before') ask(problem.current as Late);
      throw error;
    }
  });
}

export function doWith(orderId: string, action: 'cancel' | 'accept' | 'receipt'): Promise<string | undefined> {
  return act((api) => api.post(`/admin/order/{orderId}/${action}`, { params: { path: { orderId } } }));
}

export function addNote(orderId: string, text: string): Promise<string | undefined> {
  return act((api) => api.post('/admin/order/{orderId}/note', { params: { path: { orderId } }, body: { text } }));
}

export function takeNoteBack(orderId: string, noteId: string): Promise<string | undefined> {
  return act((api) => api.delete('/admin/order/{orderId}/note/{noteId}', { params: { path: { orderId, noteId } } }));
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names);
}
