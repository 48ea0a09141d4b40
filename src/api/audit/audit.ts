// Entries that the shop writes into the audit log.
import { type AuditEntry as AnyEntry, type RecordAudit, recordAudit as record } from '#platform/audit/audit-log.ts';

export const auditActions = [
  'order.paid',
  'order.transfer_noted',
  'order.delivered',
  'order.fulfilled',
  'order.receipt_sent',
  'order.note_added',
  'order.note_deleted',
  'order.cancelled',
  'order.expired',
  'order.refund_decided',
  'order.refunded',
  'order.refund_pending',
  'order.refund_failed',
  'order.payment_failed',
  'order.review_opened',
  'order.review_closed',
  'order.dispute_opened',
  'order.dispute_won',
  'order.dispute_lost',
  'dispute.opened',
  'dispute.answered',
  'dispute.decided',
  'dispute.withdrawn',
  'dispute.lost_by_silence',
  'dispute.settled',
  'payment.unmatched',
  'payment.other_mode',
  'coupon.created',
  'coupon.changed',
  'coupon.ended',
  'wallet.changed',
  'wallet.paid_in',
  'wallet.withdrawn',
  'wallet.return_failed',
  'wallet.pay_in_returned',
  'wallet.dispute_ended',
  'movement.proposed',
  'movement.made',
  'movement.refused',
  'reconciliation.closed',
  'reconciliation.reopened',
  'fee.rule_made',
  'fee.rule_ended',
  'holding.rule_made',
  'holding.rule_ended',
  'catalogue.import_begun',
  'catalogue.imported',
  'catalogue.removed',
  'product.created',
  'product.changed',
  'product.offer_changed',
  'product.paused',
  'product.published',
  'product.archived',
  'product.restored',
  'product.deleted',
  'product.sale_planned',
  'product.sale_cancelled',
  'product.sale_begun',
  'product.sale_ended',
  'product.sale_refused',
  'license.imported',
  'license.created',
  'license.changed',
  'search.synonym_added',
  'search.synonym_changed',
  'search.synonym_deleted',
  'search.kept_word_added',
  'search.kept_word_deleted',
  'search.pins_changed',
  'search.miss_dismissed',
  'account.role_given',
  'outbox.sent_again',
  'job.run',
  'check.begun',
  'figures.repaired',
  'customer.suspended',
  'customer.restored',
  'customer.exported',
  'customer.deleted',
  'entitlement.given',
  'entitlement.withdrawn',
  'seller.suspended',
  'seller.reinstated',
  'review.hidden',
  'review.shown',
  'review.reports_dismissed',
  'report.resolved',
  'job.begun',
  'job.stopped',
  'job.ended',
  'thread.resumed',
  'seller.created',
  'seller.submitted',
  'seller.withdrawn',
  'seller.approved',
  'seller.returned',
  'seller.changed',
  'seller.closing',
  'seller.reopened',
  'seller.closed',
  'seller.member_invited',
  'seller.invitation_withdrawn',
  'seller.invitation_taken_over',
  'seller.member_joined',
  'seller.member_role_changed',
  'seller.member_removed',
  'seller.product_adopted',
  'approval.approved',
  'approval.returned',
  'listing.hidden',
  'listing.shown',
  'listing.submitted',
  'listing.withdrawn',
  'listing.draft_discarded',
  'listing.deleted',
  'listing.paused',
  'listing.resumed',
  'listing.archived',
  'listing.restored',
  'listing.offer_changed',
  'listing.imported',
  'seller.key_made',
  'seller.key_revoked',
  'seller.key_taken_over',
  'seller.webhook_added',
  'seller.webhook_changed',
  'seller.webhook_removed',
  'seller.webhook_secret_rotated',
  'seller.webhook_switched_off',
  'seller.endpoint_set',
  'seller.endpoint_removed',
  'seller.endpoint_secret_rotated',
  'seller.outage_recorded',
  'seller.payout_settings_changed',
  'seller.bank_account_changed',
  'seller.payout_account_confirmed',
  'payout.made',
  'payout.sent',
  'payout.paid',
  'payout.failed',
  'payout.returned',
  'payout.stuck',
  'payout.held',
  'payout.released',
  'payout.retried',
  'payout.batched',
  'payout.taken_out',
  'payout.batch_made',
  'payout.batch_discarded',
  'payout.batch_sent',
  'hours.machine_on',
  'hours.machine_off',
  'goods.keys_loaded',
  'goods.key_removed',
  'goods.signing_key_made',
  'goods.signing_key_rotated',
  'goods.signing_key_withdrawn',
] as const;

export type AuditAction = (typeof auditActions)[number];

export type AuditEntry = AnyEntry & {
  action: AuditAction;
  subject: {
    kind:
      | 'order'
      | 'coupon'
      | 'sale_rule'
      | 'movement'
      | 'catalogue'
      | 'product'
      | 'license'
      | 'search'
      | 'account'
      | 'payment'
      | 'provider_transaction'
      | 'transfer'
      | 'seller'
      | 'approval'
      | 'listing'
      | 'entitlement'
      | 'thread'
      | 'review'
      | 'job'
      | 'keys'
      | 'payout'
      | 'outbox'
      | 'scheduled_job'
      | 'check';
  };
};

export const recordAudit: RecordAudit<AuditEntry> = record;
