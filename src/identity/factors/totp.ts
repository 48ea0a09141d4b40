// One-time codes of an authenticator app (RFC 6238): six digits, a new one every 30 seconds.
import { Secret, TOTP } from 'otpauth';
import type { Secrets } from '#platform/secrets.ts';
import { acceptTotpStep } from '../accounts/user.store.ts';
import type { User } from '../schema.ts';
import type { Service } from '../service.ts';

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** One step to each side, for clocks that are a little off. */
const WINDOW = 1;

export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Code that an authenticator with the secret shows at this moment. */
export function totpCode(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS }).generate({ timestamp: at.getTime() });
}

export function sealTotp(secrets: Secrets, userId: string, secret: string): Buffer {
  return secrets.seal(secret, totpBoundTo(userId));
}

/** True if the code is one of this moment that was not used before; the call uses it up. */
export async function acceptTotp(service: Service, user: User, sealed: Buffer, code: string): Promise<boolean> {
  const token = code.replace(/\s/g, '');
  // Other digits than these ten would make the comparison fail with an error.
  if (!/^[0-9]{6}$/.test(token)) return false;
  const secret = Secret.fromBase32(service.secrets.open(sealed, totpBoundTo(user.user_id)).toString());
  const now = service.now().getTime();
  const delta = new TOTP({ secret, period: PERIOD_SECONDS }).validate({
    token,
    timestamp: now,
    window: WINDOW,
  });
  if (delta === null) return false;
  return acceptTotpStep(service.db, user.user_id, Math.floor(now / 1_000 / PERIOD_SECONDS) + delta);
}

export function totpBoundTo(userId: string): string {
  return `identity.user.totp:${userId}`;
}
