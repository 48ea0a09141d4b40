import type { Secrets } from '#platform/secrets.ts';
import type { DueDelivery } from './webhook-delivery.store.ts';

/** Binding of a webhook's secret: sealed for one, it opens for no other. */
export function secretBoundTo(webhookId: string): string {
  return `api.webhook/secret/${webhookId}`;
}

/** Secrets that sign now: the current one, and for a day after a change the one before. */
export function signingSecrets(secrets: Secrets, due: DueDelivery, now: Date): string[] {
  const { secret, previous_secret, previous_until } = due;
  const isRotating = previous_secret !== null && previous_until !== null && now < previous_until;
  return [secret, ...(isRotating ? [previous_secret] : [])].map((sealed) =>
    secrets.open(sealed, secretBoundTo(due.webhook_id)).toString('utf8'),
  );
}
