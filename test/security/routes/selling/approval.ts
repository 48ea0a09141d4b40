// Decisions of the staff: the queue, one of it, approving, returning; and hiding products.
import { submitApproval } from '../../../../src/api/selling/approval/approval.store.ts';
import type { Marketplace, RouteRow } from './marketplace.ts';

/** An application that waits, of a shop that none of the callers belongs to. */
async function anApplication({ database }: Marketplace): Promise<string> {
  const seller = {
    seller_id: 'new',
    address: 'new',
    address_skeleton: 'new',
    name: 'New',
    state: 'submitted' as const,
  };
  await database.kysely.insertInto('api.seller').values(seller).execute();
  return submitApproval(database.kysely, {
    kind: 'application',
    subjectId: 'new',
    sellerId: 'new',
    title: 'New',
    content: { name: 'New', country: 'DE' },
    baseVersion: null,
    submittedBy: 'somebody',
  });
}

export const approvalRoutes: RouteRow[] = [
  { route: 'GET /api/admin/approval', request: () => ({ path: '/admin/approval' }) },
  {
    route: 'GET /api/admin/approval/{approvalId}',
    request: async (made) => ({ path: `/admin/approval/${await anApplication(made)}` }),
  },
  {
    route: 'POST /api/admin/approval/{approvalId}/approve',
    request: async (made) => ({ path: `/admin/approval/${await anApplication(made)}/approve` }),
  },
  {
    route: 'POST /api/admin/approval/{approvalId}/return',
    request: async (made) => ({
      path: `/admin/approval/${await anApplication(made)}/return`,
      body: { reason: 'Who is responsible?' },
    }),
  },
  {
    route: 'POST /api/admin/listing/{productId}/hide',
    request: () => ({ path: '/admin/listing/gpu/hide', body: { reason: 'Not as described.' } }),
  },
  {
    route: 'POST /api/admin/listing/{productId}/unhide',
    request: async ({ database }) => {
      await database.kysely
        .updateTable('api.listing')
        .set({ hidden_reason: 'Not as described.' })
        .where('product_id', '=', 'gpu')
        .execute();
      return { path: '/admin/listing/gpu/unhide' };
    },
  },
];
