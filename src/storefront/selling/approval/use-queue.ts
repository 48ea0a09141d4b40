import { useState } from 'react';
import { ApiError } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import type { ApprovalKind, ApprovalList, ApprovalSummary } from '#contract/selling/listing/approval.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';

/** 'none': not of the staff that decides; `refused`: of it, but something has to be done before, which the sentence says. */
type Queue = { staff: 'none' } | { staff: 'refused'; message: string } | { staff: 'decides'; list: ApprovalList };

type QueueInUse = {
  queue: Loaded<Queue>;
  /** What waits, as far as it has been loaded. */
  items: ApprovalSummary[];
  /** Loads what waits after that; answers whether that worked. Null when there is no more. */
  loadMore: (() => Promise<boolean>) | null;
  /** It waits no more: the list goes on without it. */
  remove: (approvalId: string) => void;
};

/** What waits for a decision, of one kind or of all, if the user is one of those who decide. */
export function useQueue(email: string, kind: ApprovalKind | null): QueueInUse {
  const queue = useLoaded(() => load(email, kind));
  const [added, setAdded] = useState<ApprovalList | null>(null);
  const [gone, setGone] = useState<string[]>([]);
  const first = queue.value?.staff === 'decides' ? queue.value.list : null;
  const next = (added ?? first)?.next;
  const all = [...(first?.items ?? []), ...(added?.items ?? [])];
  const items = all.filter(
    ({ approval_id: id }, index) => !gone.includes(id) && all.findIndex((other) => other.approval_id === id) === index,
  );

  async function loadMore() {
    const page = await listApprovals(kind, next ?? undefined).catch(() => null);
    if (page) setAdded({ ...page, items: [...(added?.items ?? []), ...page.items] });
    return page !== null;
  }

  return { queue, items, loadMore: next ? loadMore : null, remove: (id) => setGone((known) => [...known, id]) };
}

/** Whoever is no administrator is not refused by the queue: it is not asked. */
async function load(email: string, kind: ApprovalKind | null): Promise<Queue> {
  const api = createBrowserApi();
  if ((await api.get('/user/{email}', { params: { path: { email } }, asUser: true })).user_type !== 'admin')
    return { staff: 'none' };
  try {
    return { staff: 'decides', list: await listApprovals(kind) };
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
