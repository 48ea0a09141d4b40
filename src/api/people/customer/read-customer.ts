// A customer in the words of the contract: what the shop knows, what the account service knows, and the mails.

import type { CustomerEvent, StaffCustomer } from '#contract/people/staff-customer.schema.ts';
import type { SentMails } from '#mail/mailer.ts';
import { may, type StaffAction } from '../../access/access.rules.ts';
import type { Staff } from '../../access/require-staff.ts';
import type { ListCursor } from '../../http/list-cursor.rules.ts';
import type { Db } from '../../schema/db.ts';
import type { WalletReads } from '../required-ports.ts';
import {
  countOf,
  listEvents,
  listNewestOrders,
  listNewestReports,
  listNewestReviews,
  listShopsOf,
  type StoredCustomer,
} from './customer.store.ts';
import type { CustomerAccounts } from './customer-accounts.ts';
import { leftAlone, refusalSentences } from './suspend-customer.ts';
import { findSuspension } from './suspended-customer.store.ts';

type Telling = {
  db: Db;
  accounts: CustomerAccounts | null;
  sentMails: SentMails;
  wallets: Pick<WalletReads, 'findWallet' | 'findKeptCents'>;
};

const SHOWN = 10;
/** Entries of the other parts read at once; more than is kept of nearly everybody. */
const MOST = 200;
const iso = (moment: Date | null | undefined) => moment?.toISOString() ?? null;

export async function readCustomer(
  { db, accounts, sentMails, wallets }: Telling,
  customer: StoredCustomer,
  staff: Staff,
): Promise<StaffCustomer> {
  const { account_id: id, user_id: email } = customer;
  const [suspension, account, signIns, mails, counts, orders, reviews, reports, shops, wallet] = await Promise.all([
    id ? findSuspension(db, id) : undefined,
    id && accounts ? accounts.find(id) : null,
    id && accounts ? accounts.signIns(id, SHOWN) : [],
    sentMails.list(db, email, SHOWN),
    countOf(db, customer),
    listNewestOrders(db, id),
    listNewestReviews(db, email),
    listNewestReports(db, id),
    listShopsOf(db, id),
    id ? walletOf(db, wallets, id) : { balance: 0, expected: 0 },
  ]);
  const isSuspended = suspension !== undefined || account?.enabled === false;
  return {
    id: id ?? email,
    account_id: id,
    email,
    name: customer.username,
    phone: customer.phone,
    addresses: customer.addresses,
    role: customer.user_type,
    staff_role: customer.staff_role,
    created_at: customer.created_at.toISOString(),
    own: id === staff.customer.userId,
    suspension: isSuspended
      ? {
          reason: suspension?.reason ?? '',
          at: iso(suspension?.suspended_at),
          by: suspension?.by_name ?? suspension?.suspended_by ?? null,
        }
      : null,
    account: account && {
      state: account.state,
      email_verified: account.emailVerified,
      factors: account.factors,
      created_at: account.createdAt.toISOString(),
      failures: account.failures,
      blocked_until: iso(account.blockedUntil),
    },
    counts: {
      orders: counts.orders,
      reviews: counts.reviews,
      reports: counts.reports,
      library: counts.library,
      saved: counts.saved,
    },
    wallet: wallet.balance / 100,
    wallet_expected: wallet.expected / 100,
    orders: orders.map(({ order_id, status, total_cents, created_at }) => {
      return { order_id, status, total: total_cents / 100, created_at: created_at.toISOString() };
    }),
    reviews: reviews.map(({ review_id, product_name, product_id, rate, review_text, show, updated_at }) => {
      const text = review_text;
      return {
        review_id,
        product_name: product_name ?? product_id,
        rate,
        text,
        show,
        updated_at: updated_at.toISOString(),
      };
    }),
    reports: reports.map(({ thread_id, side, reason, created_at, resolved_at, name }) => ({
      thread_id,
      by_customer: side === 'buyer',
      seller: name ?? 'a shop without a name',
      reason,
      created_at: created_at.toISOString(),
      resolved_at: iso(resolved_at),
    })),
    sellers: shops.map(({ seller_id, role, name, state }) => ({ seller_id, role, name: name ?? '', state })),
    sign_ins: signIns.map((one) => ({
      id: one.id,
      at: one.at.toISOString(),
      methods: one.methods,
      device: one.device,
      ended_at: iso(one.endedAt),
      expires_at: one.expiresAt.toISOString(),
    })),
    mails: mails.map(({ id: mailId, subject, state, created_at, finished_at }) => {
      return { id: mailId, subject, state, created_at: created_at.toISOString(), finished_at: iso(finished_at) };
    }),
    actions: actionsOn(customer, staff, { isSuspended, hasAccounts: accounts !== null }),
  };
}

