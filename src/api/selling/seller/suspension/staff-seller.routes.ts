import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { HTTPException } from 'hono/http-exception';
import { sellerDetailSchema, suspendSchema } from '#contract/people/staff.schema.ts';
import type { SellerState } from '#contract/selling/seller.ts';
import type { Authenticate } from '../../../access/authenticate.ts';
import { requireStaff } from '../../../access/require-staff.ts';
import { jsonContent, notFound, ok, problems } from '../../../http/answers.ts';
import { createRoute } from '../../../http/create-route.ts';
import { jsonBody } from '../../../http/request-body.ts';
import type { Db } from '../../../schema/db.ts';
import { isStorableText } from '../../../text/search-text.rules.ts';
import { stateSentence } from '../seller-state.rules.ts';
import { readSeller } from './read-seller.ts';
import { reinstateSeller, type Suspending, type SuspensionOutcome, suspendSeller } from './suspend-seller.ts';

const tags = ['Staff'];
const byId = z.object({ sellerId: z.string().meta({ description: 'seller_id' }) });
const forStaff = 'For the staff; nobody else finds anything at this address.';

type Deps = { db: Db; authenticate: Authenticate; suspending: Suspending };

function routesFor(deps: Deps) {
  const may = requireStaff(deps);
  return {
    one: createRoute({
      method: 'get',
      path: '/admin/seller/{sellerId}',
      tags,
      summary: 'Reads a seller with its people, and what became of it',
      description: forStaff,
      middleware: may('readSellers'),
      request: { params: byId },
      responses: { 200: ok(sellerDetailSchema, 'The seller'), ...problems(409) },
    }),
    suspend: createRoute({
      method: 'post',
      path: '/admin/seller/{sellerId}/suspend',
      work: 'buying',
      tags,
      summary: 'Suspends a shop',
      description: `${forStaff} At once nothing of it is in the catalogue or can be paid for, and orders that wait for their payment end. What was paid stays. Its owners are told why by mail.`,
      middleware: [may('suspendSellers'), ...jsonBody] as const,
      request: { params: byId, body: jsonContent(suspendSchema) },
      responses: { 200: ok(sellerDetailSchema, 'The seller as it is now'), ...problems(409) },
    }),
    reinstate: createRoute({
      method: 'post',
      path: '/admin/seller/{sellerId}/reinstate',
      tags,
      summary: 'Ends the suspension of a shop',
      description: `${forStaff} What its people have not paused is in the catalogue again.`,
      middleware: may('suspendSellers'),
      request: { params: byId },
      responses: { 200: ok(sellerDetailSchema, 'The seller as it is now'), ...problems(409) },
    }),
  };
}

/** A seller as the staff see it, and its suspension. */
export function mountStaffSellers(app: OpenAPIHono, deps: Deps) {
  const { db, suspending } = deps;
  const routes = routesFor(deps);

  app.openapi(routes.one, async (c) => c.json(await find(db, c.req.valid('param').sellerId), 200));

  app.openapi(routes.suspend, async (c) => {
    const { sellerId } = c.req.valid('param');
    if (!isStorableText(sellerId)) throw unknown();
    const { reason } = c.req.valid('json');
    check(await suspendSeller(suspending, sellerId, { reason, by: c.var.staff.customer.userId }), suspendRefusals);
    return c.json(await find(db, sellerId), 200);
  });

  app.openapi(routes.reinstate, async (c) => {
    const { sellerId } = c.req.valid('param');
    if (!isStorableText(sellerId)) throw unknown();
    check(await reinstateSeller(suspending, sellerId, { by: c.var.staff.customer.userId }), reinstateRefusals);
    return c.json(await find(db, sellerId), 200);
  });
}

async function find(db: Db, sellerId: string) {
  const seller = isStorableText(sellerId) ? await readSeller(db, sellerId) : null;
  if (!seller) throw unknown();
  return seller;
}

function check(outcome: SuspensionOutcome, refusals: Partial<Record<SellerState, string>>): void {
  if (outcome.ok) return;
  throw outcome.state === null
    ? unknown()
    : new HTTPException(409, { message: refusals[outcome.state] ?? stateSentence(outcome.state) });
}

const unknown = () => notFound('There is no such seller.');

const suspendRefusals: Partial<Record<SellerState, string>> = {
  submitted: 'This shop is not approved yet. Decide about its application in Pending Approvals.',
  suspended: 'This shop is suspended already.',
};
const reinstateRefusals: Partial<Record<SellerState, string>> = { approved: 'This shop is not suspended.' };
