// The people of a trial's demo, whose passwords the start prints. No other shop has them: where the data of a trial is opened
// in another way they are disabled.
import { randomInt } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createConfirmedAccount, setEnabled } from '#identity/accounts/administration.ts';
import { findUser } from '#identity/accounts/user.store.ts';
import { isEmbedded, poolOf } from '../account-service.ts';
import type { Stores } from '../open-stores.ts';
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

export type DemoAccount = { email: string; nickname: string; password: string };
export type DemoAccounts = Record<DemoPerson, DemoAccount>;

const actor = { kind: 'job' } as const;
/** Letters and digits that nobody takes for another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_LENGTH = 10;

export function hasDemo({ config, isTrial }: Shop): boolean {
  return isTrial && config.opensDemoMarketplace && isEmbedded(config.accounts);
}

/** Makes the accounts that are missing. `isNew`: there was none of them. */
export async function openDemoAccounts(
  shop: Shop,
  { database, secrets }: Stores,
): Promise<{ accounts: DemoAccounts; isNew: boolean }> {
  const passwords = await readPasswords(shop.config.dataDir);
  const { name: poolName } = poolOf(shop.config.accounts, { name: shop.store.name, origin: shop.origin });
  const accounts = {} as DemoAccounts;
  let made = 0;
  for (const person of demoPeople) {
    const { email, nickname } = people[person];
    const account = { email, nickname, password: passwords[person] };
    const id = await createConfirmedAccount(database.kysely, actor, secrets, { ...account, poolName });
    if (id) made++;
    accounts[person] = account;
  }
  return { accounts, isNew: made === demoPeople.length };
}

/** Where somebody who tries the shop signs in, as whom. */
export function demoLines(accounts: DemoAccounts, origin: string): string[] {
  const announced = demoPeople.filter((person) => people[person].announced);
  return [
    `Sign in to this trial at ${origin}/account/login as`,
    ...announced.map((person) => `  ${person.padEnd(7)} ${accounts[person].email}  ${accounts[person].password}`),
  ];
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
