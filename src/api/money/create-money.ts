import type { Card } from '#contract/money/amount/card.ts';
import type { Domain, DomainDeps } from '../domain/domain.ts';
import { createWriteRateLimit } from '../http/write-rate-limit.ts';
import type { FindOrder, LockOrder } from '../schema/order.record.ts';
import { mountAdjustments } from './adjustment/adjustment.routes.ts';
import { mountBuyerWallets } from './buyer-wallet/buyer-wallet.routes.ts';
import type { BuyerWalletService } from './buyer-wallet/buyer-wallet-service.ts';
import { closeWallet, whyWalletStays } from './buyer-wallet/close-wallet.ts';
import { handlePayIn, reconcileWallets } from './buyer-wallet/handle-pay-in.ts';
import { settlePayIn } from './buyer-wallet/settle-pay-in.ts';
import { walletWrites } from './buyer-wallet/wallet-limits.rules.ts';
import { mountCommission } from './commission/commission.routes.ts';
import { mountInvoices } from './invoice/invoice.routes.ts';
import { createInvoices } from './invoice/invoices.ts';
import { createConnectPayouts } from './payout/connect/connect-payouts.ts';
import type { ConnectProvider } from './payout/connect/connect-provider.ts';
import { payRegularly } from './payout/pay-by-schedule.ts';
import { mountPayouts } from './payout/payout.routes.ts';
import type { PayoutService } from './payout/payout-service.ts';
import { mountStaffPayouts } from './payout/staff-payout.routes.ts';
import { createPdfDrawer } from './receipt/pdf-drawer.ts';
import { createReceipts, forgetOldReceipts } from './receipt/receipts.ts';
import type { BalanceProvider } from './reconciliation/balance-provider.ts';
import { reconcileProvider, reconcileProviderRegularly } from './reconciliation/reconcile-provider.ts';
import { mountReconciliation } from './reconciliation/reconciliation.routes.ts';
import { mountStaffLedger } from './wallet/staff-ledger.routes.ts';
import { mountWallets } from './wallet/wallet.routes.ts';

export type MoneyDeps = DomainDeps & {
  provider: BuyerWalletService['provider'] & { findCard: (paymentIntent: string) => Promise<Card | null> };
  /** The provider's accounts of shops; null: it has none, and shops are paid by the bank. */
  connect: ConnectProvider | null;
  /** The provider's book of what it has moved. */
  balance: BalanceProvider;
  /** Buyers may pay in to wallets, and pay from them. */
  walletIsOpen: boolean;
  /** How long payouts wait after their account was changed, in days. */
  payoutWaitDays: number;
  /** The most that one of the staff moves alone; above it a second person confirms. */
  secondPersonAboveCents: number;
  /** Requests to pay in that come from one network. */
  payInsPerNetwork: number;
  /** A font file of the operator's for receipts, for what the shop's own fonts cannot write. */
  receiptFonts: readonly string[];
  orders: { findOrder: FindOrder; lockOrder: LockOrder };
  /** Asks the provider what became of a payment, and does what follows. */
  syncPayment: (paymentIntent: string) => Promise<unknown>;
};

/** Wallets of shops and buyers, payouts, commission, invoices and receipts, and the provider's book beside the ledger. */
export function createMoney(deps: MoneyDeps) {
  const { database, db, authenticate, secrets, sendMail, shop, provider, orders, log, now } = deps;
  const { findOrder, lockOrder } = orders;
  const wallets: BuyerWalletService = {
    ...{ db, provider, isOpen: deps.walletIsOpen, log, now },
    actor: { kind: 'customer' },
  };
  const drawer = createPdfDrawer({ fonts: deps.receiptFonts });
  const { draw } = drawer;
  const payouts: PayoutService = { db, secrets, sendMail, shop, log, waitDays: deps.payoutWaitDays, now };
  const connect = deps.connect ? createConnectPayouts({ ...payouts, connect: deps.connect }) : null;
  const carryOutPayouts = async () => connect?.carryOutDue();
  const reconciling = { db, provider: deps.balance, handlePayment: deps.syncPayment, log, now };
  const receipts = createReceipts({ db, findOrder, drawer, seller: shop, findCard: provider.findCard, log });
  const invoices = createInvoices({ db, issuers: shop.invoices, operator: shop, lockOrder, draw, log, now });

  const domain: Domain = {
    mount(app) {
      mountBuyerWallets(app, {
        ...{ service: wallets, authenticate, database, perNetwork: deps.payInsPerNetwork },
        allowWrite: createWriteRateLimit(database, walletWrites),
      });
      mountInvoices(app, { database, authenticate, invoices, findOrder });
      mountPayouts(app, { service: payouts, connect, authenticate, draw });
      mountStaffPayouts(app, { service: payouts, authenticate, draw });
      mountReconciliation(app, { ...reconciling, authenticate });
      mountWallets(app, { db, authenticate, draw, shop, now });
      mountCommission(app, { db, authenticate, now });
      mountAdjustments(app, {
        ...{ db, authenticate, sendMail, shop, now, secondPersonAboveCents: deps.secondPersonAboveCents },
      });
      mountStaffLedger(app, { db, authenticate });
    },
    jobs: [
      () => payRegularly(payouts, carryOutPayouts),
      () => reconcileProviderRegularly(reconciling),
      () => forgetOldReceipts(db, log),
      () => invoices.issueRegularly(),
    ],
    handlers: { whyAccountStays: (accountId) => whyWalletStays(db, accountId) },
  };
  return {
    ...domain,
    ...{ receipts, invoices, payouts, carryOutPayouts, closeWallet },
    /** Compares what the provider has moved with the ledger, once; answers whether all was read. */
    reconcileProvider: () => reconcileProvider(reconciling),
    /** Handles news of the provider about the accounts of shops and their payouts. */
    handlePayoutEvent: async (event: { type: string; account: string | null; subject: string | null }) =>
      connect?.hear(event),
    /** Handles news of the provider about money paid in to wallets. */
    payIns: {
      settle: (id: string, session: Parameters<typeof settlePayIn>[2]) => settlePayIn(wallets, id, session),
      hear: (id: string, payment: Parameters<typeof handlePayIn>[2]) => handlePayIn(wallets, id, payment),
      reconcile: () => reconcileWallets(wallets),
    },
    close: () => drawer.close(),
  };
}
