import type { OpenAPIHono } from '@hono/zod-openapi';
import { alertLinkSchema, endedAlertsSchema } from '#contract/catalogue/saved-product.schema.ts';
import type { Marketplace } from '#contract/marketplace.ts';
import type { Db } from '../../schema/db.ts';
import { mountAlertLinks } from './alert-links.ts';
import { alertPage } from './alert-mail.ts';
import { endAlerts, findAlertLink } from './product-alert.store.ts';
import { askedKinds } from './saved-product.rules.ts';

export function mountProductAlertLinks(app: OpenAPIHono, { db, shop }: { db: Db; shop: Marketplace }) {
  mountAlertLinks(app, {
    path: '/saved-product',
    tag: 'Saved products',
    about: { schema: alertLinkSchema, is: 'The product, and what is asked for' },
    ended: endedAlertsSchema,
    words: {
      show: 'Tells what the link in the mail of an alert is about',
      end: 'Ends alerts, as mail programs do it for their reader (RFC 8058)',
      howToEnd:
        'A mail program posts `List-Unsubscribe=One-Click`, and all alerts of the account end. The form of the page says `what`: `product` or `all`; it is led back to the page.',
    },
    page: (token) => alertPage(shop, token),
    find: (token) => findAlertLink(db, token),
    read: async ({ product_id, product_name, alerts, others }) => ({
      ...{ product_id, product_name },
      alerts: askedKinds(alerts ?? {}),
      others: others ?? 0,
    }),
    end: async ({ account_id, product_id }, what) =>
      what === 'product' || what === 'all'
        ? endAlerts(db, account_id, what === 'product' ? product_id : null)
        : { expected: 'product or all' },
  });
}
