import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import {
  endingToolsSchema,
  invitationsSchema,
  invitedSchema,
  membersSchema,
  mySellersSchema,
  postInvitationSchema,
  putMemberSchema,
} from '#contract/selling/seller.schema.ts';
import { mayInvite, memberKeys, sellerRoles } from '#contract/selling/seller.ts';
import { may, type SellerAction } from '../../../access/access.rules.ts';
import { type Authenticate, requireCustomer, type SignedIn } from '../../../access/authenticate.ts';
import { assertFreshSignIn, type Known, requireFreshSignIn } from '../../../access/require-fresh-sign-in.ts';
import { type ForSeller, type Member, requireMember } from '../../../access/require-member.ts';
import { jsonContent, notFound, ok, problems } from '../../../http/answers.ts';
import { createRoute } from '../../../http/create-route.ts';
import { jsonBody } from '../../../http/request-body.ts';
import { isStorableText } from '../../../text/search-text.rules.ts';
import { listEndingTools } from '../closing/settle-tools.ts';
import { refusal } from '../refusal.ts';
import { listMemberships } from '../seller.store.ts';
import type { SellerAllowances, SellerService } from '../seller-service.ts';
import {
  acceptInvitation,
  changeRole,
  endInvitation,
  invite,
  readInvitation,
  readInvitations,
  readMembers,
  removeMember,
  resendInvitation,
} from './members.ts';

const tags = ['Sellers'];
const ofSeller = z.object({ sellerId: z.string() });
const ofMember = ofSeller.extend({ accountId: z.string() });
const ofInvitation = ofSeller.extend({ invitationId: z.string().regex(/^[\w-]{1,100}$/, 'is no id of an invitation') });
const byToken = z.object({ token: z.string() });

const routesBehind = (
  signedIn: MiddlewareHandler<SignedIn>,
  member: (action: SellerAction) => MiddlewareHandler<ForSeller>,
  fresh: MiddlewareHandler<Known>,
) => ({
  mine: createRoute({
    method: 'get',
    path: '/seller/mine',
    tags,
    summary: 'Lists the shops that the caller belongs to',
    description:
      'Also those whose application is being written, waits or was returned. The first is the one a screen begins with.',
    middleware: signedIn,
    responses: { 200: ok(mySellersSchema, 'The shops, the oldest membership first') },
  }),
  members: createRoute({
    method: 'get',
    path: '/seller/{sellerId}/member',
    tags,
    summary: 'Lists the people of a shop',
    middleware: member('readSeller'),
    request: { params: ofSeller },
    responses: { 200: ok(membersSchema, 'The people, who came first first') },
  }),
  ending: createRoute({
    method: 'get',
    path: '/seller/{sellerId}/member/{accountId}/ending',
    tags,
    summary: 'Lists the keys, webhooks and invitations that end when somebody leaves, or gets another role',
    description: 'For owners of anybody, for everybody of themselves.',
    middleware: member('readSeller'),
    request: {
      params: ofMember,
      query: z.object({
        role: z
          .enum(sellerRoles)
          .optional()
          .meta({ description: 'The role that they would get; left out: they leave' }),
      }),
    },
    responses: { 200: ok(endingToolsSchema, 'What ends') },
  }),
  changeRole: createRoute({
    method: 'put',
    path: '/seller/{sellerId}/member/{accountId}',
    tags,
    summary: 'Changes what somebody is in a shop',
    description: 'The last owner stays one. Asks for a sign-in of the last minutes.',
    middleware: [member('manageMembers'), fresh, ...jsonBody] as const,
    request: { params: ofMember, body: jsonContent(putMemberSchema) },
    responses: { 200: ok(membersSchema, 'The people'), ...problems(429) },
  }),
  remove: createRoute({
    method: 'delete',
    path: '/seller/{sellerId}/member/{accountId}',
    tags,
    summary: 'Takes somebody out of a shop',
    description:
      'Owners anybody, everybody themselves; not the last owner. The keys that they answer for are revoked, the webhooks that they made are switched off and the invitations that they sent are withdrawn, unless an owner keeps them, which asks for a sign-in of the last minutes.',
    middleware: member('readSeller'),
    request: { params: ofMember, query: z.object({ keys: z.enum(memberKeys).optional() }) },
    responses: { 204: { description: 'They belong to it no more' }, ...problems(409, 429) },
  }),
  invitations: createRoute({
    method: 'get',
    path: '/seller/{sellerId}/invitation',
    tags,
    summary: 'Lists the invitations of a shop that wait',
    middleware: member('manageMembers'),
    request: { params: ofSeller },
    responses: { 200: ok(invitationsSchema, 'The invitations, newest first') },
  }),
  invite: createRoute({
    method: 'post',
    path: '/seller/{sellerId}/invitation',
    tags,
    summary: 'Invites an address into a shop',
    description:
      'By a mail whose link works once, within seven days, for the account of this address alone, and while whoever sent it is an owner who is not suspended. Asks for a sign-in of the last minutes.',
    middleware: [member('manageMembers'), fresh, ...jsonBody] as const,
    request: { params: ofSeller, body: jsonContent(postInvitationSchema) },
    responses: {
      201: ok(invitationsSchema, 'The invitations that wait'),
      ...problems(429),
    },
  }),
  resend: createRoute({
    method: 'post',
    path: '/seller/{sellerId}/invitation/{invitationId}/resend',
    tags,
    summary: 'Sends an invitation again, with a new link',
    description: 'Whoever sends it again answers for it from then on.',
    middleware: member('manageMembers'),
    request: { params: ofInvitation },
    responses: { 200: ok(invitationsSchema, 'The invitations that wait'), ...problems(400, 409, 429) },
  }),
  withdraw: createRoute({
    method: 'delete',
    path: '/seller/{sellerId}/invitation/{invitationId}',
    tags,
    summary: 'Withdraws an invitation',
    middleware: member('manageMembers'),
    request: { params: ofInvitation },
    responses: { 204: { description: 'Its link leads nowhere' }, ...problems(400) },
  }),
  invited: createRoute({
    method: 'get',
    path: '/seller/invitation/{token}',
    tags,
    summary: 'Tells what an invitation is about',
    description: 'For the account of the address that it was sent to.',
    middleware: signedIn,
    request: { params: byToken },
    responses: { 200: ok(invitedSchema, 'The shop and the role'), ...problems(404, 409) },
  }),
  accept: createRoute({
    method: 'post',
    path: '/seller/invitation/{token}/accept',
    tags,
    summary: 'Accepts an invitation',
    middleware: signedIn,
    request: { params: byToken },
    responses: { 200: ok(mySellersSchema, 'The shops of the caller'), ...problems(404, 409, 429) },
  }),
});

