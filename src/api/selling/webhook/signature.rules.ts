// Signatures by the Standard Webhooks convention: whoever receives an event checks it with a library of theirs.
import { createHmac } from 'node:crypto';

const SECRET_START = 'whsec_';

/** As its owner is told it; `bytes` are drawn by lot. */
export function secretText(bytes: Uint8Array): string {
  return SECRET_START + Buffer.from(bytes).toString('base64');
}

type Signed = { id: string; at: Date; body: string };

/** One signature for each secret: while one takes the other's place both are good. */
export function signatureHeaders({ id, at, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_START.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') };
}
