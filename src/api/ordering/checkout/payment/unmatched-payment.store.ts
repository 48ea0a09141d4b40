import type { Kysely } from 'kysely';
import type { UnmatchedPaymentTable } from '../../../schema/ordering.ts';
import type { ApiTables } from '../../../schema/schema.ts';

/** Answers false where it is stored already. */
export async function insertUnmatchedPayment(db: Kysely<ApiTables>, payment: UnmatchedPaymentTable): Promise<boolean> {
  const inserted = await db
    .insertInto('api.unmatched_payment')
    .values(payment)
    .onConflict((conflict) => conflict.doNothing())
    .returning('payment_id')
    .executeTakeFirst();
  return inserted !== undefined;
}
