// Answers of the hosted login: its form, a refusal, or the client's own address with an error.
import type { Context } from 'hono';
import { transportSecurity } from '#platform/http/security-headers.ts';
import type { Pool } from '../pool.ts';
import { type AuthorizationRequest, type ReadRequest, returnAddress } from './authorization-request.ts';
import { renderLogin, renderRefusal } from './login-page.ts';
import type { LoginStep } from './login-step.ts';
import { styleHash } from './style.ts';

/** The form, once more with what was wrong where `fault` says so. */
export function showForm(
  c: Context,
  pool: Pool,
  request: AuthorizationRequest,
  step: LoginStep,
  fault: string | null = null,
) {
  // After the form the browser is sent on to the client's address, which counts as a target of the form.
  secure(c, pool, `'self' ${targetOf(request.redirectUri)}`);
  const action = `/identity/login${new URL(c.req.url).search}`;
  return c.html(renderLogin({ shopName: pool.shopName, shop: pool.origin, action, step, fault }), fault ? 400 : 200);
}

/** A client that asked wrongly is told at its address; without an address that is the client's, the person is told here. */
export function refuse(c: Context, pool: Pool, read: Exclude<ReadRequest, { ok: true }>) {
  if ('error' in read) {
    const { error, description, state } = read;
    return c.redirect(returnAddress(read.redirectUri, { error, error_description: description, state }));
  }
  secure(c, pool, "'none'");
  return c.html(renderRefusal(pool.shopName, read.refused), 400);
}

/** Applications may open the login in a window that they keep a hold of, so it is not an isolated page. */
function secure(c: Context, pool: Pool, formAction: string) {
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
