// What is paid to shops, and what the staff do about it. Each act resolves with what went wrong, in words, or with nothing.
import { createBrowserApi } from '#client/api/browser-api.ts';
import {
  confirmChangedAccount,
  discardPayoutBatch,
  getBankFile,
  getPayoutAccount,
  getStaffPayout,
  getStaffPayoutStatement,
  listPayoutBatches,
  listStaffPayoutLines,
  makePayoutBatch,
  movePayout,
  sendPayoutBatch,
} from '#client/money/staff-payout.ts';
import type { PayoutAccount, PayoutBatch, PayoutLine, StaffPayoutDetail } from '#contract/money/payout.schema.ts';
import type { PayoutGroup, PayoutStep } from '#contract/money/payout.ts';
import { saveFile } from '#ui/loading/save-file.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';
import { type Pages, usePages } from '../../frame/use-pages.ts';

export function usePayout(payoutId: string): Loaded<StaffPayoutDetail> {
  return useLoaded(() => getStaffPayout(createBrowserApi(), payoutId));
}

/** Where the money of a shop goes to. */
export function usePayoutAccount(sellerId: string): Loaded<PayoutAccount> {
  return useLoaded(() => getPayoutAccount(createBrowserApi(), sellerId));
}

/** `changedAt`: of the account that was shown. */
export function confirmAccount(sellerId: string, changedAt: string) {
  return attempt((api) => confirmChangedAccount(api, sellerId, { changed_at: changedAt }));
}

export function usePayoutLines(payoutId: string, group: PayoutGroup | null): Pages<PayoutLine> {
  return usePages(
    (next) => listStaffPayoutLines(createBrowserApi(), { payoutId, group, next }),
    `${payoutId} ${group}`,
  );
}

export function saveStatement(payoutId: string, format: 'csv' | 'pdf') {
  return attempt(async (api) =>
    saveFile(await getStaffPayoutStatement(api, payoutId, format), `${payoutId}.${format}`),
  );
}

export function useBatches(round: number): Pages<PayoutBatch> {
  return usePages((next) => listPayoutBatches(createBrowserApi(), next), String(round));
}

export function move(payoutId: string, step: PayoutStep, reason?: string) {
  return attempt((api) => movePayout(api, payoutId, step, reason));
}

export const makeBankFile = (payouts: string[]) => attempt((api) => makePayoutBatch(api, payouts));
export const discardFile = (batchId: string) => attempt((api) => discardPayoutBatch(api, batchId));
export const markSent = (batchId: string) => attempt((api) => sendPayoutBatch(api, batchId));

export function saveBankFile(batchId: string, format: 'pain001' | 'csv') {
  const name = `${batchId}.${format === 'csv' ? 'csv' : 'xml'}`;
  return attempt(async (api) => saveFile(await getBankFile(api, batchId, format), name));
}
