import { Hono } from 'hono';
import { z } from 'zod';
import type { Env } from '../protocol/endpoint.ts';
import { invalidField, writesV2 } from '../protocol/endpoint-v2.ts';
import { newId } from '../protocol/new-id.ts';
import { oneOf, pageUrl, refuse, text } from '../protocol/parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import { linkExpiry } from './account-link.rules.ts';
import { addLink } from './account-link.store.ts';
import { openAccount } from './open-account.ts';

const purpose = z.strictObject({
  /** The client's version no longer says it: the page asks for what the account has. */
  configurations: z
    .array(oneOf('customer', 'merchant', 'recipient'))
    .min(1)
    .default(['recipient']),
  refresh_url: pageUrl,
  return_url: pageUrl.optional(),
  collection_options: z
    .strictObject({
      fields: oneOf('currently_due', 'eventually_due').optional(),
      future_requirements: oneOf('include', 'omit').optional(),
    })
    .optional(),
});

const create = z.strictObject({
  account: text(),
  use_case: z
    .strictObject({
      type: oneOf('account_onboarding', 'account_update'),
      account_onboarding: purpose.optional(),
      account_update: purpose.optional(),
    })
    .superRefine((given, context) => {
      const other = given.type === 'account_update' ? 'account_onboarding' : 'account_update';
      if (!given[given.type]) refuse(context, 'this field is needed', 'parameter_missing', [given.type]);
      if (given[other]) refuse(context, `not with the type ${given.type}`, 'parameters_exclusive', [other]);
    }),
});

export function accountLinkRoutes(sandbox: Sandbox): Hono<Env> {
  const app = new Hono<Env>();

  app.post(
    '/account_links',
    writesV2(sandbox, create, async (transaction, { account: id, use_case }) => {
      const account = await openAccount(transaction, id);
      const asked = use_case[use_case.type];
      if (!asked) throw new Error('a use case without its parameters');
      const { configurations, ...shown } = asked;
      const url = `use_case.${use_case.type}`;
      const others = configurations.filter((name) => name !== 'recipient' || !account.recipient);
      if (others.length > 0)
        throw invalidField(`${url}.configurations`, `the account has no configuration ${others.join(', ')}`);
      for (const name of ['refresh_url', 'return_url'] as const) {
        const { [name]: given } = asked;
        if (given !== undefined && sandbox.returnOrigins && !sandbox.returnOrigins.includes(new URL(given).origin))
          throw invalidField(
            `${url}.${name}`,
            `this sandbox sends sellers back to ${sandbox.returnOrigins.join(', ')} only`,
          );
      }
      const now = sandbox.now();
      const link = await addLink(transaction, {
        token: newId('acctlink'),
        account: id,
        use_case: use_case.type,
        configurations: JSON.stringify(configurations),
        collection_options: asked.collection_options ? JSON.stringify(asked.collection_options) : null,
        refresh_url: asked.refresh_url,
        return_url: asked.return_url ?? null,
        created_at: now,
        expires_at: linkExpiry(now),
      });
      return {
        object: 'v2.core.account_link',
        account: id,
        created: link.created_at.toISOString(),
        expires_at: link.expires_at.toISOString(),
        livemode: false,
        url: `${sandbox.origin}/pay/onboarding/${link.token}`,
        use_case: { type: use_case.type, [use_case.type]: shown },
      };
    }),
  );

  return app;
}
