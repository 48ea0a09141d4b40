import { createHash, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#platform/secrets.ts';

/** Key to the page of a trial's emails. It comes of the keys that only the owner of the process may read, and lasts as long as they do. */
export function outboxKey(secrets: Secrets): string {
  return secrets.hmac('page', 'outbox key').toString('base64url');
}

/** Where the page is opened. */
export function outboxAddress(origin: string, key: string): string {
  return `${origin}/outbox?key=${key}`;
}

/** Browsers do not tell the ports of one machine apart: each shop there has a cookie of its own. */
export function outboxCookie(key: string): string {
  return `hearth_outbox_${digest(key).toString('hex').slice(0, 8)}`;
}

export function isOutboxKey(given: string | undefined, key: string): boolean {
  return given !== undefined && timingSafeEqual(digest(given), digest(key));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
