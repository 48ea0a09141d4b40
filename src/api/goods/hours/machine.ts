// Machines: asked for by buyers, run by shops.
import { randomUUID } from 'node:crypto';
import type { StartMachine } from '#contract/goods/access/hours.schema.ts';
import type { MachineAnswer, ProvisionField } from '#contract/goods/access/provision.schema.ts';
import type { ProvisionCallType } from '#contract/goods/access/provision.ts';
import type { Secrets } from '#platform/secrets.ts';
import { findMembership } from '../../access/member.store.ts';
import { recordAudit } from '../../audit/audit.ts';
import { findPublicKeys } from '../../people/ports.ts';
import type { Db } from '../../schema/db.ts';
import type { LockedMachine, LockMachine } from '../../schema/order.record.ts';
import { getEntitlement } from '../entitlement/entitlement.store.ts';
import { POLL_SECONDS, RUNNING_POLL_SECONDS } from '../provision/provision-limits.rules.ts';
import { fieldsBoundTo } from '../provision/provision-secret.rules.ts';
import { listBalances, recordReturned } from './hours-balance.store.ts';
import { STARTING_MS } from './hours-limits.rules.ts';
import type { HoursRefusal, HoursService } from './hours-service.ts';
import { callMachine } from './machine-calls.ts';
import { readMachineCost } from './machine-cost.ts';
import { toStoredLimits } from './machine-limit.ts';
import { sealReport } from './machine-report.ts';
import {
  findSession,
  findSessionByKey,
  insertSession,
  listLiveSessions,
  listNewestSessions,
  recordOff,
  type StoredSession,
  updateSession,
} from './machine-session.store.ts';
import { findTemplate } from './machine-template.store.ts';
import { endSession, isLookedAfterBy, leftOf, lockPool, meterPool, type Pool } from './pool.ts';

type Done = { ok: true } | { refusal: HoursRefusal };
const done: Done = { ok: true };

/** Starts a machine. Requests while it is on, or with the same key, are answered the same: there is one machine. */
export function startMachine(
  { db, lockMachine, now: clock }: HoursService,
  { entitlementId, requestKey, wanted }: { entitlementId: string; requestKey: string | null; wanted: StartMachine },
): Promise<Done> {
  return db.transaction().execute(async (transaction): Promise<Done> => {
    const now = clock();
    // Before the balances, as everybody locks them.
    const returned = await lockReturned(transaction, lockMachine, entitlementId);
    const pool = await lockPool(transaction, entitlementId, now);
    if (!pool) return { refusal: 'no_hours' };
    await meterPool(transaction, pool, now);
    if (requestKey && (await findSessionByKey(transaction, entitlementId, requestKey))) return done;
    const [live] = await listLiveSessions(transaction, [entitlementId]);
    if (live) return (await wishesMore(transaction, pool, live, wanted)) ? { refusal: 'is_on' } : done;
    const { entitlement, standing } = pool.own;
    if (standing !== 'active') return { refusal: standing === 'on_hold' ? 'on_hold' : 'ended' };
    const minutesLeft = leftOf(pool, now);
    if (minutesLeft === 0) return { refusal: 'nothing_left' };
    const stored = toStoredLimits({ cost: await readMachineCost(transaction, pool, null, now), counted: 0 }, wanted);
    if ('refusal' in stored) return stored;
    const template = await findTemplate(transaction, entitlement, wanted.template);
    if (template === undefined) return { refusal: 'no_template' };
    const sshKeys = await findSshKeys(transaction, entitlement.account_id, wanted.ssh_key_ids);
    if (!sshKeys) return { refusal: 'no_key' };
    if (pool.own.balance.machine_returned_at !== null) {
      if (returned?.isCounted && pool.own.balance.minutes === 0) return { refusal: 'other_purchase' };
      if (!returned || !(await returned.takeAgain())) return { refusal: 'no_machine' };
      await recordReturned(transaction, entitlementId, null);
    }
    const sessionId = `machine_${randomUUID()}`;
    const by = entitlement.goods.hours?.by ?? 'hand';
    await insertSession(transaction, {
      session_id: sessionId,
      entitlement_id: entitlementId,
      seller_id: entitlement.seller_id ?? '',
      by,
      state: 'starting',
      requested_at: now,
      request_key: requestKey,
      shop_to_tell: by === 'hand' ? 'start' : null,
      template: template?.name ?? null,
      ssh_keys: sshKeys.length > 0 ? JSON.stringify(sshKeys) : null,
      ...stored,
    });
    if (by === 'endpoint') {
      const asked = { entitlement, sessionId, minutesLeft, at: now, template, sshKeys };
      await callMachine(transaction, 'hours.start', asked);
    }
    return done;
  });
}

