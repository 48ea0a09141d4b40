import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Secrets } from '#platform/secrets.ts';
import type { IdentityTables, SessionTable, User } from '../schema.ts';

export type Session = Selectable<SessionTable>;
type Db = Kysely<IdentityTables>;

/** A sign-in lasts so long without a new proof. */
const REFRESH_DAYS = 30;
/** So many an account keeps: the oldest give way, revoked ones first. */
const MOST = 100;
const DAY_MS = 24 * 60 * 60 * 1_000;

export type NewSession = {
  userId: string;
  clientId: string;
  scope: string;
  authTime: Date;
  /** How its owner proved who they are. */
  amr: string[];
  deviceKey: string | null;
  deviceGroupKey: string | null;
};

export type OpenedSession = { sessionId: string; refreshToken: string };

/** The session of a locked account and its refresh token, of which only an HMAC is stored. */
export async function insertSession(
  transaction: Transaction<IdentityTables>,
  secrets: Secrets,
  made: NewSession,
): Promise<OpenedSession> {
  await transaction
    .deleteFrom('identity.session')
    .where('session_id', 'in', (eb) =>
      eb
        .selectFrom('identity.session')
        .select('session_id')
        .where('user_id', '=', made.userId)
        .orderBy((order) => order('revoked_at', 'is not', null))
        .orderBy('auth_time', 'desc')
        .offset(MOST - 1),
    )
    .execute();
  const sessionId = randomUUID();
  const refreshToken = randomBytes(48).toString('base64url');
  await transaction
    .insertInto('identity.session')
    .values({
      session_id: sessionId,
      user_id: made.userId,
      client_id: made.clientId,
      scope: made.scope,
      device_key: made.deviceKey,
      device_group_key: made.deviceGroupKey,
      refresh_token_hmac: secrets.hmac(refreshToken, 'refresh token'),
      auth_time: made.authTime,
      amr: JSON.stringify(made.amr),
      expires_at: new Date(made.authTime.getTime() + REFRESH_DAYS * DAY_MS),
    })
    .execute();
  return { sessionId, refreshToken };
}

/** Finds the session of a token, whatever its state: the caller looks at revoked_at and expires_at. */
export async function findSessionByToken(db: Db, secrets: Secrets, refreshToken: string): Promise<Session | null> {
  const row = await db
    .selectFrom('identity.session')
    .selectAll()
    .where('refresh_token_hmac', 'in', secrets.hmacs(refreshToken, 'refresh token'))
    .executeTakeFirst();
  return row ?? null;
}

/** The session with its user, in one query. */
export async function findSessionOf(
  db: Db,
  userId: string,
  sessionId: string,
): Promise<{ user: User; session: Session } | null> {
  const row = await db
    .selectFrom('identity.session as session')
    .innerJoin('identity.user as user', 'user.user_id', 'session.user_id')
    .selectAll('user')
    .select([
      'session.session_id',
      'session.client_id',
      'session.scope',
      'session.refresh_token_hmac',
      'session.device_key',
      'session.device_group_key',
      'session.auth_time',
      'session.amr',
      'session.expires_at',
      'session.revoked_at',
      'session.proved_at',
    ])
    .where('session.session_id', '=', sessionId)
    .where('session.user_id', '=', userId)
    .executeTakeFirst();
  return row ? { user: row, session: row } : null;
}

/** The owner of a sign-in has just proved again who they are. */
export async function recordProof(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('identity.session').set({ proved_at: now }).where('session_id', '=', sessionId).execute();
}

export async function revokeSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('identity.session')
    .set({ revoked_at: now })
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** All of a user's, or all but one. */
export async function revokeSessionsOf(db: Db, userId: string, now: Date, except?: string): Promise<void> {
  await db
    .updateTable('identity.session')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('session_id', '!=', except as string))
    .execute();
}

export async function deleteEndedSessions(
  db: Db,
  { expiredBefore, revokedBefore }: { expiredBefore: Date; revokedBefore: Date },
): Promise<void> {
  await db.deleteFrom('identity.session').where('expires_at', '<', expiredBefore).execute();
  await db.deleteFrom('identity.session').where('revoked_at', '<', revokedBefore).execute();
}
