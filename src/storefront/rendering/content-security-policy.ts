import { createHash } from 'node:crypto';
import { type AccountsConfig, accountOrigins } from '#contract/people/accounts.ts';
import type { CardPayments } from '../shop/shop-context.ts';
import { inlineScripts } from './inline-scripts.ts';

/** The origins of the card provider's script, of its requests and of its frames. */
const cardProvider = {
  scripts: ['https://js.stripe.com'],
  connections: ['https://api.stripe.com'],
  frames: ['https://js.stripe.com', 'https://hooks.stripe.com'],
};

/**
 * Content-Security-Policy of every page: scripts of this site only, and the inline scripts by their hashes. Pages are
 * cached and the same for every visitor, so a nonce would be no secret. Where there is a key for the card provider's script
 * that one is allowed too, on all pages: the cart, which loads it, is mostly reached without loading a new page.
 */
export function contentSecurityPolicy(accounts: AccountsConfig, payments: Pick<CardPayments, 'publicKey'>): string {
  const cards = payments.publicKey === null ? null : cardProvider;
  const scripts = ["'self'", ...inlineScripts.map((script) => `'sha256-${hashOf(script)}'`)];
  const connections = [...accountOrigins(accounts), ...(cards?.connections ?? [])];
  return [
    "default-src 'self'",
    `script-src ${[...scripts, ...(cards?.scripts ?? [])].join(' ')}`,
    "style-src 'self'",
    // A card's picture and a bar's length are written into the page as style attributes; no style element is.
    "style-src-attr 'unsafe-inline'",
    // Sellers' pictures may live anywhere; the browser fetches them, the server never does.
    "img-src 'self' data: https: http:",
    ...(connections.length > 0 ? [`connect-src 'self' ${connections.join(' ')}`] : []),
    ...(cards ? [`frame-src ${cards.frames.join(' ')}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function hashOf(script: string): string {
  return createHash('sha256').update(script).digest('base64');
}
