// Price, sale and standing of many of the operator's own products: each by the verb that does one, and each can be taken back.
import { z } from 'zod';
import { priceStepSchema, saleStepSchema } from '#contract/operations/staff-job.schema.ts';
import type { ChosenRow, ShownRow } from '../../operations/ports.rules.ts';
import { changedSinceDone, type JobKind, type RowOutcome, refusedRow } from '../../operations/ports.ts';
import type { Db } from '../../schema/db.ts';
import { saleOf, stepOf } from '../listing/offer/offer.rules.ts';
import { changeOwnOffers, type OwnOfferChange, type OwnOfferOutcome } from './change-own-offers.ts';
import { changeOwnStatus, type OwnStatusOutcome } from './change-own-status.ts';
import { offerFromValues, offerValues, pricesOf } from './own-offer.rules.ts';
import { findOwnProducts } from './own-product.store.ts';
import { type OwnAction, ownActions, wayBack } from './own-status.rules.ts';

type Deps = { refresh: () => Promise<void> };

export function ownProductKinds({ refresh }: Deps): JobKind[] {
  const common = { right: 'manageProducts' as const, afterBatch: refresh };
  const price = manyPrices('product.price', priceStepSchema, (step) => (offer) => stepOf(offer, step));
  const sale = manyPrices(
    'product.sale',
    saleStepSchema,
    ({ percent }) =>
      (offer) =>
        saleOf(offer, percent),
  );
  const ended = manyPrices('product.end_sale', z.strictObject({}), () => () => ({
    ok: true,
    value: { on_sale: false },
  }));
  return [price, sale, ended, ...ownActions.map(manyStatuses)].map((kind) => ({ ...kind, ...common }));
}

type Own<Asked> = Omit<JobKind<Asked>, 'right' | 'afterBatch'>;
type Change = Extract<OwnOfferChange['change'], (...args: never[]) => unknown>;

function manyPrices<Asked>(kind: string, asked: z.ZodType<Asked>, changeOf: (asked: Asked) => Change): Own<Asked> {
  return {
    kind,
    asked,
    async preview(db, { asked: given, rows, by }) {
      const change = changeOf(given);
      const changes = rows.map(({ id: productId }) => ({ productId, change }));
      const outcomes = await changeOwnOffers({ db, by: by.userId }, changes, { isDryRun: true });
      return withNames(db, rows, inOrder(rows, outcomes, toOfferRow));
    },
    async runBatch(db, { asked: given, rows, by }) {
      const change = changeOf(given);
      const changes = rows.map(({ id: productId, before }) => ({
        productId,
        change,
        ...(before && { shown: offerFromValues(before) }),
      }));
      return inOrder(rows, await changeOwnOffers({ db, by: by.userId }, changes), toOfferRow);
    },
    async undoBatch(db, { rows, by }) {
      const changes = rows.flatMap(({ id: productId, before, after }) =>
        before && after ? [{ productId, shown: offerFromValues(before), change: pricesOf(after) }] : [],
      );
      return inOrder(rows, await changeOwnOffers({ db, by: by.userId }, changes), (outcome) =>
        'refused' in outcome && outcome.refused.code === 'product_changed'
          ? refusedRow(changedSinceDone)
          : toOfferRow(outcome),
      );
    },
  };
}

function toOfferRow(outcome: OwnOfferOutcome): RowOutcome {
  if ('refused' in outcome) return refusedRow(outcome.refused.message);
  const { name, isSame, before, after, warnings } = outcome;
  const message = warnings.join(' ');
  return {
    name,
    outcome: isSame ? 'same' : 'changed',
    before: offerValues(before),
    after: offerValues(after),
    ...(message && { message }),
  };
}

function manyStatuses(action: OwnAction): Own<object> {
  return {
    kind: `product.${action}`,
    asked: z.strictObject({}),
    async preview(db, { rows, by }) {
      const ids = rows.map(({ id }) => id);
      const outcomes = await changeOwnStatus({ db, by: by.userId }, ids, action, { isDryRun: true });
      return withNames(db, rows, inOrder(rows, outcomes, toStatusRow));
    },
    async runBatch(db, { rows, by }) {
      const ids = rows.map(({ id }) => id);
      return inOrder(rows, await changeOwnStatus({ db, by: by.userId }, ids, action), toStatusRow);
    },
    async undoBatch(db, { rows, by }) {
      const acting = { db, by: by.userId };
      const ids = rows.map(({ id }) => id);
      const now = await changeOwnStatus(acting, ids, action, { isDryRun: true });
      // A product as the job has left it would stay the same by the same action.
      const isAsDone = ({ id, before }: ShownRow) => {
        const known = now.get(id);
        return known && !('refused' in known) && known.isSame && known.before === before?.state;
      };
      const back = await changeOwnStatus(
        acting,
        rows.filter(isAsDone).map(({ id }) => id),
        wayBack[action],
      );
      return rows.map((row) => {
        const outcome = back.get(row.id);
        return outcome ? toStatusRow(outcome) : refusedRow(changedSinceDone);
      });
    },
  };
}

function toStatusRow(outcome: OwnStatusOutcome): RowOutcome {
  if ('refused' in outcome) return refusedRow(outcome.refused.message);
  const { name, isSame, before, after } = outcome;
  return { name, outcome: isSame ? 'same' : 'changed', before: { state: before }, after: { state: after } };
}

function inOrder<T>(
  rows: readonly ChosenRow[],
  outcomes: ReadonlyMap<string, T>,
  toRow: (outcome: T) => RowOutcome,
): RowOutcome[] {
  return rows.map(({ id }) => {
    const outcome = outcomes.get(id);
    return outcome ? toRow(outcome) : refusedRow(changedSinceDone);
  });
}

/** Also a product that is refused, such as a seller's, is read by its name. */
async function withNames(db: Db, rows: readonly ChosenRow[], outcomes: RowOutcome[]): Promise<RowOutcome[]> {
  const ids = rows.filter((_row, at) => outcomes[at]?.outcome === 'refused').map(({ id }) => id);
  const known = await findOwnProducts(db, ids, { lock: false });
  return outcomes.map((outcome, at) => {
    const name = known.get(rows[at]?.id ?? '')?.product_name;
    return name === undefined ? outcome : { ...outcome, name };
  });
}
