// npm run user -- COMMAND [EMAIL]: what an operator does with accounts and roles.

import { parseArgs } from 'node:util';
import { z } from 'zod';
import { sellerReads, walletReads } from '#api/account-reads.ts';
import { endPayInsOf } from '#api/money/buyer-wallet/buyer-wallet.store.ts';
import { findCustomer } from '#api/people/customer/customer.store.ts';
import { deleteCustomerAccount, previewDeletion } from '#api/people/customer/delete-customer.ts';
import { exportCustomer, recordExport } from '#api/people/customer/export-customer.ts';
import {
  type Refused,
  refusalSentences,
  restoreCustomer,
  type Suspending,
  suspendCustomer,
} from '#api/people/customer/suspend-customer.ts';
import { deleteUser } from '#api/people/user/delete-user.ts';
import { newUser } from '#api/people/user/user.rules.ts';
import { setUserType } from '#api/people/user/user.store.ts';
import { isStaffRole, type StaffRole, staffRoles } from '#contract/people/staff.ts';
import { suspendCustomerSchema } from '#contract/people/staff-customer.schema.ts';
import {
  createAccount,
  requirePasswordReset,
  resetSecondFactor,
  setEnabled,
  signOutEverywhere,
} from '#identity/accounts/administration.ts';
import { deleteAccount } from '#identity/accounts/delete-account.ts';
import { findUser, listAccounts } from '#identity/accounts/user.store.ts';
import { createSendMail, createSentMails } from '#mail/mail.ts';
import type { Config } from '#main/config/config.ts';
import { readStore } from '#main/config/store-file.ts';
import { isEmbedded, poolOf } from '#main/parts/account-service.ts';
import { checkoutShop } from '#main/parts/checkout-shop.ts';
import { customerAccounts } from '#main/parts/customer-accounts.ts';
import type { Tables } from '#main/tables.ts';
import { type Actor, operator } from '#platform/audit/audit-log.ts';
import { StartError } from '#platform/config/start-error.ts';
import type { Database } from '#platform/database/database.ts';
import { openSecrets } from '#platform/secrets.ts';
import { confirm } from './database/confirm.ts';
import { runCommand, withShop } from './database/shop-database.ts';

const USAGE = `npm run user -- COMMAND

  list [PART OF AN EMAIL]       the newest accounts
  create EMAIL                  an account with a temporary password, which is printed
  grant-admin EMAIL             makes somebody an administrator
  grant-staff EMAIL ROLE        gives somebody a role of the staff: admin, finance, catalogue, support
  grant-seller EMAIL            makes somebody a seller
  revoke-roles EMAIL            takes the roles away: a buyer again, or a seller where a shop is theirs
  disable EMAIL                 no sign-in any more, and signed out everywhere
  enable EMAIL                  takes that back
  suspend EMAIL REASON          the same, and tells them the reason by mail; what is paid is still delivered
  restore EMAIL                 takes that back, and tells them
  sign-out EMAIL                signs somebody out everywhere
  export EMAIL                  everything the shop knows of them, as JSON
  require-new-password EMAIL    the next sign-in asks for a new password
  reset-second-factor EMAIL     for somebody who has lost the authenticator
  delete EMAIL [--yes]          tells what goes and what is kept, and deletes the account, its record and its reviews`;

const LISTED = 50;

type Shop = { database: Database<Tables>; config: Config };
type Options = { yes: boolean; role: StaffRole | null; reason: string };
type Command = (shop: Shop, email: string, options: Options) => Promise<string>;

type Act = (db: Database<Tables>['kysely'], actor: Actor, userId: string) => Promise<void>;
const account = (act: Act, done: string): Command => {
  return async (shop, email) => {
    const { user_id } = await accountOf(shop, email);
    await act(shop.database.kysely, operator(), user_id);
    return `${email} ${done}`;
  };
};
const role = (userType: 'buyer' | 'seller' | 'admin', done: (role: StaffRole) => string): Command => {
  return async (shop, email, { role: given }) => {
    // The hosted service of a cloud keeps accounts where this command cannot look.
    const user = isEmbedded(shop.config.accounts) ? await accountOf(shop, email) : null;
    const owner = user && { userId: user.user_id, since: new Date() };
    const fresh = newUser({ email, nickname: user?.attributes.nickname ?? '' }, owner, null);
    const staffRole = given ?? 'admin';
    await setUserType(shop.database.kysely, operator(), fresh, userType, staffRole);
    return `${email} ${done(staffRole)}`;
  };
};

