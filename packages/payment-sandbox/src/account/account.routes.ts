import { Hono } from 'hono';
import { z } from 'zod';
import { isCountry } from '#contract';
import { readBalances } from '../balance/balance.store.ts';
import { emitThin } from '../event/emit.ts';
import { isCurrency } from '../money/currency.rules.ts';
import type { Env } from '../protocol/endpoint.ts';
import { invalidField, listV2, notFound, pageV2, pagingV2, readsV2, writesV2 } from '../protocol/endpoint-v2.ts';
import { ProviderError } from '../protocol/errors.ts';
import { newId } from '../protocol/new-id.ts';
import { email, oneOf, refuse, text } from '../protocol/parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Account, Metadata } from '../schema.ts';
import { accountObject, includable } from './account.object.ts';
import { addAccount, findAccount, listAccounts } from './account.store.ts';
import { changeAccount } from './change-account.ts';
import { openAccount } from './open-account.ts';

/** Characters. */
const LONGEST_NAME = 250;
const LONGEST_PHONE = 20;
const LONGEST_METADATA_KEY = 40;
const LONGEST_METADATA_VALUE = 500;
const MOST_METADATA = 50;
const configurations = ['customer', 'merchant', 'recipient'] as const;

const include = z
  .array(oneOf(...includable))
  .default([])
  .transform((names) => new Set(names));

/** Null unsets a key. */
const metadata = z
  .record(text(LONGEST_METADATA_KEY), text(LONGEST_METADATA_VALUE).nullable())
  .refine((given) => Object.keys(given).length <= MOST_METADATA, `at most ${MOST_METADATA} keys`);

const country = text(2)
  .transform((code) => code.toLowerCase())
  .superRefine((code, context) => {
    if (!isCountry(code.toUpperCase())) refuse(context, 'not a country');
  });
const requested = z.strictObject({ requested: z.boolean() });
const recipient = z.strictObject({
  capabilities: z
    .strictObject({ stripe_balance: z.strictObject({ stripe_transfers: requested.optional() }).optional() })
    .optional(),
});
const names = z.strictObject({
  given_name: text(LONGEST_NAME).optional(),
  surname: text(LONGEST_NAME).optional(),
  email: email.optional(),
});
const fields = {
  configuration: z.strictObject({ recipient: recipient.optional() }).optional(),
  contact_email: email.optional(),
  contact_phone: text(LONGEST_PHONE).optional(),
  dashboard: oneOf('express', 'full', 'none').optional(),
  defaults: z
    .strictObject({
      currency: text(3)
        .superRefine((code, context) => {
          if (!isCurrency(code)) refuse(context, 'not a currency');
        })
        .optional(),
      responsibilities: z
        .strictObject({
          fees_collector: oneOf('application', 'application_custom', 'application_express', 'stripe').optional(),
          losses_collector: oneOf('application', 'stripe').optional(),
        })
        .optional(),
    })
    .optional(),
  display_name: text(LONGEST_NAME).optional(),
  identity: z
    .strictObject({
      country: country.optional(),
      entity_type: oneOf('company', 'government_entity', 'individual', 'non_profit').optional(),
      individual: names.optional(),
      business_details: z.strictObject({ registered_name: text(LONGEST_NAME).optional() }).optional(),
    })
    .optional(),
  metadata: metadata.optional(),
  include,
};
const write = z.strictObject(fields);
const retrieve = z.strictObject({ include });
const list = z.strictObject({
  ...pagingV2,
  applied_configurations: z.array(oneOf(...configurations)).optional(),
  closed: oneOf('true', 'false').default('false'),
});
const close = z.strictObject({ applied_configurations: z.array(oneOf(...configurations)).optional() });

