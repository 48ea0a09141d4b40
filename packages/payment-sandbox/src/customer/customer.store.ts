import type { Insertable } from 'kysely';
import type { Customer, CustomerTable, Db } from '../schema.ts';

export async function addCustomer(db: Db, customer: Insertable<CustomerTable>): Promise<Customer> {
  return db.insertInto('payments.customer').values(customer).returningAll().executeTakeFirstOrThrow();
}

export async function findCustomer(db: Db, id: string): Promise<Customer | null> {
  const customer = await db.selectFrom('payments.customer').selectAll().where('id', '=', id).executeTakeFirst();
  return customer ?? null;
}
