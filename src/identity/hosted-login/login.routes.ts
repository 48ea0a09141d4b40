// The pages of the hosted login: /oauth2/authorize, /login, /logout.
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { csrf } from 'hono/csrf';
import { transportSecurity } from '#platform/http/security-headers.ts';
import { findSubject } from '../accounts/subject.ts';
import { lockUser } from '../accounts/user.store.ts';
import { forgetAttempts } from '../guard/attempt.store.ts';
import type { Pool } from '../pool.ts';
import { invalidSession, ProtocolError } from '../protocol/errors.ts';
import { text, username } from '../protocol/input.ts';
import type { User } from '../schema.ts';
import type { Env, Service } from '../service.ts';
import { findSessionOf } from '../sessions/session.store.ts';
import type { Progress } from '../sign-in/answer.ts';
import { proveAuthenticator } from '../sign-in/authenticator-code.ts';
import { proveMailbox } from '../sign-in/emailed-code.ts';
import { challengeFactor, nextChallenge, secondFactors } from '../sign-in/next-step.ts';
import { checkPassword } from '../sign-in/password.ts';
import { insertAuthorizationCode } from './authorization-code.store.ts';
import {
  type AuthorizationRequest,
  type ReadRequest,
  readAuthorizationRequest,
  returnAddress,
} from './authorization-request.ts';
import { type BrowserSession, endBrowserSession, readBrowserSession, startBrowserSession } from './browser-session.ts';
import { type LoginPage, renderLogin, renderRefusal } from './login-page.ts';
import { styleHash } from './style.ts';

const CODE_SECONDS = 300;
const LARGEST_FORM = 20_000;
type Step = LoginPage['step'];

export function loginRoutes(service: Service): Hono<Env> {
  const { pool } = service;
  const app = new Hono<Env>();
  // The form is this page's own: no other site can send somebody's browser through it.
  app.use('/login', csrf({ origin: (origin, c) => origin === pool.origin || origin === new URL(c.req.url).origin }));

  app.get('/oauth2/authorize', async (c) => {
    const params = new URL(c.req.url).searchParams;
    const read = readAuthorizationRequest(params, pool);
    if (!read.ok) return refuse(c, read);
    const session = read.request.loginAgain ? null : await readBrowserSession(c, service);
    const granted = session && (await grant(read.request, session));
    if (granted) return c.redirect(granted);
    if (params.get('prompt') === 'none') return c.redirect(failed(read.request, 'login_required'));
    return c.redirect(`/identity/login?${params}`);
  });

  app.get('/login', (c) => {
    const read = readAuthorizationRequest(new URL(c.req.url).searchParams, pool);
    if (!read.ok) return refuse(c, read);
    return page(c, read.request, { kind: 'password', email: '' }, null);
  });

  app.post(
    '/login',
    // What is still coming of a form that is too long is not read: the connection cannot carry another request.
    bodyLimit({
      maxSize: LARGEST_FORM,
      onError: (c) => c.text('The form is too long.', 400, { connection: 'close' }),
    }),
    async (c) => {
      const read = readAuthorizationRequest(new URL(c.req.url).searchParams, pool);
      if (!read.ok) return refuse(c, read);
      const form = await readForm(c);
      if (!form) return c.text('The form cannot be read.', 400, { connection: 'close' });
      const tried = step(form);
      try {
        const done = await proceed(c, form);
        if ('step' in done) return page(c, read.request, done.step, null);
        const granted = await grant(read.request, await startBrowserSession(c, service, done.user));
        if (!granted) throw invalidSession();
        await forgetAttempts(service.db, done.user.user_id);
        return c.redirect(granted, 303);
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        return page(c, read.request, tried, faultOf(error), 400);
      }
    },
  );

  app.get('/logout', async (c) => {
    const params = new URL(c.req.url).searchParams;
    const target = params.get('logout_uri');
    if (params.get('client_id') !== pool.clientId)
      return refuse(c, { ok: false, refused: 'This client is not known here.' });
    if (target !== null && !pool.logoutUris.includes(target))
      return refuse(c, { ok: false, refused: 'The address to return to is not one that this client has registered.' });
    await endBrowserSession(c, service);
    // Without an address to return to, the client may name one to log in again for.
    return c.redirect(target ?? `/identity/login?${params}`);
  });

  /** One step of the login: what the form proves, and what is asked next. */
  async function proceed(c: Context<Env>, form: Record<string, string>): Promise<{ step: Step } | { user: User }> {
    const call = { address: c.env.peer };
    const { user, progress } = form.session ? await proveCode(call, form) : await provePassword(call, form);
    const challenge = await nextChallenge(service, user, progress);
    if (!challenge) return { user };
    const [factor] = secondFactors(user, progress);
    const asked =
      challenge.ChallengeName === 'SELECT_MFA_TYPE' && factor
        ? await challengeFactor(service, user, progress, factor)
        : challenge;
    const hint = hints[asked.ChallengeName];
    if (!hint)
      throw new ProtocolError(
        'NotAuthorizedException',
        `Finish setting up your account in the shop first, at ${pool.origin}/account/login.`,
      );
    return { step: { kind: 'code', session: asked.Session, challenge: asked.ChallengeName, hint } };
  }

  async function provePassword(call: { address: string }, form: Record<string, string>): Promise<Proved> {
    await service.limits.beginSignIn(call.address);
    const name = username.safeParse(form.email);
    const password = text(256).safeParse(form.password);
    if (!name.success || !password.success)
      throw new ProtocolError('InvalidParameterException', 'Type your email and your password.');
    const proved = await checkPassword(service, call, await findSubject(service, name.data), password.data, null);
    service.limits.finishSignIn(call.address);
    return proved;
  }

  async function proveCode(call: { address: string }, form: Record<string, string>): Promise<Proved> {
    const { session = '', code = '', challenge } = form;
    if (challenge === 'EMAIL_OTP') return proveMailbox(service, call, challenge, session, code);
    return proveAuthenticator(service, call, session, code);
  }

  /** The client's address with a code; null when the session was revoked meanwhile. */
  async function grant(request: AuthorizationRequest, session: BrowserSession): Promise<string | null> {
    const code = await service.db.transaction().execute(async (transaction) => {
      const { user_id } = session.user;
      await lockUser(transaction, user_id);
      const found = await findSessionOf(transaction, user_id, session.sessionId);
      if (!found || found.session.revoked_at) return null;
      return insertAuthorizationCode(transaction, service.secrets, {
        user_id,
        client_id: pool.clientId,
        redirect_uri: request.redirectUri,
        scope: request.scope,
        nonce: request.nonce,
        code_challenge: request.codeChallenge,
        auth_time: session.authTime,
        expires_at: new Date(service.now().getTime() + CODE_SECONDS * 1_000),
      });
    });
    return code && returnAddress(request.redirectUri, { code, state: request.state });
  }

  function failed(request: AuthorizationRequest, error: string): string {
    return returnAddress(request.redirectUri, { error, state: request.state });
  }

  function refuse(c: Context<Env>, read: Exclude<ReadRequest, { ok: true }>) {
    if ('error' in read) {
      const { error, description, state } = read;
      return c.redirect(returnAddress(read.redirectUri, { error, error_description: description, state }));
    }
    secure(c, pool, "'none'");
    return c.html(renderRefusal(pool.shopName, read.refused), 400);
  }

  function page(
    c: Context<Env>,
    request: AuthorizationRequest,
    shown: Step,
    fault: string | null,
    status: 200 | 400 = 200,
  ) {
    // After the form the browser is sent on to the client's address, which counts as a target of the form.
    secure(c, pool, `'self' ${targetOf(request.redirectUri)}`);
    const action = `/identity/login${new URL(c.req.url).search}`;
    return c.html(renderLogin({ shopName: pool.shopName, shop: pool.origin, action, step: shown, fault }), status);
  }

  return app;
}

