import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { libraryAccessSchema, moneyBackSchema } from '#contract/goods/access/provision.schema.ts';
import { type Authenticate, requireCustomer } from '../../access/authenticate.ts';
import { conflict, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import { refusalTerms } from '../../http/refusal-terms.rules.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { type MoneyBackService, moneyBack } from './money-back.ts';
import { type AccessReads, readLibraryAccess } from './read-access.ts';

const params = z.object({ entitlementId: z.string().refine(isStorableText, 'is no id') });

/** Routes of buyers to the access that they have bought. */
export function mountAccess(app: OpenAPIHono, deps: AccessReads & MoneyBackService & { authenticate: Authenticate }) {
  const customer = requireCustomer(deps.authenticate);
  const routes = {
    access: createRoute({
      method: 'get',
      path: '/library/{entitlementId}/access',
      tags: ['Library'],
      summary: 'Tells how the buyer reaches what was bought',
      description: 'A text, or what the shop answered. Gone at once with the money.',
      middleware: customer,
      request: { params },
      responses: { 200: ok(libraryAccessSchema, 'The access'), ...problems(400, 404) },
    }),
    moneyBack: createRoute({
      method: 'post',
      path: '/library/{entitlementId}/money-back',
      work: 'buying',
      tags: ['Library'],
      summary: 'Takes the money instead of what is late',
      description: 'Once the promised time has passed. Asked again, it is the same refund.',
      middleware: customer,
      request: { params },
      responses: { 200: ok(moneyBackSchema, 'What goes back'), ...problems(400, 404, 409, 413, 502) },
    }),
  };

  app.openapi(routes.access, async (c) => c.json(await access(c.var.customer.userId, c.req.valid('param')), 200));

  app.openapi(routes.moneyBack, async (c) => {
    const { userId } = c.var.customer;
    const of = c.req.valid('param');
    const done = await moneyBack(deps, userId, of.entitlementId);
    if ('refused' in done) throw new RefusalAnswer(done.refused, refusalTerms(done.refused));
    if ('refusal' in done)
      throw done.refusal === 'not_late'
        ? conflict('The promised time has not passed, or it is there. See it in your library.')
        : noAccess();
    const { amountCents, state } = done.refund;
    return c.json({ amount: amountCents / 100, state, access: await access(userId, of) }, 200);
  });

  async function access(userId: string, { entitlementId }: { entitlementId: string }) {
    const found = await readLibraryAccess(deps, userId, entitlementId);
    if (!found) throw noAccess();
    return found;
  }
}

function noAccess() {
  return notFound('Your library has no access with this id.');
}
