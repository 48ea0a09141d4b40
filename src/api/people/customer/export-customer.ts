// Everything the shop knows of one customer, as one JSON document that is made while it is sent: a topic after the other.
import type { SentMails } from '#mail/mailer.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Db } from '../../schema/db.ts';
import type { StoredCustomer } from './customer.store.ts';
import type { CustomerAccounts } from './customer-accounts.ts';
import { exportOrders, exportTopics } from './customer-export.store.ts';
import { type Decider, leftAlone, type Refused } from './suspend-customer.ts';

type Exporting = { db: Db; accounts: CustomerAccounts | null; sentMails: SentMails; now: () => Date };

/** Sign-ins and emails at most; no more are kept. */
const MOST = 1_000;

export async function* exportCustomer(deps: Exporting, customer: StoredCustomer): AsyncGenerator<string> {
  const { db, accounts, sentMails } = deps;
  const account = customer.account_id ?? '';
  const { user_id: email } = customer;
  yield `{"exported_at":${JSON.stringify(deps.now())},"profile":${JSON.stringify({
    email,
    account_id: customer.account_id,
    name: customer.username,
    phone: customer.phone,
    addresses: customer.addresses,
    role: customer.user_type,
    created_at: customer.created_at,
  })}`;
  yield `,"account":${JSON.stringify(customer.account_id ? ((await accounts?.find(account)) ?? null) : null)}`;
  yield ',"orders":[';
  yield* exportOrders(db, account);
  yield ']';
  for (const [name, read] of exportTopics(db, { account, email })) yield topic(name, await read());
  yield topic('sign_ins', (await accounts?.signIns(account, MOST)) ?? []);
  yield topic('mails', await sentMails.list(db, email, MOST));
  yield '}';
}

const topic = (name: string, rows: unknown) => `,${JSON.stringify(name)}:${JSON.stringify(rows)}`;

/** Written down before the first byte is sent. Null: it may be. */
export async function recordExport(db: Db, customer: StoredCustomer, { actor, by }: Decider): Promise<Refused | null> {
  const { account_id: accountId } = customer;
  if (accountId === null) return 'unknown';
  const left = leftAlone(customer, by);
  if (left) return left;
  await db.transaction().execute((transaction) =>
    recordAudit(transaction, actor, {
      action: 'customer.exported',
      subject: { kind: 'account', id: accountId },
      ...(by && { details: { by } }),
    }),
  );
  return null;
}
