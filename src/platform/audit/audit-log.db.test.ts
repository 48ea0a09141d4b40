// Both databases: nobody may change what the audit log has, whichever the database.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/database/test-database.ts';
import { afterCommit, beforeCommit, inTransaction, lastBeforeCommit } from '../database/after-commit.ts';
import { type AuditEntry, listAudit, recordAudit } from './audit-log.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const somebody = { kind: 'operator', name: 'somebody' } as const;
const about = (id: string): AuditEntry => ({ action: 'coupon.created', subject: { kind: 'coupon', id } });
const list = (subject?: string) => listAudit(database.kysely, { subject, limit: 100 });

test('an entry tells who, what and about whom, and can be found by each', async () => {
  const before = new Date(Date.now() - 60_000);
  await recordAudit(database.kysely, somebody, { ...about('TENTH'), details: { percent: 10, minimum_cents: null } });
  await recordAudit(
    database.kysely,
    { kind: 'provider' },
    { action: 'order.paid', subject: { kind: 'order', id: 'ABC' }, details: { amount_cents: 250 } },
  );
  const both = await list();
  expect(both.map(({ action }) => action)).toEqual(['coupon.created', 'order.paid']);
  expect(both[0]).toMatchObject({
    at: expect.any(Date),
    actor_kind: 'operator',
    actor_name: 'somebody',
    subject_kind: 'coupon',
    subject_id: 'TENTH',
    details: { percent: 10, minimum_cents: null },
  });
  expect(both[1]).toMatchObject({ actor_kind: 'provider', actor_name: '' });
  const find = (wanted: object) => listAudit(database.kysely, { limit: 100, ...wanted });
  expect(await find({ action: 'order.paid' })).toEqual([both[1]]);
  expect(await find({ subject: 'TENTH' })).toEqual([both[0]]);
  expect(await find({ since: before })).toEqual(both);
  expect(await find({ since: new Date(Date.now() + 60_000) })).toEqual([]);
  expect(await find({ limit: 1 }), 'the newest').toEqual([both[1]]);
});

test('an entry of what is done last in a transaction is written too, and all of them in their order', async () => {
  await inTransaction(database.kysely, async (transaction) => {
    await recordAudit(transaction, somebody, about('FIRST'));
    beforeCommit(transaction, () => recordAudit(transaction, somebody, { ...about('FIRST'), details: { step: 2 } }));
    lastBeforeCommit(transaction, () =>
      recordAudit(transaction, somebody, { ...about('FIRST'), details: { step: 3 } }),
    );
  });
  expect((await list('FIRST')).map(({ details }) => details)).toEqual([{}, { step: 2 }, { step: 3 }]);
});

test('what is rolled back leaves no entry, and is not counted', async () => {
  const counted: string[] = [];
  const work = (id: string, fails: boolean) =>
    inTransaction(database.kysely, async (transaction) => {
      await recordAudit(transaction, somebody, about(id));
      afterCommit(transaction, () => counted.push(id));
      if (fails) throw new Error('undone');
      expect(counted, 'before the commit').toEqual([]);
    });
  await work('DONE', false);
  await expect(work('UNDONE', true)).rejects.toThrow('undone');
  expect(await list('DONE')).toHaveLength(1);
  expect(await list('UNDONE')).toEqual([]);
  expect(counted).toEqual(['DONE']);
});

test('entries cannot be changed, deleted or forgotten', async () => {
  await recordAudit(database.kysely, somebody, about('KEPT'));
  const before = await list();
  for (const statement of [
    "update platform.audit_entry set actor_name = 'nobody'",
    "delete from platform.audit_entry where subject_id = 'KEPT'",
    'truncate platform.audit_entry',
  ])
    await expect(sql.raw(statement).execute(database.kysely), statement).rejects.toThrow('neither changed nor deleted');
  expect(await list()).toEqual(before);
});

test.each(['x', '"', '\n', '\u00fc', '😀'])('details of any length are recorded, and cut: %j', async (sign) => {
  const host = `a${sign.repeat(3_000)}`;
  await recordAudit(database.kysely, somebody, { ...about(`long ${sign}`), details: { by: 'ann', count: 3, host } });
  const [entry] = await list(`long ${sign}`);
  expect(entry?.details).toMatchObject({ by: 'ann', count: 3, host: expect.stringMatching(/^a.{100,}…$/su) });
});
