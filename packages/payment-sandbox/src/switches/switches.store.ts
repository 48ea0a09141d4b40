import type { Db, Switches } from '../schema.ts';

const off: Switches = { available_after_seconds: 0, payouts_end: 'paid', webhooks: 'once' };

export async function readSwitches(db: Db): Promise<Switches> {
  const row = await db
    .selectFrom('payments.sandbox_switches')
    .select(['available_after_seconds', 'payouts_end', 'webhooks'])
    .executeTakeFirst();
  return row ?? off;
}

export async function turnSwitches(db: Db, changes: Partial<Switches>): Promise<Switches> {
  return db
    .insertInto('payments.sandbox_switches')
    .values({ ...off, ...changes })
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet({ ...changes, singleton: true }))
    .returning(['available_after_seconds', 'payouts_end', 'webhooks'])
    .executeTakeFirstOrThrow();
}
