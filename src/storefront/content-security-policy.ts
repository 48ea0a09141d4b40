import { createHash } from 'node:crypto';
import type { AccountsConfig } from '#contract/accounts.ts';
import { themeScript } from './theme-script.ts';

/**
 * Content-Security-Policy of every page: scripts of this site only, and the one inline script by its hash. A page is
 * kept and handed to every visitor, so a nonce would be no secret.
 */
export function contentSecurityPolicy(accounts: AccountsConfig): string {
  const elsewhere = accountOrigins(accounts);
  return [
    "default-src 'self'",
    `script-src 'self' 'sha256-${createHash('sha256').update(themeScript).digest('base64')}'`,
    "style-src 'self' 'unsafe-inline'",
    // Sellers' pictures may live anywhere; the browser fetches them, the server never does.
    "img-src 'self' data: https: http:",
    ...(elsewhere.length > 0 ? [`connect-src 'self' ${elsewhere.join(' ')}`] : []),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Where the browser's account library sends its requests, other than this site. */
function accountOrigins(accounts: AccountsConfig): string[] {
  const region = accounts.userPoolId.split('_')[0];
  const addresses = [
    accounts.endpoint ?? `https://cognito-idp.${region}.amazonaws.com`,
    accounts.identityEndpoint ?? (accounts.identityPoolId && `https://cognito-identity.${region}.amazonaws.com`),
    accounts.hostedLoginDomain && `https://${accounts.hostedLoginDomain}`,
  ];
  const origins = addresses.flatMap((address) => (address?.startsWith('http') ? [new URL(address).origin] : []));
  return [...new Set(origins)];
}
