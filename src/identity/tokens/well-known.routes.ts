import { Hono } from 'hono';
import type { Env, Service } from '../service.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Shorter than a new key is published before it signs (signing-keys.ts). */
const CACHED = 'public, max-age=600';

/** Public data to verify tokens and to find the hosted login, at the addresses that the standards name. */
export function wellKnownRoutes({ pool }: Service, keys: SigningKeys): Hono<Env> {
  const app = new Hono<Env>();
  const base = pool.issuer.slice(0, pool.issuer.lastIndexOf('/'));

  app.get(`/${pool.id}/.well-known/jwks.json`, async (c) => {
    c.header('access-control-allow-origin', '*');
    c.header('cache-control', CACHED);
    return c.json(await keys.published());
  });

  app.get(`/${pool.id}/.well-known/openid-configuration`, (c) => {
    c.header('access-control-allow-origin', '*');
    c.header('cache-control', CACHED);
    return c.json({
      issuer: pool.issuer,
      jwks_uri: `${pool.issuer}/.well-known/jwks.json`,
      authorization_endpoint: `${base}/oauth2/authorize`,
      token_endpoint: `${base}/oauth2/token`,
      userinfo_endpoint: `${base}/oauth2/userInfo`,
      revocation_endpoint: `${base}/oauth2/revoke`,
      end_session_endpoint: `${base}/logout`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile', 'aws.cognito.signin.user.admin'],
      claims_supported: ['sub', 'email', 'email_verified', 'nickname'],
    });
  });
  return app;
}
