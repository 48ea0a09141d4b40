// npm run user -- COMMAND [EMAIL]: what an operator does with accounts and roles.
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { endPayInsOf, findKeptCents } from '#api/buyer-wallet/buyer-wallet.store.ts';
import { leaveSellers } from '#api/seller/leave-sellers.ts';
import { newUser } from '#api/user/user.rules.ts';
import { deleteCustomer, setUserType } from '#api/user/user.store.ts';
import { formatCents } from '#contract/money.ts';
import { isStaffRole, type StaffRole, staffRoles } from '#contract/staff.ts';
import { userIdOf } from '#contract/user.ts';
import {
  createAccount,
  requirePasswordReset,
  resetSecondFactor,
  setEnabled,
  signOutEverywhere,
} from '#identity/accounts/administration.ts';
import { deleteAccount } from '#identity/accounts/delete-account.ts';
import { findUser, listAccounts } from '#identity/accounts/user.store.ts';
import { isEmbedded, poolOf } from '#main/account-service.ts';
import type { Config } from '#main/config.ts';
import type { Tables } from '#main/tables.ts';
import { type Actor, operator } from '#platform/audit/audit-log.ts';
import { StartError } from '#platform/config/start-error.ts';
import type { Database } from '#platform/database/database.ts';
import { openSecrets } from '#platform/secrets.ts';
import { confirm } from './confirm.ts';
import { runCommand, withShop } from './shop-database.ts';

const USAGE = `npm run user -- COMMAND

  list [PART OF AN EMAIL]       the newest accounts
  create EMAIL                  an account with a temporary password, which is printed
  grant-admin EMAIL             makes somebody an administrator
  grant-staff EMAIL ROLE        gives somebody a role of the staff: admin, finance, catalogue, support
  grant-seller EMAIL            makes somebody a seller
  revoke-roles EMAIL            takes the roles away: a buyer again, or a seller where a shop is theirs
  disable EMAIL                 no sign-in any more, and signed out everywhere
  enable EMAIL                  takes that back
  sign-out EMAIL                signs somebody out everywhere
  require-new-password EMAIL    the next sign-in asks for a new password
  reset-second-factor EMAIL     for somebody who has lost the authenticator
  delete EMAIL [--yes]          deletes the account, its record and its reviews`;

const LISTED = 50;

type Shop = { database: Database<Tables>; config: Config };
type Command = (shop: Shop, email: string, options: { yes: boolean; role: StaffRole | null }) => Promise<string>;

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
    const fresh = newUser({ email, nickname: user?.attributes.nickname ?? '' }, owner);
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
  delete: deleteOne,
};

await runCommand(USAGE, async (args) => {
  const { command, email, role: given, yes } = readArguments(args);
  if (command === 'list') {
    await withShop(({ kysely }) => printAccounts(kysely, email));
    return 0;
  }
  const run = commands[command];
  if (!run) throw new StartError(USAGE);
  if (!z.email().safeParse(email).success) throw new StartError(`Name one email address. Usage: ${USAGE}`);
  console.log(await withShop((database, config) => run({ database, config }, email, { yes, role: given })));
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
    const [role, ...more] = command === 'grant-staff' ? rest : [undefined, ...rest];
    if (more.length > 0) throw new Error('Too many arguments');
    if (command === 'grant-staff' && !isStaffRole(role))
      throw new Error(`Name a role of the staff (${staffRoles.join(', ')})`);
    const known = Object.hasOwn(commands, command) || command === 'list';
    return { command: known ? command : '', email, role: isStaffRole(role) ? role : null, yes: values.yes };
  } catch (error) {
    throw new StartError(`${(error as Error).message}. Usage: ${USAGE}`);
  }
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

async function deleteOne(shop: Shop, email: string, { yes }: { yes: boolean }): Promise<string> {
  const { user_id: userId } = await accountOf(shop, email);
  const kept = await findKeptCents(shop.database.kysely, userId);
  if (kept > 0)
    throw new StartError(
      `${email} has ${formatCents(kept)} in their wallet: it is withdrawn or spent first, or moved by hand at /admin/ledger (a correction to platform:loss) and paid out in another way.`,
    );
  if (!yes) await confirm(`Delete the account of ${email}, its record and its reviews?`, 'Nothing was deleted.');
  await leaveSellers(shop.database.kysely, { email: userIdOf(email) });
  await deleteCustomer(shop.database.kysely, operator(), email);
  await endPayInsOf(shop.database.kysely, [userId]);
  await deleteAccount(shop.database.kysely, operator(), userId);
  return `${email} is deleted, with its record and its reviews.`;
}