function actionsOn(
  stored: StoredCustomer,
  { customer, role }: Staff,
  { isSuspended, hasAccounts }: { isSuspended: boolean; hasAccounts: boolean },
): StaffCustomer['actions'] {
  const can = (action: StaffAction) => may(customer).actForMarketplace(action, role);
  const left = leftAlone(stored, customer.userId);
  const refused = stored.account_id === null ? refusalSentences.unknown : left && refusalSentences[left];
  const manages = can('manageCustomers');
  return [
    ...(manages
      ? [isSuspended ? ({ action: 'restore', refused } as const) : ({ action: 'suspend', refused } as const)]
      : []),
    ...(manages
      ? [{ action: 'sign_out' as const, refused: refused ?? (hasAccounts ? null : refusalSentences.other_service) }]
      : []),
    ...(manages ? [{ action: 'export' as const, refused }] : []),
    ...(can('deleteCustomers') ? [{ action: 'delete' as const, refused }] : []),
  ];
}

type Happened = CustomerEvent & { micros: string };

/** Events of the customer, newest first; `limit` and the cursor as lists have them. */
export async function readCustomerEvents(
  { db, accounts, sentMails }: Omit<Telling, 'wallets'>,
  customer: StoredCustomer,
  page: { after: ListCursor | null; limit: number },
): Promise<Happened[]> {
  const { account_id: id, user_id: email } = customer;
  const [stored, signIns, mails] = await Promise.all([
    listEvents(db, customer, page),
    id && accounts ? accounts.signIns(id, MOST) : [],
    sentMails.list(db, email, MOST),
  ]);
  const beside: Happened[] = [
    ...signIns.map((one) => ({
      ...momentOf(one.at),
      id: `sign-in ${one.id}`,
      kind: 'sign_in' as const,
      title: 'Signed in',
      detail: one.methods.join(', ') || null,
      by: null,
      subject: null,
    })),
    ...mails.map((mail) => ({
      ...momentOf(mail.created_at),
      id: `mail ${mail.id}`,
      kind: 'mail' as const,
      title: mail.subject || 'A mail',
      detail: { waiting: 'Waits to be sent', sent: 'Sent', failed: 'Could not be sent' }[mail.state],
      by: null,
      subject: null,
    })),
  ];
  return [...stored.map((event) => ({ ...event, at: event.at.toISOString() })), ...beside.filter(isAfter(page.after))]
    .toSorted((one, other) => compare(other, one))
    .slice(0, page.limit);
}

function momentOf(moment: Date) {
  return { at: moment.toISOString(), micros: String(moment.getTime() * 1_000) };
}

const isAfter = (cursor: ListCursor | null) => (event: Happened) => cursor === null || compare(event, cursor) < 0;

function compare(one: ListCursor, other: ListCursor): number {
  return Number(one.micros) - Number(other.micros) || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
}

/** In cents: what is in it, and what may still come back to it. */
async function walletOf(
  db: Telling['db'],
  wallets: Telling['wallets'],
  accountId: string,
): Promise<{ balance: number; expected: number }> {
  const [{ balance }, kept] = await Promise.all([
    wallets.findWallet(db, accountId, new Date()),
    wallets.findKeptCents(db, accountId),
  ]);
  return { balance, expected: Math.max(0, kept - balance) };
}
