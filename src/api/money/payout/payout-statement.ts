// The statement of a payout as a file, for its shop and for the staff.
import { longestPdfStatement } from '#contract/money/wallet.ts';
import { conflict, streamed } from '../../http/answers.ts';
import type { PdfStatement } from '../receipt/pdf-statement.rules.ts';
import { findStatementSeller } from '../wallet/statement/statement-seller.store.ts';
import type { StoredPayout } from './payout.store.ts';
import type { PayoutService } from './payout-service.ts';
import { sumPayout } from './read-payout.ts';
import { payoutTable, pdfOfPayout } from './write-payout.ts';

export type DrawStatement = (statement: PdfStatement) => Promise<Uint8Array>;

const fileTypes = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' } as const;

/** Body and headers of the file. Throws a 409 where there are too many lines for a document. */
export async function payoutStatement(
  { db, shop, now }: PayoutService,
  draw: DrawStatement,
  payout: StoredPayout,
  format: 'csv' | 'pdf',
) {
  const sums = await sumPayout(db, payout);
  const headers = {
    'content-type': fileTypes[format],
    'content-disposition': `attachment; filename="${payout.payout_id}.${format}"`,
  };
  if (format === 'csv') return { body: streamed(payoutTable(db, sums)), headers };
  const lines = payout.to_version - payout.from_version + 1;
  if (lines > longestPdfStatement)
    throw conflict(
      `This payout has ${lines} lines: more than ${longestPdfStatement} are no document. Ask for format=csv.`,
    );
  const sellerName = (await findStatementSeller(db, payout.seller_id))?.name ?? payout.seller_id;
  return { body: new Uint8Array(await draw(await pdfOfPayout(db, sums, { sellerName, shop, now: now() }))), headers };
}
