// After a new key: the secrets of webhooks are sealed with it.
import type { Kysely } from 'kysely';
import type { Secrets } from '#platform/secrets.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { secretBoundTo } from './secret.ts';
import { listSealedSecrets, replaceSealedSecrets } from './webhook-delivery.store.ts';

/** How many secrets were sealed again. Safe to stop and to run again. */
export async function reEncryptWebhooks(db: Kysely<ApiTables>, secrets: Secrets): Promise<number> {
  let count = 0;
  for (const webhook of await listSealedSecrets(db)) {
    const bound = secretBoundTo(webhook.webhook_id);
    const renew = (sealed: Uint8Array) => {
      if (!secrets.isStale(sealed)) return sealed;
      count++;
      return secrets.seal(secrets.open(sealed, bound), bound);
    };
    await replaceSealedSecrets(db, webhook, {
      secret: renew(webhook.secret),
      previous_secret: webhook.previous_secret && renew(webhook.previous_secret),
    });
  }
  return count;
}

/** True if a secret can only be opened with an older key. */
export async function webhooksNeedOlderKey(db: Kysely<ApiTables>, secrets: Secrets): Promise<boolean> {
  const webhooks = await listSealedSecrets(db);
  return webhooks.some(({ secret, previous_secret: previous }) =>
    [secret, previous].some((sealed) => sealed !== null && secrets.isStale(sealed)),
  );
}
