// The lines and the statement of a payout as routes answer with them, to its shop and to the staff.
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { PayoutLine } from '#contract/money/payout.schema.ts';
import { type PayoutGroup, payoutGroups, payoutLinesMaximum } from '#contract/money/payout.ts';
import { cutPageAt, numberAfter, pageQuery } from '../../http/list-page.ts';
import type { StoredPayout } from './payout.store.ts';
import type { PayoutService } from './payout-service.ts';
import { listPayoutLines } from './read-payout.ts';

export const payoutLinesQuery = z.object({
  group: z.enum(payoutGroups, `must be one of ${payoutGroups.join(', ')}`).optional(),
  ...pageQuery({ usual: 100, most: payoutLinesMaximum }),
});

export const payoutStatementQuery = z.object({
  format: z.enum(['csv', 'pdf'], 'must be csv or pdf').default('csv'),
});

export const payoutStatementFile = {
  description: 'The file',
  content: {
    'text/csv': { schema: z.string().meta({ format: 'binary' }) },
    'application/pdf': { schema: z.string().meta({ format: 'binary' }) },
  },
};

type LinesAsked = { group?: PayoutGroup | undefined; after?: string | undefined; limit: number };

/** A page of the lines; the header says where the next one is. */
export async function pageOfLines(
  c: Context,
  db: PayoutService['db'],
  payout: StoredPayout,
  { group, after, limit }: LinesAsked,
): Promise<PayoutLine[]> {
  const asked = { group: group ?? null, after: numberAfter(after, 'bigint'), limit: limit + 1 };
  const page = cutPageAt(c, await listPayoutLines(db, payout, asked), limit, ({ version }) => String(version));
  return page.map(({ line }) => line);
}
