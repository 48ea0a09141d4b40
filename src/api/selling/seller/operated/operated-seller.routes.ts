import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { userIdOf } from '#contract/people/user.ts';
import {
  adoptionSchema,
  adoptSchema,
  openedSellerSchema,
  openSellerSchema,
} from '#contract/selling/staff-seller.schema.ts';
import type { Authenticate } from '../../../access/authenticate.ts';
import { requireStaff } from '../../../access/require-staff.ts';
import { jsonContent, notFound, ok, problems } from '../../../http/answers.ts';
import { createRoute } from '../../../http/create-route.ts';
import { RefusalAnswer } from '../../../http/refusal-answer.ts';
import { jsonBody } from '../../../http/request-body.ts';
import { findPerson } from '../../../people/ports.ts';
import type { Db } from '../../../schema/db.ts';
import { isStorableText } from '../../../text/search-text.rules.ts';
import { findSeller } from '../seller.store.ts';
import type { Opener } from './adopt.store.ts';
import { adoptionRefusal } from './adoption.rules.ts';
import { adoptInto, openSeller, readAdoption } from './operate-sellers.ts';

type Owner = { accountId: string; email: string; nickname: string };

export type FindByEmail = ((email: string) => Promise<Owner | null>) | null;

type Deps = {
  db: Db;
  authenticate: Authenticate;
  /** Whose address it is; null where another service keeps the accounts: then the owner must have signed in here once. */
  findByEmail: FindByEmail;
  marketplace: string;
  /** Called after a change, so that its author reads the new state. */
  refresh: () => Promise<void>;
};

const openerOf = (account: string): Opener => ({ actor: { kind: 'customer' }, by: account });

/** Shops that the operator opens, and products that are handed to them: by the rules of `npm run seller`. */
export function mountOperatedSellers(app: OpenAPIHono, deps: Deps) {
  const { db, findByEmail, marketplace, refresh } = deps;
  const routes = routesFor(deps);

  app.openapi(routes.open, async (c) => {
    const { owner: email, name, address, country, support_email: support } = c.req.valid('json');
    const account = await (findByEmail?.(email) ?? findPerson(db, userIdOf(email)));
    if (!account) throw refusal('no_such_account', noAccount(email, findByEmail !== null));
    const owner = { ...account, email: userIdOf(account.email) };
    const opened = await openSeller(db, openerOf(c.var.staff.customer.userId), marketplace, {
      ...{ name, address, country, owner },
      supportEmail: support ?? owner.email,
    });
    if ('refused' in opened) throw refusal(`seller_${opened.refused}_refused`, opened.message);
    await refresh();
    return c.json({ seller_id: opened.sellerId }, 201);
  });

  app.openapi(routes.preview, async (c) => {
    const { sellerId } = c.req.valid('param');
    await known(sellerId);
    return c.json(await readAdoption(db, sellerId, idsOf(c.req.valid('json'))), 200);
  });

  app.openapi(routes.adopt, async (c) => {
    const { sellerId } = c.req.valid('param');
    await known(sellerId);
    const ids = idsOf(c.req.valid('json'));
    const adopted = await adoptInto(db, openerOf(c.var.staff.customer.userId), { sellerId }, ids);
    if (!adopted) throw unknown();
    const refused = adoptionRefusal(adopted);
    if (refused) throw refusal('products_not_own', refused, await readAdoption(db, sellerId, ids));
    await refresh();
    return c.json(await readAdoption(db, sellerId, ids, adopted), 200);
  });

  async function known(sellerId: string): Promise<void> {
    if (!isStorableText(sellerId) || !(await findSeller(db, sellerId))) throw unknown();
  }
}

const idsOf = ({ product_ids: ids }: { product_ids: string[] }) => [...new Set(ids)];
const unknown = () => notFound('There is no such seller.');

function noAccount(email: string, isOurs: boolean): string {
  return isOurs
    ? `There is no account of ${email}. Whoever is to own the shop registers first.`
    : `Nobody has signed in here as ${email} yet. Whoever is to own the shop signs in once first.`;
}

type Code = 'seller_name_refused' | 'seller_address_refused' | 'no_such_account' | 'products_not_own';

function refusal(code: Code, message: string, current?: Record<string, unknown>): RefusalAnswer {
  return new RefusalAnswer({ code }, { status: 409, message, retryAfterSeconds: null, ...(current && { current }) });
}

function routesFor(deps: Deps) {
  const may = requireStaff(deps);
  const params = z.object({ sellerId: z.string().meta({ description: 'seller_id' }) });
  const tags = ['Staff'];
  const adopting = {
    method: 'post' as const,
    tags,
    middleware: [may('manageSellers'), ...jsonBody] as [ReturnType<typeof may>, ...typeof jsonBody],
    request: { params, body: jsonContent(adoptSchema) },
  };
  return {
    open: createRoute({
      method: 'post',
      path: '/admin/seller',
      tags,
      summary: 'Opens a shop that is approved from its beginning',
      description:
        'For an account that there is, which owns it. `refusal` says what is in the way: seller_name_refused, seller_address_refused or no_such_account.',
      middleware: [may('manageSellers'), ...jsonBody] as const,
      request: { body: jsonContent(openSellerSchema) },
      responses: { 201: ok(openedSellerSchema, 'The shop'), ...problems(409) },
    }),
    preview: createRoute({
      ...adopting,
      path: '/admin/seller/{sellerId}/adopt/preview',
      summary: 'Tells what handing products of your own to a shop would do',
      description: 'Nothing is changed.',
      responses: { 200: ok(adoptionSchema, 'What would become of each'), ...problems(409) },
    }),
    adopt: createRoute({
      ...adopting,
      path: '/admin/seller/{sellerId}/adopt',
      summary: 'Hands products of your own to a shop, which changes them by itself from then on',
      description:
        'All of them or none: where one is not there, or of another shop, it is refused (products_not_own), and `current` tells of each.',
      responses: { 200: ok(adoptionSchema, 'What became of each'), ...problems(409) },
    }),
  };
}
