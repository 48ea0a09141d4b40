import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { closingSchema } from '#contract/selling/seller.schema.ts';
import type { SellerAction } from '../../../access/access.rules.ts';
import type { Authenticate } from '../../../access/authenticate.ts';
import { type ForSeller, requireMember } from '../../../access/require-member.ts';
import { notFound, ok, problems } from '../../../http/answers.ts';
import { createRoute } from '../../../http/create-route.ts';
import { refusal } from '../refusal.ts';
import type { SellerService } from '../seller-service.ts';
import { closeSeller, finishClosing, previewClosing, reopenSeller } from './close-seller.ts';

const tags = ['Sellers'];
const ofSeller = z.object({ sellerId: z.string() });

const routesBehind = (member: (action: SellerAction) => MiddlewareHandler<ForSeller>) => {
  const step = <Path extends string>(path: Path, summary: string, description: string) =>
    createRoute({
      method: 'post',
      path,
      tags,
      summary,
      description,
      middleware: member('closeSeller'),
      request: { params: ofSeller },
      responses: { 200: ok(closingSchema, 'What is open now'), ...problems(409) },
    });
  return {
    preview: createRoute({
      method: 'get',
      path: '/seller/{sellerId}/closing',
      tags,
      summary: 'Tells what is open in a shop that is to be closed',
      middleware: member('closeSeller'),
      request: { params: ofSeller },
      responses: { 200: ok(closingSchema, 'What is open') },
    }),
    close: step(
      '/seller/{sellerId}/close',
      'Closes a shop',
      'Its products leave the catalogue at once. Once every order is delivered or refunded and the balance is paid out, and a day has passed, it has closed.',
    ),
    reopen: step(
      '/seller/{sellerId}/reopen',
      'Opens a shop again that is closing',
      'What closing took away comes back.',
    ),
    finish: step(
      '/seller/{sellerId}/finish',
      'Closes a shop for good, without waiting for the day',
      '409 says what is open.',
    ),
  };
};

/** How shops close. */
export function mountClosing(app: OpenAPIHono, deps: { service: SellerService; authenticate: Authenticate }) {
  const { service, authenticate } = deps;
  const routes = routesBehind(requireMember({ db: service.db, authenticate }));

  async function preview(sellerId: string) {
    const closing = await previewClosing(service, sellerId);
    if (!closing) throw notFound('There is no such shop, or you are not a member of it.');
    return closing;
  }

  app.openapi(routes.preview, async (c) => c.json(await preview(c.var.member.sellerId), 200));

  app.openapi(routes.close, async (c) => {
    const { sellerId, customer } = c.var.member;
    const closed = await closeSeller(service, sellerId, customer.userId);
    if (!closed.ok) throw refusal(closed);
    return c.json(await preview(sellerId), 200);
  });

  app.openapi(routes.reopen, async (c) => {
    const { sellerId, customer } = c.var.member;
    const reopened = await reopenSeller(service, sellerId, customer.userId);
    if (!reopened.ok) throw refusal(reopened);
    return c.json(await preview(sellerId), 200);
  });

  app.openapi(routes.finish, async (c) => {
    const finished = await finishClosing(service, c.var.member.sellerId, c.var.member.customer.userId);
    if (!finished.ok) throw refusal(finished);
    return c.json(await preview(c.var.member.sellerId), 200);
  });
}