const commands: Record<string, Command> = {
  create: createOne,
  'grant-admin': role('admin', () => 'is an administrator now.'),
  'grant-staff': role('admin', (given) => `is of the staff now: ${given}.`),
  'grant-seller': role('seller', () => 'is a seller now.'),
  'revoke-roles': role('buyer', () => 'has no role of the staff any more.'),
  disable: account((db, actor, id) => setEnabled(db, actor, id, false), 'is disabled and signed out everywhere.'),
  enable: account((db, actor, id) => setEnabled(db, actor, id, true), 'can sign in again.'),
  'sign-out': account(signOutEverywhere, 'is signed out everywhere.'),
  'require-new-password': account(requirePasswordReset, 'has to set a new password at the next sign-in.'),
  'reset-second-factor': account(
    resetSecondFactor,
    'signs in with the password alone until a second factor is set up again.',
  ),
  suspend: async (shop, email, { reason }) => {
    const suspending = await suspendingFor(shop);
    const id = await customerOf(shop, email);
    throwIfRefused(await suspendCustomer(suspending, id, { actor: operator(), reason }));
    return `${email} is suspended and signed out everywhere.`;
  },
  restore: async (shop, email) => {
    throwIfRefused(
      await restoreCustomer(await suspendingFor(shop), await customerOf(shop, email), { actor: operator() }),
    );
    return `${email} can sign in again.`;
  },
  export: exportOne,
  delete: deleteOne,
};

await runCommand(USAGE, async (args) => {
  const { command, email, role: given, yes, reason } = readArguments(args);
  if (command === 'list') {
    await withShop(({ kysely }) => printAccounts(kysely, email));
    return 0;
  }
  const run = commands[command];
  if (!run) throw new StartError(USAGE);
  if (!z.email().safeParse(email).success) throw new StartError(`Name one email address. Usage: ${USAGE}`);
  console.log(await withShop((database, config) => run({ database, config }, email, { yes, role: given, reason })));
  return 0;
});

function readArguments(given: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: given,
      allowPositionals: true,
      options: { yes: { type: 'boolean', default: false } },
    });
    const [command = '', email = '', ...rest] = positionals;
    const reason = command === 'suspend' ? suspensionReason(rest.splice(0).join(' ')) : '';
    const [role, ...more] = command === 'grant-staff' ? rest : [undefined, ...rest];
    if (more.length > 0) throw new Error('Too many arguments');
    if (command === 'grant-staff' && !isStaffRole(role))
      throw new Error(`Name a role of the staff (${staffRoles.join(', ')})`);
    const known = Object.hasOwn(commands, command) || command === 'list';
    return { command: known ? command : '', email, role: isStaffRole(role) ? role : null, yes: values.yes, reason };
  } catch (error) {
    throw new StartError(`${(error as Error).message}. Usage: ${USAGE}`);
  }
}

function suspensionReason(text: string): string {
  const read = suspendCustomerSchema.safeParse({ reason: text });
  if (!read.success) throw new Error(`The reason ${read.error.issues[0]?.message ?? 'is missing'}`);
  return read.data.reason;
}

/** Tables that the API knows, of all tables. */
function tablesOf({ kysely }: Shop['database']): Suspending['db'] {
  return kysely as unknown as Suspending['db'];
}

/** Dependencies of the customer screen. */
async function suspendingFor({ database, config }: Shop): Promise<Suspending> {
  const store = await readStore(config.storeFile);
  return {
    db: tablesOf(database),
    accounts: customerAccounts(config.accounts, database),
    sendMail: createSendMail(openSecrets(config)),
    shop: checkoutShop(store, config.publicUrl ?? `http://localhost:${config.port}`),
    // The running shop follows the list of accounts that have ended.
    endAccount: async () => {},
  };
}

async function customerOf(shop: Shop, email: string): Promise<string> {
  return (await storedCustomerOf(shop, email)).account_id ?? noCustomer();
}

async function storedCustomerOf(shop: Shop, email: string) {
  const { user_id: id } = await accountOf(shop, email);
  return (await findCustomer(tablesOf(shop.database), id)) ?? noCustomer();
}

function noCustomer(): never {
  throw new StartError(refusalSentences.unknown);
}