type Proved = { user: User; progress: Progress };

const hints: Record<string, string> = {
  SOFTWARE_TOKEN_MFA: 'Open your authenticator app and type the code that it shows, or one of your recovery codes.',
  EMAIL_OTP: 'A code was sent to your email address. Type it here, or one of your recovery codes.',
};

/** The fields of a form; null for a body that is none. */
async function readForm(c: Context<Env>): Promise<Record<string, string> | null> {
  try {
    const fields = Object.entries(await c.req.parseBody());
    return Object.fromEntries(fields.map(([name, value]) => [name, typeof value === 'string' ? value : '']));
  } catch {
    return null;
  }
}

/** What the form showed, to show it again with a fault. */
function step(form: Record<string, string>): Step {
  const { session, challenge = '', email = '' } = form;
  if (!session) return { kind: 'password', email: email.slice(0, 254) };
  return { kind: 'code', session, challenge, hint: hints[challenge] ?? '' };
}

function faultOf({ type, message }: ProtocolError): string {
  if (type === 'UserNotConfirmedException') return 'Confirm your email in the shop first, then log in here.';
  if (type === 'PasswordResetRequiredException') return 'Set a new password first, with "Forgot password?".';
  return message;
}

/** Applications may open the login in a window that they keep a hold of, so it is not an isolated page. */
function secure(c: Context<Env>, pool: Pool, formAction: string) {
  for (const [name, value] of Object.entries(transportSecurity(pool.origin))) c.header(name, value);
  c.header(
    'content-security-policy',
    `default-src 'none'; style-src '${styleHash}'; base-uri 'none'; frame-ancestors 'none'; form-action ${formAction}`,
  );
  // Not 'no-referrer': on plain http off this machine a browser would then send the form without saying where it is from.
  c.header('referrer-policy', 'same-origin');
}

/** An origin, or the scheme of an app's own address. */
function targetOf(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri);
  return origin === 'null' ? protocol : origin;
}
