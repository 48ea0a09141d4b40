import { randomUUID } from 'node:crypto';
import { staffLists } from '../../../../src/contract/operations/staff-list/staff-lists.ts';
import type { StaffRole } from '../../../../src/contract/people/staff.ts';
import type { Answers, Caller, Marketplace, RouteRow } from '../selling/marketplace.ts';

const roleOf: Partial<Record<Caller, StaffRole>> = {
  staffSupport: 'support',
  staffFinance: 'finance',
  staffCatalogue: 'catalogue',
  staffAdmin: 'admin',
};
const staff = Object.keys(roleOf) as Caller[];
const only = (status: number, callers: Caller[]): Answers =>
  Object.fromEntries(callers.map((caller) => [caller, status]));

/** A view of orders that an administrator has shared. */
async function view({ database }: Marketplace): Promise<string> {
  const viewId = randomUUID();
  await database.kysely
    .insertInto('api.staff_view')
    .values({
      view_id: viewId,
      list: 'seller',
      name: 'New',
      query: 'changed=7d',
      shared: true,
      account_id: 'staffAdmin',
    })
    .execute();
  return viewId;
}
const content = { name: 'New', query: 'changed=7d', shared: false };

export const staffListRoutes: RouteRow[] = [
  ...staffLists.map(({ name }) => ({
    route: `GET /api/admin/${name}`,
    request: () => ({ path: `/admin/${name}` }),
  })),
  {
    route: 'GET /api/admin/list/{list}/view',
    request: () => ({ path: '/admin/list/seller/view' }),
  },
  {
    route: 'POST /api/admin/list/{list}/view',
    request: () => ({ path: '/admin/list/seller/view', body: content }),
  },
  {
    route: 'PUT /api/admin/view/{viewId}',
    request: async (made) => ({ path: `/admin/view/${await view(made)}`, body: content }),
    answers: { ...only(409, staff), staffAdmin: 200 },
  },
  {
    route: 'DELETE /api/admin/view/{viewId}',
    request: async (made) => ({ path: `/admin/view/${await view(made)}` }),
    answers: { ...only(409, staff), staffAdmin: 204 },
  },
];
