import { type Kysely, sql } from 'kysely';
import type { InvoiceDetails } from '#contract/ordering/invoice-details.ts';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;

export async function findInvoiceDetails(db: Db, accountId: string): Promise<InvoiceDetails | null> {
  const found = await db
    .selectFrom('api.invoice_details')
    .select(['name', 'address', 'country', 'tax_number'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return found ?? null;
}

/** In place of what was said before; orders that were placed by then keep that. */
export async function saveInvoiceDetails(db: Db, accountId: string, details: InvoiceDetails): Promise<void> {
  await db
    .insertInto('api.invoice_details')
    .values({ account_id: accountId, ...details })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ ...details, updated_at: sql`now()` }))
    .execute();
}
