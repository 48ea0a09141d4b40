// Account facts for the shop's staff: never anything that would let somebody sign in.
import type { Kysely } from 'kysely';
import type { IdentityTables, UserStatus } from '../schema.ts';

type Db = Kysely<IdentityTables>;

type AccountFacts = {
  state: UserStatus;
  enabled: boolean;
  emailVerified: boolean;
  factors: string[];
  createdAt: Date;
  failures: number;
  blockedUntil: Date | null;
};

export async function findAccountFacts(db: Db, userId: string, now: Date): Promise<AccountFacts | null> {
  if (!isAccountId(userId)) return null;
  const user = await db
    .selectFrom('identity.user')
    .select(['user_id', 'status', 'enabled', 'email_verified', 'totp_enabled', 'email_mfa_enabled', 'created_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!user) return null;
  const attempt = await db
    .selectFrom('identity.attempt')
    .select(['failures', 'blocked_until'])
    .where('subject', '=', user.user_id)
    .executeTakeFirst();
  const { passkeys } = await db
    .selectFrom('identity.passkey')
    .select((eb) => eb.fn.countAll<number>().as('passkeys'))
    .where('user_id', '=', user.user_id)
    .executeTakeFirstOrThrow();
  return {
    state: user.status,
    enabled: user.enabled,
    emailVerified: user.email_verified,
    factors: [
      ...(user.totp_enabled ? ['authenticator app'] : []),
      ...(user.email_mfa_enabled ? ['code by mail'] : []),
      ...(Number(passkeys) > 0 ? ['passkey'] : []),
    ],
    createdAt: user.created_at,
    failures: attempt?.failures ?? 0,
    blockedUntil: attempt && attempt.blocked_until > now ? attempt.blocked_until : null,
  };
}

type SignIn = {
  id: string;
  at: Date;
  methods: string[];
  device: string | null;
  endedAt: Date | null;
  expiresAt: Date;
};

/** Sign-ins that are still known, newest first. */
export async function listSignIns(db: Db, userId: string, limit: number): Promise<SignIn[]> {
  if (!isAccountId(userId)) return [];
  const rows = await db
    .selectFrom('identity.session as session')
    .leftJoin('identity.device as device', (join) =>
      join.onRef('device.device_key', '=', 'session.device_key').onRef('device.user_id', '=', 'session.user_id'),
    )
    .select(['session.session_id', 'session.auth_time', 'session.amr', 'session.revoked_at', 'session.expires_at'])
    .select('device.name')
    .where('session.user_id', '=', userId)
    .orderBy('session.auth_time', 'desc')
    .orderBy('session.session_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.session_id,
    at: row.auth_time,
    methods: row.amr,
    device: row.name,
    endedAt: row.revoked_at,
    expiresAt: row.expires_at,
  }));
}

function isAccountId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
