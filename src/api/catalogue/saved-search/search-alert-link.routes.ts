// The links in the emails of alerts: who has the email ends them, without a sign-in.
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { endedSearchAlertsSchema, searchAlertLinkSchema } from '#contract/catalogue/saved-search.schema.ts';
import type { Marketplace } from '#contract/marketplace.ts';
import { badRequest, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { formBody, formField } from '../../http/request-body.ts';
import type { Db } from '../../schema/db.ts';
import { endSearchAlerts, findSearchAlertLink, readLinkedSearches } from './saved-search.store.ts';
import { searchAlertPage } from './search-alert-mail.ts';

const tags = ['Saved searches'];
/** As send-search-alerts.ts makes them; anything else is in no email. */
const tokenPattern = /^[\w-]{22}$/;
const params = z.object({ token: z.string().meta({ description: 'From the email of an alert' }) });

const routes = {
  show: createRoute({
    method: 'get',
    path: '/saved-search/alerts/{token}',
    tags,
    summary: 'Reads the searches that the link in the email of an alert is about',
    request: { params },
    responses: { 200: ok(searchAlertLinkSchema, 'The searches'), ...problems(404) },
  }),
  page: createRoute({
    method: 'get',
    path: '/saved-search/alerts/{token}/end',
    tags,
    summary: 'Leads to the page that ends alerts by a button',
    description: 'Reading it changes nothing: programs that look at the links of emails end no alerts.',
    request: { params },
    responses: { 303: { description: 'The page' } },
  }),
  end: createRoute({
    method: 'post',
    path: '/saved-search/alerts/{token}/end',
    tags,
    summary: 'Ends alerts of searches, as mail programs do it for their reader (RFC 8058)',
    description:
      'A mail program posts `List-Unsubscribe=One-Click`, and all alerts of searches of the account end. The form of the page says `what`: the `search_id` of one in the email, or `all`; it is led back to the page.',
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
      200: ok(endedSearchAlertsSchema, 'They have ended'),
      303: { description: 'They have ended: the page' },
      ...problems(404),
    },
  }),
};

export function mountSearchAlertLinks(app: OpenAPIHono, { db, shop }: { db: Db; shop: Marketplace }) {
  async function find(token: string) {
    const link = tokenPattern.test(token) ? await findSearchAlertLink(db, token) : undefined;
    if (!link) throw notFound('There are no alerts under this link any more.');
    return link;
  }

  app.openapi(routes.show, async (c) =>
    c.json(await readLinkedSearches(db, await find(c.req.valid('param').token)), 200),
  );

  app.openapi(routes.page, (c) =>
    c.redirect(searchAlertPage(shop, encodeURIComponent(c.req.valid('param').token)), 303),
  );

  app.openapi(routes.end, async (c) => {
    const { token } = c.req.valid('param');
    const { account_id, search_ids } = await find(token);
    const { what } = c.req.valid('form');
    if (what !== undefined && what !== 'all' && !search_ids.includes(what))
      throw badRequest('what must be all, or the id of a search in the email.');
    const ended = await endSearchAlerts(db, account_id, what === undefined || what === 'all' ? null : what);
    // Mail programs follow no redirect.
    return what ? c.redirect(searchAlertPage(shop, token), 303) : c.json({ ended }, 200);
  });
}
