// The files of a batch: made anew from what is kept, and the same each time.
import { stringify } from 'csv-stringify/sync';
import type { PayoutBankAccount } from '#contract/money/payout.schema.ts';
import { notFound } from '../../../http/answers.ts';
import { bankBoundTo } from '../payout.rules.ts';
import { findPayout } from '../payout.store.ts';
import type { PayoutService } from '../payout-service.ts';
import { type BankTransfer, bankTableHead, bankTableRow, painFile } from './bank-file.rules.ts';
import { findBatch, listBatchPayouts } from './payout-batch.store.ts';

export async function bankFile(service: PayoutService, batchId: string, format: 'pain001' | 'csv'): Promise<string> {
  const { db, secrets, shop } = service;
  const batch = await findBatch(db, batchId);
  if (!batch) throw notFound('There is no such bank file.');
  const transfers: BankTransfer[] = [];
  for (const payoutId of await listBatchPayouts(db, batchId)) {
    const payout = await findPayout(db, payoutId);
    if (!payout?.bank) throw new Error(`payout ${payoutId} of ${batchId} has no bank account`);
    const to: PayoutBankAccount = JSON.parse(secrets.open(payout.bank, bankBoundTo('payout', payoutId)).toString());
    transfers.push({ payout_id: payoutId, amount_cents: payout.amount_cents, to });
  }
  const given = { ...batch, shopName: shop.name };
  if (format === 'pain001') return painFile(given, transfers);
  return stringify([bankTableHead(given), ...transfers.map((transfer) => bankTableRow(given, transfer))]);
}
