import { isMailable, type SentMails } from '#mail/mailer.ts';
import type { Domain, DomainDeps } from '../domain/domain.ts';
import { type AllowWrite, createWriteRateLimit } from '../http/write-rate-limit.ts';
import { mountContact } from './contact/contact.routes.ts';
import type { CustomerAccounts } from './customer/customer-accounts.ts';
import { deletedCustomerMail } from './customer/customer-mails.rules.ts';
import { mountDataExports } from './customer/data-export.routes.ts';
import { dataExportLimit } from './customer/data-export-limit.rules.ts';
import { createDataExports } from './customer/make-data-exports.ts';
import { mountStaffCustomers } from './customer/staff-customer.routes.ts';
import { mountReports } from './message/report.routes.ts';
import { mountThreads } from './message/thread.routes.ts';
import type { SellerReads, WalletReads } from './required-ports.ts';
import { mountSshKeys } from './ssh-key/ssh-key.routes.ts';
import { removeStaffOfAccount, whyStayOnStaff } from './staff/remove-staff-of-account.ts';
import { mountStaff } from './staff/staff.routes.ts';
import { deleteUser } from './user/delete-user.ts';
import { mountUsers } from './user/user.routes.ts';

export type PeopleDeps = DomainDeps & {
  /** Accounts as their own service knows them; null: another service keeps them. */
  accounts: CustomerAccounts | null;
  sentMails: SentMails;
  /** The support mail box that messages of the contact form go to; null: they are not taken. */
  contactMailBox: string | null;
  allowWrite: AllowWrite;
  sellers: SellerReads;
  wallets: WalletReads;
  orders: { cancelOrders: (orderIds: string[]) => Promise<void> };
  /** Tells every domain that accounts have ended. */
  onAccountsEnded: (accountIds: string[]) => Promise<void>;
};

/** Users and customers, the staff, messages between buyers and shops, the contact form. */
export function createPeople(deps: PeopleDeps) {
  const { database, db, authenticate, sendMail, shop, refresh, now, log } = deps;
  const { accounts, sentMails, allowWrite, sellers, wallets, orders } = deps;
  const endOrders = orders.cancelOrders;
  const deleting = {
    ...{ db, sellers, wallets },
    removeStaffOfAccount: (accountId: string) => removeStaffOfAccount(db, accountId),
    deleteMailsOfAccount: sentMails.forget,
  };
  const dataExports = createDataExports({ db, accounts, sentMails, sendMail, shop, log, now });
  const domain: Domain = {
    mount(app) {
      mountUsers(app, {
        ...{ ...deleting, endOrders, refresh, authenticate, allowWrite, shopName: shop.name },
        notifyDeleted: accounts
          ? null
          : async (transaction, email) => {
              if (isMailable(email)) await sendMail(transaction, deletedCustomerMail(shop, email));
            },
      });
      mountStaffCustomers(app, {
        ...{ db, endOrders, sellers, wallets, authenticate, accounts, sentMails, sendMail, shop, refresh, now },
        deleteUser: (who, deletion) => deleteUser(deleting, who, deletion),
        endAccount: (accountId) => deps.onAccountsEnded([accountId]),
      });
      mountDataExports(app, {
        ...{ db, authenticate, now, wake: dataExports.wake, shopName: shop.name },
        allowExport: createWriteRateLimit(database, dataExportLimit),
      });
      mountSshKeys(app, { db, authenticate, allowWrite });
      const messages = { db, sendMail, shop };
      mountThreads(app, { database, messages, authenticate });
      mountReports(app, { messages, authenticate, now });
      mountStaff(app, { db, authenticate, now, sendMail, shop });
      if (deps.contactMailBox)
        mountContact(app, {
          database,
          mailBox: { sendMail, shopName: shop.name, deliverTo: deps.contactMailBox },
        });
    },
    jobs: [dataExports.runRegularly],
    handlers: {
      whyAccountStays: (accountId) => whyStayOnStaff(db, accountId),
      async onAccountsDeleted(accountIds) {
        for (const accountId of accountIds) await removeStaffOfAccount(db, accountId, { hasGone: true });
      },
    },
  };
  return { ...domain, dataExports };
}
