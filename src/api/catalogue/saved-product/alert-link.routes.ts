// The links in the mails of alerts: who has the mail ends them, without a sign-in.

import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { alertLinkSchema, endedAlertsSchema } from '#contract/catalogue/saved-product.schema.ts';
import type { Marketplace } from '#contract/marketplace.ts';
import { badRequest, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { formBody, formField } from '../../http/request-body.ts';
import type { Db } from '../../schema/db.ts';
import { alertPage } from './alert-mail.ts';
import { endAlerts, findAlertLink } from './product-alert.store.ts';
import { askedKinds } from './saved-product.rules.ts';

const tags = ['Saved products'];
/** As insertSaved makes them; whatever else stands there is in no mail. */
const tokenPattern = /^[\w-]{22}$/;
const params = z.object({ token: z.string().meta({ description: 'From the mail of an alert' }) });

const routes = {
  show: createRoute({
    method: 'get',
    path: '/saved-product/alerts/{token}',
    tags,
    summary: 'Tells what the link in the mail of an alert is about',
    request: { params },
    responses: { 200: ok(alertLinkSchema, 'The product, and what is asked for'), ...problems(404) },
  }),
  page: createRoute({
    method: 'get',
    path: '/saved-product/alerts/{token}/end',
    tags,
    summary: 'Leads to the page that ends alerts by a button',
    description: 'Reading it changes nothing: programs that look at the links of mails end no alerts.',
    request: { params },
    responses: { 303: { description: 'The page' } },
  }),
  end: createRoute({
    method: 'post',
    path: '/saved-product/alerts/{token}/end',
    tags,
    summary: 'Ends alerts, as mail programs do it for their reader (RFC 8058)',
    description:
      'A mail program posts `List-Unsubscribe=One-Click`, and all alerts of the account end. The form of the page says `what`: `product` or `all`; it is led back to the page.',
    middleware: [...formBody],
    request: {
      params,
      body: {
        content: {
          'application/x-www-form-urlencoded': {
            schema: z.object({ 'List-Unsubscribe': formField(), what: formField() }),
          },
        },
      },
    },
    responses: {
      200: ok(endedAlertsSchema, 'They have ended'),
      303: { description: 'They have ended: the page' },
      ...problems(404),
    },
  }),
};

export function mountAlertLinks(app: OpenAPIHono, { db, shop }: { db: Db; shop: Marketplace }) {
  async function find(token: string) {
    const link = tokenPattern.test(token) ? await findAlertLink(db, token) : undefined;
    if (!link) throw notFound('There are no alerts under this link any more.');
    return link;
  }

  app.openapi(routes.show, async (c) => {
    const { product_id, product_name, alerts, others } = await find(c.req.valid('param').token);
    return c.json({ product_id, product_name, alerts: askedKinds(alerts ?? {}), others: others ?? 0 }, 200);
  });

  app.openapi(routes.page, (c) => c.redirect(alertPage(shop, encodeURIComponent(c.req.valid('param').token)), 303));

  app.openapi(routes.end, async (c) => {
    const { token } = c.req.valid('param');
    const link = await find(token);
    const { what } = c.req.valid('form');
    if (what !== undefined && what !== 'product' && what !== 'all') throw badRequest('what must be product or all.');
    const ended = await endAlerts(db, link.account_id, what === 'product' ? link.product_id : null);
    // Mail programs follow no redirect.
    return what ? c.redirect(alertPage(shop, token), 303) : c.json({ ended }, 200);
  });
}
