// Deleting a customer, for the staff and by the command: what goes, what stays and why, and why it cannot be done now.

import { formatCents } from '#contract/money/amount/money.ts';
import type { CustomerDeletion } from '#contract/people/staff-customer.schema.ts';
import { isMailable, type SentMails } from '#mail/mailer.ts';
import type { Actor } from '#platform/audit/audit-log.ts';
import type { Db } from '../../schema/db.ts';
import type { SellerReads, WalletReads } from '../required-ports.ts';
import { lockPerson } from '../staff/staff.store.ts';
import { countOf, listShopsOf, type StoredCustomer } from './customer.store.ts';
import { deletedCustomerMail } from './customer-mails.rules.ts';
import { type Decider, leftAlone, refusalSentences, type Suspending } from './suspend-customer.ts';
import { deleteSuspension, isSuspended } from './suspended-customer.store.ts';

type PreviewingDeletion = Pick<Suspending, 'db' | 'accounts'> & {
  sellers: Pick<SellerReads, 'listOwnedAlone' | 'countOpen' | 'unpaidCents'>;
  wallets: Pick<WalletReads, 'findWallet' | 'findKeptCents'>;
};

export type DeletingCustomers = PreviewingDeletion &
  Suspending & {
    sentMails: SentMails;
    /** Deletes the record, as somebody's own deletion does; answers the orders that wait for a payment. Throws where it is refused. */
    deleteUser: (
      who: { userId: string; email: string },
      deletion: { actor: Actor; by?: string; first: (transaction: Db) => Promise<void> },
    ) => Promise<string[]>;
    /** Ends orders that wait for their payment; what cannot be ended now is ended later. */
    endOrders: (orderIds: string[]) => Promise<void>;
    refresh: () => Promise<void>;
  };

const taxLaw =
  'Tax law asks for orders and invoices for years, with the name and address that they were made out to. The account is taken off them.';

/** Nothing is changed by asking. */
export async function previewDeletion(
  deps: PreviewingDeletion,
  customer: StoredCustomer,
  by?: string,
): Promise<CustomerDeletion> {
  const counts = await countOf(deps.db, customer);
  const { account_id: id } = customer;
  const staysSuspended = deps.accounts === null && id !== null && (await isSuspended(deps.db, id));
  return {
    email: customer.user_id,
    refused: await whyNot(deps, customer, by),
    goes: [
      { what: 'Profile: name, phone and addresses', count: null },
      { what: 'Account: password, second factors, passkeys and sign-ins', count: null },
      { what: 'Reviews', count: counts.reviews },
      { what: 'Library: access to what was bought', count: counts.library },
      { what: 'Saved products and searches', count: counts.saved },
      { what: 'Lines of the cart', count: counts.cart },
      { what: 'Tokens of the library', count: counts.tokens },
      { what: 'SSH keys', count: counts.ssh_keys },
      { what: 'That mails were written to this address', count: null },
    ],
    kept: [
      { what: 'Orders', count: counts.orders, why: taxLaw },
      { what: 'Invoices', count: counts.invoices, why: taxLaw },
      {
        what: 'Messages to shops',
        count: counts.messages,
        why: 'They are half of a conversation that is the shop’s too. They no longer say whose they were.',
      },
      {
        what: 'Downloads',
        count: counts.downloads,
        why: 'As numbers, for disputes about what was delivered: without account, network and program.',
      },
      {
        what: 'Reports of conversations',
        count: counts.reports,
        why: 'What was decided must stay clear. They name nobody.',
      },
      {
        what: 'That the account is suspended',
        count: staysSuspended ? 1 : 0,
        why: 'Another service keeps the account, which could sign in again otherwise. Only its id is kept.',
      },
      {
        what: 'Entries of the audit log',
        count: null,
        why: 'Nobody may change them. They name an id that means nothing afterwards.',
      },
    ],
  };
}

/** Null: it is done. Otherwise why not, in sentences. What is asked first may have changed by then: what matters is asked again where it is done. */
export async function deleteCustomerAccount(
  deps: DeletingCustomers,
  customer: StoredCustomer,
  { actor, by }: Decider,
): Promise<string[] | null> {
  const refused = await whyNot(deps, customer, by);
  if (refused.length > 0) return refused;
  const { account_id: accountId, user_id: email } = customer;
  if (!accountId) return [refusalSentences.unknown];
  const orders = await deps.deleteUser(
    { userId: accountId, email },
    {
      actor,
      ...(by && { by }),
      async first(transaction) {
        // With the record or not at all: an account that was left behind would sign in, and no screen would find it any more. The record is
        // locked first, as a suspension does.
        await lockPerson(transaction, { account_id: accountId });
        if (deps.accounts) {
          await deps.accounts.remove(transaction, actor, accountId, by);
          // Nobody signs in with it any more.
          await deleteSuspension(transaction, accountId);
        }
        if (isMailable(email)) await deps.sendMail(transaction, deletedCustomerMail(deps.shop, email));
      },
    },
  );
  await deps.endOrders(orders);
  await deps.refresh();
  return null;
}

async function whyNot(
  { db, sellers, wallets }: PreviewingDeletion,
  customer: StoredCustomer,
  by?: string,
): Promise<string[]> {
  const { account_id: accountId } = customer;
  if (!accountId) return [refusalSentences.unknown];
  // An operator with the machine's commands stands above the roles of the staff, and may delete the last administrator.
  const left = leftAlone(customer, by);
  if (left) return [refusalSentences[left]];
  const refused: string[] = [];
  const kept = await wallets.findKeptCents(db, accountId);
  if (kept > 0)
    refused.push(
      `There are ${formatCents(kept)} in their wallet, with what could still come back to it from orders that are not finished: they are spent or withdrawn first, or moved by hand in the ledger and paid out in another way.`,
    );
  for (const shop of await listShopsOf(db, accountId)) {
    if (shop.role !== 'owner' || shop.state === 'closed') continue;
    const { openOrders } = await sellers.countOpen(db, shop.seller_id);
    const unpaid = await sellers.unpaidCents(db, shop.seller_id);
    const name = shop.name ?? 'a shop without a name';
    if (openOrders > 0)
      refused.push(
        `They own ${name}, which has ${openOrders} open ${openOrders === 1 ? 'sale' : 'sales'}: they are delivered or refunded first.`,
      );
    if (unpaid > 0) refused.push(`They own ${name}, which is owed ${formatCents(unpaid)}: it is paid out first.`);
  }
  for (const shop of await sellers.listOwnedAlone(db, accountId))
    refused.push(
      `Others work in ${shop}, and they are its only owner: somebody else is made an owner first, or the shop is closed.`,
    );
  return refused;
}
