// Sign-in at the hosted login in this browser: a session of its own, held by a cookie that scripts cannot read.
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { findUser } from '../accounts/user.store.ts';
import { openSession } from '../guard/proved-owner.ts';
import type { User } from '../schema.ts';
import type { Service } from '../service.ts';
import { findSessionByToken, revokeSession } from '../sessions/session.store.ts';

const COOKIE = 'hearth_login';
/** No client has this name, so the cookie's secret is no refresh token. */
const CLIENT = 'hosted login';
const SECONDS = 60 * 60;

export type BrowserSession = { user: User; authTime: Date; amr: string[]; sessionId: string };

export async function startBrowserSession(
  c: Context,
  service: Service,
  { user, amr }: { user: User; amr: string[] },
): Promise<BrowserSession> {
  const authTime = service.now();
  const { sessionId, refreshToken } = await openSession(service.db, service.secrets, user, {
    clientId: CLIENT,
    scope: '',
    authTime,
    amr,
    deviceKey: null,
    deviceGroupKey: null,
  });
  setCookie(c, COOKIE, refreshToken, { ...options(service), maxAge: SECONDS });
  return { user, authTime, amr, sessionId };
}

export async function readBrowserSession(c: Context, service: Service): Promise<BrowserSession | null> {
  const token = getCookie(c, COOKIE);
  const session = token ? await findSessionByToken(service.db, service.secrets, token) : null;
  if (!session || session.client_id !== CLIENT || session.revoked_at) return null;
  if (service.now().getTime() - session.auth_time.getTime() > SECONDS * 1_000) return null;
  const user = await findUser(service.db, session.user_id);
  if (!user?.enabled) return null;
  return { user, authTime: session.auth_time, amr: session.amr, sessionId: session.session_id };
}

export async function endBrowserSession(c: Context, service: Service): Promise<void> {
  const found = await readBrowserSession(c, service);
  if (found) await revokeSession(service.db, found.sessionId, service.now());
  deleteCookie(c, COOKIE, options(service));
}

function options({ pool }: Service) {
  // Lax: the way back from another site's link must find the session.
  return { path: '/identity', httpOnly: true, sameSite: 'Lax' as const, secure: pool.origin.startsWith('https:') };
}
