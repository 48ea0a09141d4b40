// Hiding and showing many products of sellers: each by the verb that does one.
import { z } from 'zod';
import { reasonSchema } from '#contract/selling/listing/approval.schema.ts';
import type { ShownRow } from '../../operations/ports.rules.ts';
import { changedSinceDone, type JobKind, oneByOne, type RowOutcome, refusedRow } from '../../operations/ports.ts';
import type { Db } from '../../schema/db.ts';
import { listListingsOf } from './approval.store.ts';
import { approvalRefusalText } from './approval-refusals.rules.ts';
import { type HideDeps, hideListing } from './hide-listing.ts';

type Deps = HideDeps & { refresh: () => Promise<void> };

export function listingKinds(deps: Deps): JobKind[] {
  return [
    manyListings<{ reason: string }>(deps, {
      kind: 'product.hide',
      asked: reasonSchema,
      reasonOf: ({ reason }) => reason,
    }),
    manyListings<object>(deps, { kind: 'product.show', asked: z.strictObject({}), reasonOf: () => null }),
  ];
}

type Own<Asked> = Pick<JobKind<Asked>, 'kind' | 'asked'> & { reasonOf: (asked: Asked) => string | null };

/** `reasonOf`: why they are hidden; null: they are shown. */
function manyListings<Asked>(deps: Deps, { reasonOf, ...kind }: Own<Asked>): JobKind<Asked> {
  const hide = async (transaction: Db, row: ShownRow, reason: string | null, by: string): Promise<RowOutcome> => {
    const hidden = await hideListing({ ...deps, db: transaction }, row.id, reason, by);
    if ('refused' in hidden) return refusedRow(approvalRefusalText(hidden.refused));
    return { outcome: 'changed', after: valuesOf(reason) };
  };
  return {
    ...kind,
    right: 'hideProducts',
    async preview(db, { asked, rows, by }) {
      const ids = rows.map(({ id }) => id);
      const listings = new Map((await listListingsOf(db, ids, by.userId)).map((one) => [one.product_id, one]));
      const reason = reasonOf(asked);
      return rows.map(({ id, name: called }): RowOutcome => {
        const listing = listings.get(id);
        if (!listing) return { name: called, ...refusedRow(approvalRefusalText({ code: 'no_such_listing' })) };
        const { name, hidden_reason } = listing;
        const before = valuesOf(hidden_reason);
        if (listing.is_own) return { name, ...refusedRow(approvalRefusalText({ code: 'own_shop' })), before };
        const isSame = (hidden_reason === null) === (reason === null);
        return { name, outcome: isSame ? 'same' : 'changed', before, after: isSame ? before : valuesOf(reason) };
      });
    },
    runBatch: (transaction, { asked, rows, by }) =>
      oneByOne(rows, (row) => hide(transaction, row, reasonOf(asked), by.userId)),
    undoBatch: async (transaction, { rows, by }) => {
      const ids = rows.map(({ id }) => id);
      const now = new Map((await listListingsOf(transaction, ids, by.userId)).map((one) => [one.product_id, one]));
      return oneByOne(rows, async (row): Promise<RowOutcome> => {
        const listing = now.get(row.id);
        // Somebody may have hidden it anew since, for another reason.
        const isAsDone = listing && valuesOf(listing.hidden_reason).reason === (row.before?.reason ?? null);
        if (!isAsDone) return refusedRow(changedSinceDone);
        const reason = row.after?.reason;
        return hide(transaction, row, typeof reason === 'string' ? reason : null, by.userId);
      });
    },
    afterBatch: deps.refresh,
  };
}

function valuesOf(reason: string | null) {
  return { shown: reason === null ? 'yes' : 'no', reason };
}
