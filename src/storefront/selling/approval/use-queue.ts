import { ApiError, type ListPage } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { type Pages, usePages } from '#client/query/use-api-pages.ts';
import type { ApprovalKind, ApprovalList, ApprovalSummary } from '#contract/selling/listing/approval.ts';

/** Waiting approvals and their number by kind, for staff who decide; else why nothing is shown. */
type Queue =
  | { staff: 'none' }
  /** Staff who decide, but something has to be done before, which the sentence says. */
  | { staff: 'refused'; message: string }
  | { staff: 'decides'; waiting: ApprovalList['waiting'] };

type QueuePage = ListPage<ApprovalSummary> & { queue: Queue };

/** Approvals that wait, of one kind or of all, if the user is one of those who decide. */
export function useQueue(email: string, kind: ApprovalKind | null): Pages<ApprovalSummary, QueuePage> {
  return usePages(['/admin/approval', email, kind], async (next) => {
    const found = await load(email, kind, next);
    if (found.staff !== 'decides') return { queue: found, items: [], next: null };
    const { items, next: after, waiting } = found.list;
    return { queue: { staff: 'decides', waiting }, items, next: after };
  });
}

type Found = Exclude<Queue, { staff: 'decides' }> | { staff: 'decides'; list: ApprovalList };

/** Customers who are no administrators are not refused by the queue: it is not asked. */
async function load(email: string, kind: ApprovalKind | null, after?: string): Promise<Found> {
  const api = createBrowserApi();
  if ((await api.get('/user/{email}', { params: { path: { email } }, asUser: true })).user_type !== 'admin')
    return { staff: 'none' };
  try {
    return { staff: 'decides', list: await listApprovals(kind, after) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) return { staff: 'none' };
    // Another role, or a second factor.
    if (error.status === 403 || error.status === 409) return { staff: 'refused', message: error.message };
    throw error;
  }
}

/** Waiting approvals, oldest first: the first page, or the one that `next` of a page before leads to. */
function listApprovals(kind: ApprovalKind | null, after?: string): Promise<ApprovalList> {
  const query = { kind: kind ?? undefined, after };
  return createBrowserApi().get('/admin/approval', { params: { query }, asUser: true });
}
