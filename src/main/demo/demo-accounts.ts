// The people of a trial's demo, whose passwords the start prints. No other shop has them: where the data of a trial is opened
// in another way they are disabled, and the next start of the trial enables them again.
import { randomInt } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSuspended } from '#api/people/customer/suspended-customer.store.ts';
import { createConfirmedAccount, setEnabled, setPassword, setSecondFactor } from '#identity/accounts/administration.ts';
import { findUser } from '#identity/accounts/user.store.ts';
import { newTotpSecret, totpCode } from '#identity/factors/totp.ts';
import type { Stores } from '../open-stores.ts';
import { isEmbedded, poolOf } from '../parts/account-service.ts';
import type { Shop } from '../shop.ts';

/** `announced`: the start prints how to sign in. */
const people = {
  buyer: { email: 'buyer@demo.example', nickname: 'Demo Buyer', announced: true },
  seller: { email: 'seller@demo.example', nickname: 'Demo Seller', announced: true },
  staff: { email: 'staff@demo.example', nickname: 'Demo Staff', announced: true },
  editor: { email: 'editor@demo.example', nickname: 'saltmarsh_editor', announced: false },
  machines: { email: 'machines@demo.example', nickname: 'copperline', announced: false },
  models: { email: 'models@demo.example', nickname: 'gradient_foundry', announced: false },
  applicant: { email: 'applicant@demo.example', nickname: 'quiet_kernel', announced: false },
} as const;
export type DemoPerson = keyof typeof people;
export const demoPeople = Object.keys(people) as DemoPerson[];
export const demoEmails = demoPeople.map((person) => people[person].email);

export type DemoAccount = {
  userId: string;
  email: string;
  nickname: string;
  password: string;
  isSuspended: boolean;
  secondFactor: 'mail' | 'authenticator' | null;
};
type DemoAccounts = Record<DemoPerson, DemoAccount>;

const actor = { kind: 'job' } as const;
/** Letters and digits that nobody takes for another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_LENGTH = 10;

export function hasDemo({ config, isTrial }: Shop): boolean {
  return isTrial && config.opensDemoMarketplace && isEmbedded(config.accounts);
}

/** Makes the accounts that are missing, and lets those that are there sign in with what the start prints. */
export async function openDemoAccounts(shop: Shop, stores: Stores): Promise<DemoAccounts> {
  const passwords = await readPasswords(shop.config.dataDir);
  const accounts = {} as DemoAccounts;
  for (const person of demoPeople) accounts[person] = await openAccount(shop, stores, person, passwords[person]);
  return accounts;
}

async function openAccount(
  shop: Shop,
  { database: { kysely: db }, secrets }: Stores,
  person: DemoPerson,
  password: string,
): Promise<DemoAccount> {
  const { email, nickname } = people[person];
  const { name: poolName } = poolOf(shop.config.accounts, { name: shop.store.name, origin: shop.origin });
  const find = () => findUser(db, email);
  const create = () => createConfirmedAccount(db, actor, secrets, { email, nickname, password, poolName });
  const user = (await find()) ?? (await create().then(find));
  if (!user) throw new Error(`the demo has no account of ${email}`);
  const { user_id: userId } = user;
  const suspended = await isSuspended(db, userId);
  if (!user.enabled && !suspended) await setEnabled(db, actor, userId, true);
  // Made with another ACCOUNTS_POOL_ID, or before the file with the passwords was lost: it has none that anybody knows.
  await setPassword(db, actor, secrets, { poolName, userId, password });
  const needsMail = !user.totp_enabled && !user.email_mfa_enabled && needsSecondFactor(shop, person);
  if (needsMail) await setSecondFactor(db, actor, secrets, userId, 'mail');
  const isMail = needsMail || user.email_mfa_enabled;
  const secondFactor = isMail ? 'mail' : user.totp_enabled ? 'authenticator' : null;
  return { userId, email, nickname, password, isSuspended: suspended, secondFactor };
}

function needsSecondFactor({ config, settings }: Shop, person: DemoPerson): boolean {
  return config.accounts.secondFactorRequired || (person === 'staff' && settings.staffSecondFactor === 'required');
}

/**
 * Gives `signIn` what answers for the second factor of the account, null where it needs none: an authenticator that lasts for this
 * sign-in, after which the codes come by mail, which a trial shows.
 */
export async function withSecondFactor<T>(
  { database: { kysely: db }, secrets }: Stores,
  { userId, secondFactor }: DemoAccount,
  signIn: (code: (() => string) | null) => Promise<T>,
): Promise<T> {
  if (!secondFactor) return signIn(null);
  const totpSecret = newTotpSecret();
  await setSecondFactor(db, actor, secrets, userId, { totpSecret });
  try {
    return await signIn(() => totpCode(totpSecret, new Date()));
  } finally {
    await setSecondFactor(db, actor, secrets, userId, 'mail');
  }
}

export type DemoLogin = { person: string; email: string; password: string; secondFactor: DemoAccount['secondFactor'] };

/** As whom somebody who tries the shop signs in. */
export function demoLogins(accounts: DemoAccounts): DemoLogin[] {
  return demoPeople
    .filter((person) => people[person].announced && !accounts[person].isSuspended)
    .map((person) => ({ person, ...accounts[person] }));
}

/** To be called by a shop that is no trial: its data may have been one's. Answers how many accounts were disabled. */
export async function disableDemoAccounts({ database }: Stores): Promise<number> {
  let disabled = 0;
  for (const person of demoPeople) {
    const user = await findUser(database.kysely, people[person].email);
    if (!user?.enabled) continue;
    await setEnabled(database.kysely, actor, user.user_id, false);
    disabled++;
  }
  return disabled;
}

/** Beside the data that they are good for, for its owner alone. */
async function readPasswords(dataDir: string): Promise<Record<DemoPerson, string>> {
  const file = join(dataDir, 'demo-passwords.json');
  const known = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Partial<Record<DemoPerson, string>>,
    () => ({}) as Partial<Record<DemoPerson, string>>,
  );
  const passwords = Object.fromEntries(demoPeople.map((person) => [person, known[person] ?? newPassword()]));
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(file, `${JSON.stringify(passwords, null, 2)}\n`, { mode: 0o600 });
  return passwords as Record<DemoPerson, string>;
}

function newPassword(): string {
  return Array.from({ length: PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