/** Members of shops. */
export function mountMembers(
  app: OpenAPIHono,
  deps: { service: SellerService; authenticate: Authenticate } & SellerAllowances,
) {
  const { service, authenticate, allowChange, allowMail, allowInvitationOf } = deps;
  const { db } = service;
  const routes = routesBehind(
    requireCustomer(authenticate),
    requireMember({ db, authenticate }),
    requireFreshSignIn(service.now),
  );

  app.openapi(routes.mine, async (c) => c.json({ items: await listMemberships(db, c.var.customer.userId) }, 200));

  app.openapi(routes.members, async (c) => {
    const { sellerId, customer } = c.var.member;
    return c.json({ items: await readMembers(db, sellerId, customer.userId) }, 200);
  });

  app.openapi(routes.ending, async (c) => {
    const { sellerId } = c.var.member;
    const { accountId } = c.req.valid('param');
    assertTheirs(c.var.member, accountId);
    if (!isStorableText(accountId)) throw notFound('Nobody of this shop has this id.');
    return c.json(await listEndingTools(db, sellerId, { accountId, role: c.req.valid('query').role ?? null }), 200);
  });

  app.openapi(routes.changeRole, async (c) => {
    const { sellerId, customer } = c.var.member;
    await allowChange(c, customer.userId);
    const { accountId } = c.req.valid('param');
    const changed = await changeRole(service, sellerId, customer, {
      accountId,
      ...c.req.valid('json'),
    });
    if (!changed.ok) throw refusal(changed);
    return c.json({ items: await readMembers(db, sellerId, customer.userId) }, 200);
  });

  app.openapi(routes.remove, async (c) => {
    const { sellerId, customer } = c.var.member;
    const { accountId } = c.req.valid('param');
    assertTheirs(c.var.member, accountId);
    await allowChange(c, customer.userId);
    const keys = c.req.valid('query').keys ?? 'revoke';
    if (keys === 'keep') assertFreshSignIn(customer, service.now());
    const removed = await removeMember(service, sellerId, customer, { accountId, keys });
    if (!removed.ok) throw refusal(removed);
    return c.body(null, 204);
  });

  app.openapi(routes.invitations, async (c) =>
    c.json({ items: await readInvitations(service, c.var.member.sellerId) }, 200),
  );

  app.openapi(routes.invite, async (c) => {
    const { sellerId, sellerState, customer } = c.var.member;
    await allowMail(c, customer.userId);
    const given = c.req.valid('json');
    if (mayInvite(sellerState)) await allowInvitationOf(c, given.email);
    const invited = await invite(service, sellerId, customer, given);
    if (!invited.ok) throw refusal(invited);
    return c.json({ items: await readInvitations(service, sellerId) }, 201);
  });

  app.openapi(routes.resend, async (c) => {
    const { sellerId, sellerState, customer } = c.var.member;
    await allowMail(c, customer.userId);
    const { invitationId } = c.req.valid('param');
    const waiting = (await readInvitations(service, sellerId)).find(({ invitation_id: id }) => id === invitationId);
    if (waiting && mayInvite(sellerState)) await allowInvitationOf(c, waiting.email);
    const sent = await resendInvitation(service, sellerId, customer, invitationId);
    if (!sent.ok) throw refusal(sent);
    return c.json({ items: await readInvitations(service, sellerId) }, 200);
  });

  app.openapi(routes.withdraw, async (c) => {
    const { sellerId, customer } = c.var.member;
    const withdrawn = await endInvitation(service, sellerId, customer, c.req.valid('param').invitationId);
    if (!withdrawn.ok) throw refusal(withdrawn);
    return c.body(null, 204);
  });

  app.openapi(routes.invited, async (c) => {
    const found = await readInvitation(service, c.var.customer, c.req.valid('param').token);
    if (!found.ok) throw refusal(found);
    return c.json(found.invited, 200);
  });

  app.openapi(routes.accept, async (c) => {
    const { customer } = c.var;
    await allowChange(c, customer.userId);
    const accepted = await acceptInvitation(service, customer, c.req.valid('param').token);
    if (!accepted.ok) throw refusal(accepted);
    return c.json({ items: await listMemberships(db, customer.userId) }, 200);
  });
}

/** Owners act on anybody, everybody on themselves. */
function assertTheirs({ customer, role }: Member, accountId: string): void {
  if (accountId === customer.userId || may(customer).actForSeller('manageMembers', { role })) return;
  throw notFound(`Your role in this shop, ${role}, does not include this. Ask an owner of the shop.`);
}
