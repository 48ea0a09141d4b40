import type { OpenAPIHono } from '@hono/zod-openapi';
import { endedSearchAlertsSchema, searchAlertLinkSchema } from '#contract/catalogue/saved-search.schema.ts';
import type { Marketplace } from '#contract/marketplace.ts';
import type { Db } from '../../schema/db.ts';
import { mountAlertLinks } from '../saved-product/alert-links.ts';
import { endSearchAlerts, findSearchAlertLink, readLinkedSearches } from './saved-search.store.ts';
import { searchAlertPage } from './search-alert-mail.ts';

export function mountSearchAlertLinks(app: OpenAPIHono, { db, shop }: { db: Db; shop: Marketplace }) {
  mountAlertLinks(app, {
    path: '/saved-search',
    tag: 'Saved searches',
    about: { schema: searchAlertLinkSchema, is: 'The searches' },
    ended: endedSearchAlertsSchema,
    words: {
      show: 'Reads the searches that the link in the email of an alert is about',
      end: 'Ends alerts of searches, as mail programs do it for their reader (RFC 8058)',
      howToEnd:
        'A mail program posts `List-Unsubscribe=One-Click`, and all alerts of searches of the account end. The form of the page says `what`: the `search_id` of one in the email, or `all`; it is led back to the page.',
    },
    page: (token) => searchAlertPage(shop, token),
    find: (token) => findSearchAlertLink(db, token),
    read: (link) => readLinkedSearches(db, link),
    end: async ({ account_id, search_ids }, what) =>
      what === 'all' || search_ids.includes(what)
        ? endSearchAlerts(db, account_id, what === 'all' ? null : what)
        : { expected: 'all, or the id of a search in the email' },
  });
}
