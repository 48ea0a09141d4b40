import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import {
  confirmedSupportSchema,
  ownSellerSchema,
  putSellerSchema,
  tokenSchema,
} from '#contract/selling/seller.schema.ts';
import { isOpenedSeller, openApplicationsMaximum } from '#contract/selling/seller.ts';
import type { SellerAction } from '../../../access/access.rules.ts';
import { type Authenticate, requireCustomer, type SignedIn } from '../../../access/authenticate.ts';
import { type ForSeller, type Member, requireMember } from '../../../access/require-member.ts';
import { jsonContent, notFound, ok, problems } from '../../../http/answers.ts';
import { createRoute } from '../../../http/create-route.ts';
import { jsonBody } from '../../../http/request-body.ts';
import { refusal } from '../refusal.ts';
import type { SellerAllowances, SellerService } from '../seller-service.ts';
import {
  beginApplication,
  confirmSupportAddress,
  discardApplication,
  mailSupportAddress,
  readOwnSeller,
  saveSeller,
  submitApplication,
  withdrawApplication,
} from './application.ts';

const tags = ['Sellers'];
const ofSeller = z.object({ sellerId: z.string() });

const routesBehind = (
  signedIn: MiddlewareHandler<SignedIn>,
  member: (action: SellerAction) => MiddlewareHandler<ForSeller>,
) => ({
  begin: createRoute({
    method: 'post',
    path: '/seller',
    tags,
    summary: 'Begins an application',
    description: `The caller owns the shop. At most ${openApplicationsMaximum} of an account can be open at once.`,
    middleware: signedIn,
    responses: { 201: ok(ownSellerSchema, 'The new application'), ...problems(409, 429) },
  }),
  one: createRoute({
    method: 'get',
    path: '/seller/{sellerId}',
    tags,
    summary: 'Reads a shop as its people see it',
    description: '`missing` is what its application still needs.',
    middleware: member('readSeller'),
    request: { params: ofSeller },
    responses: { 200: ok(ownSellerSchema, 'The shop') },
  }),
  save: createRoute({
    method: 'put',
    path: '/seller/{sellerId}',
    tags,
    summary: 'Saves fields of an application, or of a shop',
    description:
      'Fields that are left out stay as they are. While an application is written any of them, and it need not be whole. Of an approved shop all but name and address.',
    middleware: [member('editSeller'), ...jsonBody] as const,
    request: { params: ofSeller, body: jsonContent(putSellerSchema) },
    responses: { 200: ok(ownSellerSchema, 'The shop'), ...problems(409, 429) },
  }),
  discard: createRoute({
    method: 'delete',
    path: '/seller/{sellerId}',
    tags,
    summary: 'Discards an application that is being written',
    middleware: member('editSeller'),
    request: { params: ofSeller },
    responses: { 204: { description: 'It is gone, and its address is free' }, ...problems(409) },
  }),
  submit: createRoute({
    method: 'post',
    path: '/seller/{sellerId}/submit',
    tags,
    summary: 'Submits an application',
    description: '409 names exactly what is missing.',
    middleware: member('editSeller'),
    request: { params: ofSeller },
    responses: { 200: ok(ownSellerSchema, 'The shop, submitted'), ...problems(400, 409) },
  }),
  withdraw: createRoute({
    method: 'post',
    path: '/seller/{sellerId}/withdraw',
    tags,
    summary: 'Takes an application back that is not decided yet',
    middleware: member('editSeller'),
    request: { params: ofSeller },
    responses: { 200: ok(ownSellerSchema, 'The shop, a draft again'), ...problems(409) },
  }),
  mailSupport: createRoute({
    method: 'post',
    path: '/seller/{sellerId}/support-mail',
    tags,
    summary: 'Sends the support address a link that confirms it',
    description:
      'The link before leads nowhere then. How many mails one address gets is counted over all shops, and those of an account whose shop is not approved over all of its applications.',
    middleware: member('editSeller'),
    request: { params: ofSeller },
    responses: { 200: ok(ownSellerSchema, 'The shop'), ...problems(409, 429) },
  }),
  confirmSupport: createRoute({
    method: 'post',
    path: '/seller/support-confirmation',
    tags,
    summary: 'Confirms a support address by the token of its mail',
    middleware: [signedIn, ...jsonBody] as const,
    request: { body: jsonContent(tokenSchema) },
    responses: { 200: ok(confirmedSupportSchema, 'What is confirmed'), ...problems(404) },
  }),
});

/** Applications, and what a shop says of itself. */
export function mountApplications(
  app: OpenAPIHono,
  deps: { service: SellerService; authenticate: Authenticate } & SellerAllowances,
) {
  const { service, authenticate, allowChange, allowMail, allowSupportMailTo, allowApplicantMail } = deps;
  const routes = routesBehind(requireCustomer(authenticate), requireMember({ db: service.db, authenticate }));

  async function own({ sellerId, role }: Pick<Member, 'sellerId' | 'role'>) {
    const seller = await readOwnSeller(service, sellerId, role);
    if (!seller) throw notFound('There is no such shop, or you are not a member of it.');
    return seller;
  }

  app.openapi(routes.begin, async (c) => {
    await allowMail(c, c.var.customer.userId);
    const begun = await beginApplication(service, c.var.customer);
    if (!begun.ok) throw refusal(begun);
    return c.json(await own({ sellerId: begun.sellerId, role: 'owner' }), 201);
  });

  app.openapi(routes.one, async (c) => c.json(await own(c.var.member), 200));

  app.openapi(routes.save, async (c) => {
    const { sellerId, customer } = c.var.member;
    await allowChange(c, customer.userId);
    const saved = await saveSeller(service, sellerId, customer, c.req.valid('json'));
    if (!saved.ok) throw refusal(saved);
    return c.json(await own(c.var.member), 200);
  });

  app.openapi(routes.discard, async (c) => {
    const discarded = await discardApplication(service, c.var.member.sellerId, c.var.member.customer);
    if (!discarded.ok) throw refusal(discarded);
    return c.body(null, 204);
  });

  app.openapi(routes.submit, async (c) => {
    const { sellerId, customer } = c.var.member;
    const submitted = await submitApplication(service, sellerId, customer);
    if (!submitted.ok) throw refusal(submitted);
    return c.json(await own(c.var.member), 200);
  });

  app.openapi(routes.withdraw, async (c) => {
    const { sellerId, customer } = c.var.member;
    const withdrawn = await withdrawApplication(service, sellerId, customer);
    if (!withdrawn.ok) throw refusal(withdrawn);
    return c.json(await own(c.var.member), 200);
  });

  app.openapi(routes.mailSupport, async (c) => {
    const { sellerId, customer } = c.var.member;
    const { state, support_email: to, support_confirmed: isConfirmed } = await own(c.var.member);
    await allowMail(c, customer.userId);
    if (to !== '' && !isConfirmed) {
      if (!isOpenedSeller(state)) await allowApplicantMail(c, customer.userId);
      await allowSupportMailTo(c, to);
    }
    const mailed = await mailSupportAddress(service, sellerId, { by: customer.userId, counted: to });
    if (!mailed.ok) throw refusal(mailed);
    return c.json(await own(c.var.member), 200);
  });

  app.openapi(routes.confirmSupport, async (c) => {
    const confirmed = await confirmSupportAddress(service, c.var.customer, c.req.valid('json').token);
    if (!confirmed)
      throw notFound(
        'This link confirms nothing any more, or you are not signed in with an account of the shop that sent it. Sign in with that account, or send the mail again.',
      );
    return c.json(confirmed, 200);
  });
}
