import type { AttentionKind } from '#contract/operations/attention.ts';
import type { StaffAction } from '#contract/people/staff.ts';

/** Where each is dealt with, and who may read it there: nobody else is told that there is any. */
export const attention: Record<AttentionKind, { needs: StaffAction; address: string }> = {
  card_disputes: { needs: 'readDisputes', address: '/admin/disputes?kind=card&state=bank' },
  disputes_to_decide: { needs: 'readDisputes', address: '/admin/disputes?state=answered' },
  orders_in_review: { needs: 'readSales', address: '/admin/orders?state=in_review' },
  refunds_failed: { needs: 'readSales', address: '/admin/orders?refund=failed' },
  refunds_waiting: { needs: 'readSales', address: '/admin/orders?refund=waiting' },
  payouts_stuck: { needs: 'readPayouts', address: '/admin/payouts?state=stuck' },
  transactions_open: { needs: 'readFinance', address: '/admin/reconciliation?state=open' },
  checks_differ: { needs: 'readState', address: '/admin/state#checks' },
  orders_late: { needs: 'readSales', address: '/admin/orders?late=yes' },
  payouts_pending: { needs: 'readPayouts', address: '/admin/payouts?state=pending,held' },
  movements_proposed: { needs: 'readFinance', address: '/admin/ledger' },
  wallets_of_deleted: { needs: 'readFinance', address: '/admin/ledger?q=deleted+accounts' },
  application: { needs: 'decideApprovals', address: '/profile/pending-approvals?kind=application' },
  product: { needs: 'decideApprovals', address: '/profile/pending-approvals?kind=product' },
  change: { needs: 'decideApprovals', address: '/profile/pending-approvals?kind=change' },
  reports: { needs: 'readReports', address: '/admin/reports' },
  reviews_waiting: { needs: 'readReviews', address: '/admin/reviews?waiting=yes' },
};

/** A refund that the provider has not ended after so long needs somebody to ask why. */
export const refundPatienceMs = 24 * 60 * 60_000;