/** True where something is asked of a start that the machine which is on does not do. */
async function wishesMore(transaction: Db, pool: Pool, live: StoredSession, wanted: StartMachine): Promise<boolean> {
  const { stop_after_minutes: minutes, budget, template, ssh_key_ids: ids } = wanted;
  const keys = await findSshKeys(transaction, pool.own.entitlement.account_id, ids);
  const handedOver = new Set(live.ssh_keys);
  return (
    (minutes !== null && minutes !== live.stop_after_minutes) ||
    (budget !== null && Math.round(budget * 100) !== live.budget_cents) ||
    (template !== null && template !== live.template) ||
    keys === null ||
    keys.some((key) => !handedOver.has(key))
  );
}

/** Public keys of an account, without their names; null where it does not have one of them. */
async function findSshKeys(db: Db, accountId: string | null, ids: readonly string[]): Promise<string[] | null> {
  const keys = accountId === null ? [] : await findPublicKeys(db, accountId, ids);
  return keys.length === new Set(ids).size ? keys : null;
}

/** Machine of hours that is in stock again, such as after minutes that came back; null where it is not. */
async function lockReturned(
  transaction: Db,
  lockMachine: LockMachine,
  entitlementId: string,
): Promise<(Pick<LockedMachine, 'takeAgain'> & { isCounted: boolean }) | null> {
  const balance = (await listBalances(transaction, [entitlementId]))[0];
  if (!balance?.machine_returned_at) return null;
  const entitlement = await getEntitlement(transaction, entitlementId);
  const { order_id: orderId = null, line = null } = entitlement ?? {};
  const machine = orderId === null || line === null ? null : await lockMachine(transaction, orderId, line);
  // Nothing of it is counted: there is always one.
  return machine ? { ...machine, isCounted: true } : { takeAgain: async () => true, isCounted: false };
}

/** Nothing is counted from now on. Where none is on nothing changes. */
export function stopMachine({ db, now: clock }: HoursService, entitlementId: string): Promise<Done> {
  return db.transaction().execute(async (transaction): Promise<Done> => {
    const now = clock();
    const pool = await lockPool(transaction, entitlementId, now);
    if (!pool) return { refusal: 'no_hours' };
    await meterPool(transaction, pool, now);
    for (const session of await listLiveSessions(transaction, [entitlementId]))
      await endSession(transaction, pool, session, { at: now, reason: 'buyer' });
    return done;
  });
}

/** `sellerId` null: the operator's, with the account of who says it, which the audit log keeps. */
type Word = { entitlementId: string } & ({ sellerId: string } | { sellerId: null; by: string });

/** Records that a machine is on, as those who run it say. Said again it changes how it is reached, and nothing else. */
export function sayStarted(
  { db, secrets, now: clock }: HoursService,
  { fields, ...word }: Word & { fields: ProvisionField[] },
): Promise<Done> {
  const { entitlementId } = word;
  return db.transaction().execute(async (transaction): Promise<Done> => {
    const now = clock();
    const pool = await lockPool(transaction, entitlementId, now);
    const refusal = await refusalOf(transaction, pool, word);
    if (!pool || refusal) return { refusal: refusal ?? 'no_hours' };
    await meterPool(transaction, pool, now);
    const [session] = await listLiveSessions(transaction, [entitlementId]);
    if (!session) return { refusal: 'not_asked' };
    await recordOff(transaction, entitlementId);
    await recordRunning(transaction, { pool, session, fields, secrets, now });
    await recordWord(transaction, word, 'on', session.session_id);
    return done;
  });
}

/** Records that a machine is off, as those who run it say. */
export function sayStopped({ db, now: clock }: HoursService, word: Word): Promise<Done> {
  const { entitlementId } = word;
  return db.transaction().execute(async (transaction): Promise<Done> => {
    const now = clock();
    const pool = await lockPool(transaction, entitlementId, now);
    const refusal = await refusalOf(transaction, pool, word);
    if (!pool || refusal) return { refusal: refusal ?? 'no_hours' };
    await meterPool(transaction, pool, now);
    const [session] = await listNewestSessions(transaction, [entitlementId]);
    if (!session) return { refusal: 'not_asked' };
    await recordOff(transaction, entitlementId);
    if (session.state === 'starting' || session.state === 'running')
      await endSession(transaction, pool, session, { at: now, reason: 'shop' });
    await recordWord(transaction, word, 'off', session.session_id);
    return done;
  });
}

/** Why it is not theirs to say; null: it is. */
async function refusalOf(transaction: Db, pool: Pool | null, word: Word): Promise<HoursRefusal | null> {
  if (!pool || !(await isLookedAfterBy(transaction, pool, word.sellerId))) return 'no_hours';
  const { goods, seller_id: soldBy } = pool.own.entitlement;
  if (word.sellerId === null && soldBy !== null && (await findMembership(transaction, soldBy, word.by)))
    return 'own_shop';
  return goods.hours?.by === 'hand' ? null : 'not_by_hand';
}