export function accountRoutes(sandbox: Sandbox): Hono<Env> {
  const { db } = sandbox;
  const app = new Hono<Env>();

  app.post(
    '/accounts',
    writesV2(sandbox, write, async (transaction, asked) => {
      const id = newId('acct');
      const account = await addAccount(transaction, {
        id,
        display_name: asked.display_name ?? null,
        contact_email: asked.contact_email ?? null,
        contact_phone: asked.contact_phone ?? null,
        dashboard: asked.dashboard ?? null,
        currency: asked.defaults?.currency ?? 'usd',
        identity: JSON.stringify(asked.identity ?? {}),
        responsibilities: asked.defaults?.responsibilities ? JSON.stringify(asked.defaults.responsibilities) : null,
        recipient: asked.configuration?.recipient !== undefined,
        transfers_requested: transfersRequested(asked) ?? false,
        metadata: JSON.stringify(changedMetadata({}, asked.metadata)),
        created_at: sandbox.now(),
      });
      await emitThin(transaction, sandbox, [
        { type: 'v2.core.account.created', account: id },
        ...(account.recipient ? [{ type: 'v2.core.account[requirements].updated' as const, account: id }] : []),
      ]);
      return accountObject(account, asked.include);
    }),
  );

  app.get(
    '/accounts',
    readsV2(list, async ({ applied_configurations: applied = [], closed, ...paging }, _id, url) => {
      // No account here is a customer or a merchant.
      if (applied.some((name) => name !== 'recipient')) return listV2<Account>(url, paging, [], shown);
      const filter = { closed: closed === 'true', ...(applied.length > 0 && { recipient: true }) };
      return listV2(url, paging, await listAccounts(db, filter, pageV2(paging)), shown);
    }),
  );

  app.get(
    '/accounts/:id{\\w+}',
    readsV2(retrieve, async ({ include }, id) => {
      const account = await findAccount(db, id);
      if (!account) throw notFound('account', id);
      return accountObject(account, include);
    }),
  );

  app.post(
    '/accounts/:id{\\w+}',
    writesV2(sandbox, write, async (transaction, asked, id) => {
      const before = await openAccount(transaction, id);
      const { country } = before.identity;
      if (country && asked.identity?.country && asked.identity.country !== country)
        throw invalidField('identity.country', 'the country of an account cannot be changed');
      const { account } = await changeAccount(transaction, sandbox, before, {
        ...(asked.display_name !== undefined && { display_name: asked.display_name }),
        ...(asked.contact_email !== undefined && { contact_email: asked.contact_email }),
        ...(asked.contact_phone !== undefined && { contact_phone: asked.contact_phone }),
        ...(asked.dashboard !== undefined && { dashboard: asked.dashboard }),
        ...(asked.defaults?.currency !== undefined && { currency: asked.defaults.currency }),
        ...(asked.defaults?.responsibilities && {
          responsibilities: JSON.stringify({ ...before.responsibilities, ...asked.defaults.responsibilities }),
        }),
        identity: JSON.stringify({ ...before.identity, ...asked.identity }),
        recipient: before.recipient || asked.configuration?.recipient !== undefined,
        transfers_requested: transfersRequested(asked) ?? before.transfers_requested,
        metadata: JSON.stringify(changedMetadata(before.metadata, asked.metadata)),
      });
      return accountObject(account, asked.include);
    }),
  );

  app.post(
    '/accounts/:id{\\w+}/close',
    writesV2(sandbox, close, async (transaction, { applied_configurations: named }, id) => {
      const before = await openAccount(transaction, id);
      if (named && before.recipient !== named.includes('recipient'))
        throw invalidField('applied_configurations', 'all configurations of the account must be named, and no others');
      const balances = await readBalances(transaction, id, sandbox.now());
      if (balances.some(({ available, pending }) => available !== 0 || pending !== 0))
        throw new ProviderError(
          'state_forbids',
          `The account ${id} cannot be closed: its balance is not zero. Pay it out, or reverse its transfers, first.`,
        );
      const { account } = await changeAccount(transaction, sandbox, before, { closed_at: sandbox.now() });
      await emitThin(transaction, sandbox, [{ type: 'v2.core.account.closed', account: id }]);
      return accountObject(account, new Set());
    }),
  );

  return app;
}

const shown = (account: Account) => accountObject(account, new Set());

function transfersRequested({ configuration }: z.output<typeof write>): boolean | undefined {
  return configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.requested;
}

function changedMetadata(before: Metadata, given: Record<string, string | null> = {}): Metadata {
  const changed = Object.entries({ ...before, ...given });
  return Object.fromEntries(changed.filter((entry): entry is [string, string] => entry[1] !== null));
}
