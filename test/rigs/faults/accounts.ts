// Accounts as visitors make and use them: an address, the code that is mailed there, a password.
import { randomUUID } from 'node:crypto';
import { type Mailbox, openMailbox } from '../cluster/visitors.ts';
import { type Answer, type Asked, ask, askAccounts, sleep } from './ask.ts';
import type { Account, Ledger } from './ledger.ts';
import type { Place } from './place.ts';
import type { Random } from './random.ts';

export const password = 'correct horse battery';
/** Deliveries that a killed process had begun are due again after a minute. */
const MAIL_MS = 90_000;
const PAUSE_MS = 20;

export type Shop = Pick<Place, 'address' | 'dataDir'>;

export type NewAccounts = {
  shop: Shop;
  ledger: Ledger;
  random: Random;
  mailbox: Mailbox;
  /** Asks, and throws where there is no answer. */
  request: (url: string, asked: Asked) => Promise<Answer>;
  /** Nobody waits for a mail any more. */
  isOver: () => boolean;
};

/** So many customers with accounts, confirmed and signed in. */
export async function admit(shop: Shop, ledger: Ledger, random: Random, count: number): Promise<Account[]> {
  const mailbox = openMailbox(shop.dataDir);
  async function request(url: string, asked: Asked): Promise<Answer> {
    const answer = await ask(url, asked);
    if (answer?.status !== 200) throw new Error(`${url}: ${answer?.status} ${JSON.stringify(answer?.body)}`);
    return answer;
  }
  const customers: Account[] = [];
  while (customers.length < count) {
    const account = await register({ shop, ledger, random, mailbox, request, isOver: () => false });
    if (account) customers.push(account);
  }
  return customers;
}

/** Lets everybody go on whose sign-up was acknowledged and not confirmed. Answers who could not. */
export async function confirmTheRest(shop: Shop, ledger: Ledger): Promise<string[]> {
  const mailbox = openMailbox(shop.dataDir);
  async function confirm(account: Account) {
    const ConfirmationCode = await waitForCode(mailbox, account.email, () => false);
    const input = { Username: account.email, ConfirmationCode };
    if (ConfirmationCode) await askAccounts(shop.address, 'ConfirmSignUp', input, account.peer);
    // It may have been confirmed before, by a request that was never answered.
    account.confirmed = await signIn(shop, account);
  }
  const rest = [...ledger.accounts.values()].filter(({ confirmed }) => !confirmed);
  await Promise.all(rest.map(confirm));
  return rest
    .filter(({ confirmed }) => !confirmed)
    .map(({ email }) => `${email} was signed up, and cannot be confirmed`);
}

/** A new account, confirmed and signed in; null when the shop did not let it come so far. */
export async function register(given: NewAccounts): Promise<Account | null> {
  const { shop, ledger, random, mailbox, request } = given;
  const part = () => Math.floor(random.between(1, 255));
  const account: Account = {
    email: `visitor-${randomUUID()}@example.com`,
    peer: `10.${part()}.${part()}.${part()}`,
    confirmed: false,
    token: null,
  };
  const identity = (action: string, input: object) =>
    request(`${shop.address}/identity/`, {
      action,
      peer: account.peer,
      json: { ClientId: 'hearthstorefront', ...input },
    });
  const signedUp = await identity('SignUp', {
    Username: account.email,
    Password: password,
    UserAttributes: [
      { Name: 'email', Value: account.email },
      { Name: 'nickname', Value: 'A Visitor' },
    ],
  });
  if (signedUp.status !== 200) return null;
  ledger.accounts.set(account.email, account);
  const code = await waitForCode(mailbox, account.email, given.isOver);
  if (!code) return null;
  const confirmed = await identity('ConfirmSignUp', { Username: account.email, ConfirmationCode: code });
  if (confirmed.status !== 200) return null;
  account.confirmed = true;
  const signedIn = await identity('InitiateAuth', signInOf(account));
  account.token = tokenIn(signedIn);
  return account.token ? account : null;
}

function signInOf({ email }: Account) {
  return { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: email, PASSWORD: password } };
}

function tokenIn({ body }: Answer): string | null {
  return (body.AuthenticationResult as { IdToken: string } | undefined)?.IdToken ?? null;
}

/** Signs in, and answers whether that was possible. */
export async function signIn({ address }: Shop, account: Account): Promise<boolean> {
  const answer = await askAccounts(address, 'InitiateAuth', signInOf(account), account.peer);
  if (answer) account.token = tokenIn(answer);
  return answer?.status === 200;
}

/** The code of the mail to this address; null when there is none in time, or `isOver` says to stop looking. */
async function waitForCode(mailbox: Mailbox, email: string, isOver: () => boolean): Promise<string | null> {
  const until = Date.now() + MAIL_MS;
  while (Date.now() < until) {
    const [mail] = await mailbox.find(({ to, code }) => to === email && code !== null);
    if (mail) return mail.code;
    if (isOver()) return null;
    await sleep(PAUSE_MS);
  }
  return null;
}