async function recordWord(transaction: Db, word: Word, is: 'on' | 'off', sessionId: string): Promise<void> {
  if (word.sellerId !== null) return;
  await recordAudit(
    transaction,
    { kind: 'customer' },
    {
      action: `hours.machine_${is}`,
      subject: { kind: 'entitlement', id: word.entitlementId },
      details: { by: word.by, as: 'staff', machine: sessionId },
    },
  );
}

type Call = { id: string; type: ProvisionCallType; sessionId: string };

/** Handles an endpoint's answer about a machine. The same answer again changes nothing. */
export async function handleMachine(service: HoursService, call: Call, answer: MachineAnswer | null): Promise<void> {
  const { secrets, now: clock } = service;
  await aboutSession(service, call, async (transaction, pool, session) => {
    const now = clock();
    if (call.type === 'hours.stop' && session.state === 'stopping')
      await updateSession(transaction, session.session_id, { state: 'stopped' });
    if (!answer || (session.state !== 'starting' && session.state !== 'running')) return;
    const isLate = now.getTime() - session.requested_at.getTime() > STARTING_MS;
    if (answer.state === 'running') {
      const { fields } = answer;
      await recordRunning(transaction, { pool, session, secrets, now, ...(fields && { fields }) });
      // Counting may have ended it.
      const running = await findSession(transaction, session.session_id);
      if (running?.state !== 'running') return;
      const report = sealReport(secrets, session.session_id, answer, now);
      if (report) await updateSession(transaction, session.session_id, { report });
      const { poll_after_seconds: after } = answer;
      if (after)
        await poll(transaction, pool, session, { call, at: now, inSeconds: Math.max(after, RUNNING_POLL_SECONDS) });
    } else if (answer.state === 'starting' && session.state === 'starting' && !isLate) {
      await poll(transaction, pool, session, { call, at: now, inSeconds: answer.poll_after_seconds ?? POLL_SECONDS });
    } else if (session.state === 'starting') {
      const failure = answer.failure ?? (isLate ? 'It did not start in time.' : 'The shop could not start it.');
      await endSession(transaction, pool, session, { at: now, reason: 'not_started', failure });
    } else if (answer.state !== 'starting') {
      await meterPool(transaction, pool, now);
      const running = await findSession(transaction, session.session_id);
      if (running?.state === 'running') await endSession(transaction, pool, running, { at: now, reason: 'machine' });
    }
  });
}

/** Handles a call that an endpoint has never taken. */
export async function giveUpMachine(service: HoursService, call: Call, reason: string): Promise<void> {
  await aboutSession(service, call, async (transaction, pool, session) => {
    if (call.type === 'hours.stop' && session.state === 'stopping')
      await updateSession(transaction, session.session_id, { state: 'stopped', failure: reason });
    if ((call.type === 'hours.start' || call.type === 'hours.status') && session.state === 'starting')
      await endSession(transaction, pool, session, { at: service.now(), reason: 'not_started', failure: reason });
  });
}

async function aboutSession(
  { db, now }: HoursService,
  { sessionId }: Call,
  act: (transaction: Db, pool: Pool, session: StoredSession) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const known = await findSession(transaction, sessionId);
    const pool = known && (await lockPool(transaction, known.entitlement_id, now()));
    // As it is now that nobody else changes it.
    const session = pool && (await findSession(transaction, sessionId));
    if (session) await act(transaction, pool, session);
  });
}

type Running = { pool: Pool; session: StoredSession; fields?: ProvisionField[]; secrets: Secrets; now: Date };

/** Its first minute counts at once. */
async function recordRunning(transaction: Db, { pool, session, fields, secrets, now }: Running): Promise<void> {
  const { session_id: sessionId, by } = session;
  const sealed = fields && secrets.seal(JSON.stringify(fields), fieldsBoundTo(sessionId));
  const begins = {
    state: 'running' as const,
    started_at: now,
    shop_to_tell: null,
    ...(by === 'hand' && { to_tell: 'started' as const }),
  };
  const change = { ...(sealed && { fields: sealed }), ...(session.state === 'starting' && begins) };
  if (Object.keys(change).length > 0) await updateSession(transaction, sessionId, change);
  await meterPool(transaction, pool, now);
}

type Asked = { call: Call; at: Date; inSeconds: number };

function poll(transaction: Db, pool: Pool, session: StoredSession, { call, at, inSeconds }: Asked): Promise<void> {
  const own = pool.members.find(({ entitlement }) => entitlement.entitlement_id === session.entitlement_id) ?? pool.own;
  const of = { entitlement: own.entitlement, sessionId: session.session_id, minutesLeft: leftOf(pool, at), at };
  return callMachine(transaction, 'hours.status', { ...of, inSeconds, because: call.id });
}