function throwIfRefused(refused: Refused | null): void {
  if (refused) throw new StartError(refusalSentences[refused]);
}

async function exportOne(shop: Shop, email: string): Promise<string> {
  const customer = await storedCustomerOf(shop, email);
  const db = tablesOf(shop.database);
  const sentMails = createSentMails(openSecrets(shop.config));
  const accounts = customerAccounts(shop.config.accounts, shop.database);
  throwIfRefused(await recordExport(db, customer, { actor: operator() }));
  const parts: string[] = [];
  for await (const part of exportCustomer({ db, accounts, sentMails, now: () => new Date() }, customer))
    parts.push(part);
  return JSON.stringify(JSON.parse(parts.join('')), null, 2);
}

async function accountOf({ database }: Shop, email: string) {
  const user = await findUser(database.kysely, email);
  if (!user) throw new StartError(`There is no account of ${email}. See: npm run user -- list`);
  return user;
}

async function printAccounts(db: Database<Tables>['kysely'], search: string) {
  const accounts = await listAccounts(db, search, LISTED);
  const records = await db
    .selectFrom('api.user')
    .select(['user_id', 'username', 'user_type', 'staff_role'])
    .where('user_id', 'in', ['', ...accounts.map(({ email }) => email.toLowerCase())])
    .execute();
  if (accounts.length === 0) return console.log('No account was found.');
  console.table(
    accounts.map(({ email, status, enabled, totp_enabled, created_at }) => {
      const record = records.find(({ user_id }) => user_id === email.toLowerCase());
      return {
        email,
        username: record?.username ?? '',
        role: record?.staff_role ?? record?.user_type ?? 'buyer',
        state: enabled ? status.toLowerCase() : 'disabled',
        'second factor': totp_enabled ? 'yes' : 'no',
        since: created_at.toISOString().slice(0, 10),
      };
    }),
  );
}

async function createOne({ database, config }: Shop, email: string): Promise<string> {
  const { name } = poolOf(config.accounts, { name: '', origin: 'http://localhost' });
  const nickname = email.split('@')[0] ?? '';
  const given = { poolName: name, email, nickname };
  const password = await createAccount(database.kysely, operator(), openSecrets(config), given);
  if (password === null) throw new StartError(`${email} has an account already.`);
  return `${email} can sign in with the password ${password} and sets another one then.`;
}

async function deleteOne(shop: Shop, email: string, { yes }: Options): Promise<string> {
  const { user_id: userId } = await accountOf(shop, email);
  const db = tablesOf(shop.database);
  const sentMails = createSentMails(openSecrets(shop.config));
  const customer = await findCustomer(db, userId);
  if (customer) {
    const accounts = customerAccounts(shop.config.accounts, shop.database);
    const { goes, kept, refused } = await previewDeletion(
      { db, accounts, sellers: sellerReads, wallets: walletReads },
      customer,
    );
    if (refused.length > 0) throw new StartError(`Nothing was deleted. ${refused.join(' ')}`);
    for (const { what, count } of goes)
      if (count !== 0) console.log(`goes: ${what}${count === null ? '' : ` (${count})`}`);
    for (const { what, count, why } of kept)
      if (count !== 0) console.log(`stays: ${what}${count === null ? '' : ` (${count})`}. ${why}`);
  }
  if (!yes) await confirm(`Delete the account of ${email}, its record and its reviews?`, 'Nothing was deleted.');
  if (!customer) await deleteAccount(shop.database.kysely, operator(), userId);
  else {
    const suspending = await suspendingFor(shop);
    const deleting = {
      ...{ db, sellers: sellerReads, wallets: walletReads },
      removeStaffOfAccount: async () => true,
      deleteMailsOfAccount: sentMails.forget,
    };
    const refused = await deleteCustomerAccount(
      {
        ...suspending,
        sentMails,
        ...{ sellers: sellerReads, wallets: walletReads },
        deleteUser: (who, deletion) => deleteUser(deleting, who, deletion),
        // The running shop ends what waits for a payment, and sees what the catalogue is now.
        endOrders: async () => {},
        refresh: async () => {},
      },
      customer,
      { actor: operator() },
    );
    if (refused) throw new StartError(`Nothing was deleted. ${refused.join(' ')}`);
  }
  await endPayInsOf(db, [userId]);
  return `${email} is deleted, with its record and its reviews.`;
}
