// The visitors of the test: some read, some sign in, some register, some buy. What they were told is done is written down,
// to be looked for in the end.
import { randomUUID } from 'node:crypto';
import { type ParsedMail, parseMail } from '#mail/message/parsed-mail.ts';
import { listOutboxFiles, outboxFolder, readOutboxFile } from '#mail/transport/outbox-files.ts';
import { cardForm } from '../bench/orders.ts';
import { benchPassword } from '../bench/sign-ins.ts';
import type { Answer, Journal, Kind } from './journal.ts';

const CLIENT = 'hearthstorefront';
const MAIL_MS = 20_000;

export type Acknowledged = {
  /** Ids of orders that were answered as paid. */
  orders: string[];
  /** Addresses of accounts that were answered as confirmed. */
  accounts: string[];
};

export type Visitors = { acknowledged: Acknowledged; leave(): Promise<void> };

export type Product = { product_id: string; price: number };

/** The mails of the shop, each read once. */
export type Mailbox = { find(predicate: (mail: ParsedMail) => boolean): Promise<ParsedMail[]> };

export function openMailbox(dataDir: string): Mailbox {
  const mails = new Map<string, ParsedMail>();
  return {
    async find(predicate) {
      for (const name of await listOutboxFiles(outboxFolder(dataDir))) {
        if (mails.has(name)) continue;
        const bytes = await readOutboxFile(outboxFolder(dataDir), name);
        if (bytes) mails.set(name, await parseMail(bytes));
      }
      return [...mails.values()].filter(predicate);
    },
  };
}

/** Lets them in at `shop`. `customers` have accounts with the password of the bench; `bought` is never sold out. */
export function invite(given: {
  journal: Journal;
  shop: string;
  mailbox: Mailbox;
  customers: string[];
  bought: Product[];
  cachedPages: string[];
  otherPages: string[];
}): Visitors {
  const { journal, shop, mailbox, bought } = given;
  const acknowledged: Acknowledged = { orders: [], accounts: [] };
  let leaving = false;
  const loops: Promise<void>[] = [];

  /** Does it again and again, with a pause, until everybody leaves. */
  function again(pauseMs: number, work: (round: number) => Promise<unknown>) {
    loops.push(
      (async () => {
        for (let round = 0; !leaving; round++) {
          await work(round);
          await sleep(pauseMs);
        }
      })(),
    );
  }

  async function buy(token: string, round: number) {
    const lines = [0, 1, 2].map((line) => bought[(round * 3 + line) % bought.length] as Product);
    const authorization = `Bearer ${token}`;
    const placed = await journal.ask('changing', `${shop}/api/checkout-session`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        amount: lines.reduce((sum, { price }) => sum + price, 0),
        items: lines.map(({ product_id }) => ({ product_id, quantity: 1 })),
      }),
    });
    if (!placed) return;
    const { checkout_url: card } = JSON.parse(placed.text) as { checkout_url: string };
    const paid = await journal.ask('changing', card, {
      method: 'POST',
      headers: { origin: new URL(card).origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(cardForm),
    });
    const back = paid?.headers.get('location');
    if (!back) return;
    const address = `${shop}/api/success/${new URL(back).search}`;
    const verified = await journal.ask('changing', address, { headers: { authorization } });
    if (verified) acknowledged.orders.push((JSON.parse(verified.text) as { order_id: string }).order_id);
  }

  async function register() {
    const email = `visitor-${randomUUID()}@example.com`;
    const signUp = { Username: email, Password: benchPassword };
    if (!(await identity(journal, shop, 'SignUp', signUp))) return;
    const code = await codeFor(mailbox, email);
    if (!code) return;
    const confirmed = await identity(journal, shop, 'ConfirmSignUp', { Username: email, ConfirmationCode: code });
    if (confirmed) acknowledged.accounts.push(email);
  }

  const read = (kind: Kind, paths: string[]) => (round: number) =>
    journal.ask(kind, shop + paths[(round * 7) % paths.length]);
  for (let reader = 0; reader < 2; reader++) again(20, read('cached', given.cachedPages));
  for (let reader = 0; reader < 3; reader++) again(20, read('reading', given.otherPages));
  if (given.customers.length > 0)
    again(200, (round) => signIn(journal, shop, given.customers[round % given.customers.length] ?? ''));
  again(700, register);
  for (const customer of given.customers.slice(0, 2)) {
    let token: string | null = null;
    again(150, async (round) => {
      token ??= await signIn(journal, shop, customer);
      if (token) await buy(token, round);
    });
  }

  return {
    acknowledged,
    async leave() {
      leaving = true;
      await Promise.all(loops);
    },
  };
}

/** The ID token, or null when signing in was not served. */
export async function signIn(journal: Journal, shop: string, email: string): Promise<string | null> {
  const answer = await identity(journal, shop, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: benchPassword },
  });
  if (!answer) return null;
  return (JSON.parse(answer.text) as { AuthenticationResult: { IdToken: string } }).AuthenticationResult.IdToken;
}

function identity(journal: Journal, shop: string, action: string, input: object): Promise<Answer | null> {
  return journal.ask('changing', `${shop}/identity/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
    },
    body: JSON.stringify({ ClientId: CLIENT, ...input }),
  });
}

async function codeFor(mailbox: Mailbox, email: string): Promise<string | null> {
  const until = Date.now() + MAIL_MS;
  while (Date.now() < until) {
    const [mail] = await mailbox.find(({ to, code }) => to === email && code !== null);
    if (mail) return mail.code;
    await sleep(100);
  }
  return null;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
