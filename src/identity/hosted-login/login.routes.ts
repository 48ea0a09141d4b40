// The pages of the hosted login: /oauth2/authorize, /login, /logout.
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { csrf } from 'hono/csrf';
import { forgetAttempts } from '../guard/attempt.store.ts';
import { invalidSession, ProtocolError } from '../protocol/errors.ts';
import type { Env, Service } from '../service.ts';
import {
  type AuthorizationRequest,
  readAuthorizationRequest,
  returnAddress,
  unknownAddress,
  unknownClient,
} from './authorization-request.ts';
import { endBrowserSession, readBrowserSession, startBrowserSession } from './browser-session.ts';
import { grantCode } from './grant-code.ts';
import { refuse, showForm } from './login-answers.ts';
import { type LoginForm, stepOf, takeStep } from './login-step.ts';

const LARGEST_FORM = 20_000;

export function loginRoutes(service: Service): Hono<Env> {
  const { pool } = service;
  const app = new Hono<Env>();
  // The form is this page's own: no other site can send somebody's browser through it.
  app.use('/login', csrf({ origin: (origin, c) => origin === pool.origin || origin === new URL(c.req.url).origin }));

  app.get('/oauth2/authorize', (c) => authorize(c, service));
  app.get('/login', (c) => {
    const read = readAuthorizationRequest(new URL(c.req.url).searchParams, pool);
    return read.ok ? showForm(c, pool, read.request, { kind: 'password', email: '' }) : refuse(c, pool, read);
  });
  app.post(
    '/login',
    // The rest of a form that is too long is not read: the connection cannot carry another request.
    bodyLimit({
      maxSize: LARGEST_FORM,
      onError: (c) => c.text('The form is too long.', 400, { connection: 'close' }),
    }),
    async (c) => {
      const read = readAuthorizationRequest(new URL(c.req.url).searchParams, pool);
      if (!read.ok) return refuse(c, pool, read);
      const form = await readForm(c);
      if (!form) return c.text('The form cannot be read.', 400, { connection: 'close' });
      return logIn(c, service, read.request, form);
    },
  );
  app.get('/logout', (c) => logOut(c, service));
  return app;
}

/** Signed-in users go through without the form. */
async function authorize(c: Context<Env>, service: Service) {
  const params = new URL(c.req.url).searchParams;
  const read = readAuthorizationRequest(params, service.pool);
  if (!read.ok) return refuse(c, service.pool, read);
  const { loginAgain, redirectUri, state } = read.request;
  const session = loginAgain ? null : await readBrowserSession(c, service);
  const granted = session && (await grantCode(service, read.request, session));
  if (granted) return c.redirect(granted);
  if (params.get('prompt') === 'none')
    return c.redirect(returnAddress(redirectUri, { error: 'login_required', state }));
  return c.redirect(`/identity/login?${params}`);
}

async function logIn(c: Context<Env>, service: Service, request: AuthorizationRequest, form: LoginForm) {
  try {
    const done = await takeStep(service, { address: c.env.peer }, form);
    if ('step' in done) return showForm(c, service.pool, request, done.step);
    const granted = await grantCode(service, request, await startBrowserSession(c, service, done));
    if (!granted) throw invalidSession();
    await forgetAttempts(service.db, done.user.user_id);
    return c.redirect(granted, 303);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return showForm(c, service.pool, request, stepOf(form), faultOf(error));
  }
}

async function logOut(c: Context<Env>, service: Service) {
  const { pool } = service;
  const params = new URL(c.req.url).searchParams;
  const target = params.get('logout_uri');
  if (params.get('client_id') !== pool.clientId) return refuse(c, pool, unknownClient);
  if (target !== null && !pool.logoutUris.includes(target)) return refuse(c, pool, unknownAddress);
  await endBrowserSession(c, service);
  // Without an address to return to, the client may name one to log in again for.
  return c.redirect(target ?? `/identity/login?${params}`);
}

/** The fields of a form; null for a body that is none. */
async function readForm(c: Context<Env>): Promise<LoginForm | null> {
  try {
    const fields = Object.entries(await c.req.parseBody());
    return Object.fromEntries(fields.map(([name, value]) => [name, typeof value === 'string' ? value : '']));
  } catch {
    return null;
  }
}

function faultOf({ type, message }: ProtocolError): string {
  if (type === 'UserNotConfirmedException') return 'Confirm your email in the shop first, then log in here.';
  if (type === 'PasswordResetRequiredException') return 'Set a new password first, with "Forgot password?".';
  return message;
}
