// Lines of the start once the shop is open, on one screen: its address, which parts are a sandbox, and what is not set.
import type { DemoLogin } from './demo/demo-accounts.ts';

export type OpenShop = {
  name: string;
  origin: string;
  isTrial: boolean;
  /** Where the mails of a trial are looked at; null: nobody looks at them. */
  mails: string | null;
  /** Where somebody decides what banks do with the payouts of a trial. */
  board: string | null;
  demo: DemoLogin[];
  /** True if cards are charged by a provider. */
  chargesCards: boolean;
  sendsMails: boolean;
  hasPublicUrl: boolean;
  hasPostgres: boolean;
};

/** Addresses stand on lines of their own: most of them are as long as a line. */
export function openLines(shop: OpenShop): string[] {
  const unset = unsetLines(shop);
  return [
    ...(shop.isTrial ? ['', 'This is a trial. Only this machine reaches it.', ...trialLines(shop)] : []),
    ...(unset.length > 0 ? ['', 'Not set yet (in .env; .env.example explains them):', ...unset] : []),
    ...(shop.isTrial || unset.length > 0 ? [''] : []),
    `${shop.name} is open at ${shop.origin}`,
  ];
}

/** Lines of a process that runs jobs alone, which is reached at `address`. */
export function jobsLines(shop: OpenShop, address: string): string[] {
  const unset = unsetLines(shop);
  return [
    ...(unset.length > 0 ? ['', 'Not set yet (in .env; .env.example explains them):', ...unset, ''] : []),
    `${shop.name} runs jobs here. For health checks this process is open at ${address}`,
  ];
}

function trialLines({ origin, mails, board, demo, chargesCards }: OpenShop): string[] {
  const lines = [];
  if (mails) lines.push('Emails are not sent, but shown at', `  ${mails}`);
  if (!chargesCards) lines.push('Payments are a sandbox: pay with the card 4242 4242 4242 4242.');
  if (board) lines.push('You decide what banks do with payouts at', `  ${board}`);
  if (demo.length > 0)
    lines.push(`Sign in at ${origin}/account/login as`, ...demo.map((login) => `  ${loginLine(login)}`));
  return lines;
}

function loginLine({ person, email, password, secondFactor }: DemoLogin): string {
  const besides = { mail: ', then a code by email', authenticator: ', then your authenticator' };
  return `${person.padEnd(6)}  ${email.padEnd(19)}  ${password}${secondFactor ? besides[secondFactor] : ''}`;
}

function unsetLines({ origin, isTrial, chargesCards, sendsMails, hasPublicUrl, hasPostgres }: OpenShop): string[] {
  const unset: Array<[boolean, string, string]> = [
    [hasPublicUrl, 'PUBLIC_URL', `links in emails and feeds say ${origin}`],
    [hasPostgres, 'DATABASE_URL', 'the embedded database, which a power cut can damage'],
    [sendsMails, 'SMTP_URL', isTrial ? 'no email is sent' : 'no email is sent: they are files in DATA_DIR/outbox'],
    [chargesCards, 'STRIPE_SECRET_KEY', 'payments are a sandbox, no money moves'],
  ];
  return unset.filter(([isSet]) => !isSet).map(([, name, means]) => `  ${name.padEnd(17)}  ${means}`);
}
