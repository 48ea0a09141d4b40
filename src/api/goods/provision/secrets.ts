// Secrets of endpoints and their answers, sealed and opened.
import type { Kysely } from 'kysely';
import type { AccessAnswer } from '#contract/goods/access/provision.schema.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { listSealedAnswers, replaceSealedAnswer } from './access-grant.store.ts';
import { listSealedEndpoints, replaceSealedEndpoint } from './endpoint.store.ts';
import { answerBoundTo, secretBoundTo } from './provision-secret.rules.ts';

type Sealed = { secret: Uint8Array | null; previous_secret: Uint8Array | null; previous_until: Date | null };

/** Secrets that sign now: the current one, and for a day after a change the one before. */
export function signingSecrets(secrets: Secrets, sellerId: string, sealed: Sealed, now: Date): string[] {
  const { secret, previous_secret: previous, previous_until: until } = sealed;
  const isRotating = previous !== null && until !== null && now < until;
  return [secret, isRotating ? previous : null]
    .filter((one) => one !== null)
    .map((one) => secrets.open(one, secretBoundTo(sellerId)).toString('utf8'));
}

export function sealAnswer(secrets: Secrets, entitlementId: string, answer: AccessAnswer): Buffer {
  return secrets.seal(JSON.stringify(answer), answerBoundTo(entitlementId));
}

export function openAnswer(secrets: Secrets, entitlementId: string, sealed: Uint8Array): AccessAnswer {
  return JSON.parse(secrets.open(sealed, answerBoundTo(entitlementId)).toString('utf8'));
}

const AT_ONCE = 500;

/** After a new key: everything is sealed with it. How much was. Safe to stop and to run again. */
export async function reEncryptProvision(db: Kysely<ApiTables>, secrets: Secrets): Promise<number> {
  let count = 0;
  for (const endpoint of await listSealedEndpoints(db)) {
    const bound = secretBoundTo(endpoint.seller_id);
    const renew = (sealed: Uint8Array) => {
      if (!secrets.isStale(sealed)) return sealed;
      count++;
      return secrets.seal(secrets.open(sealed, bound), bound);
    };
    await replaceSealedEndpoint(db, endpoint, {
      secret: renew(endpoint.secret),
      previous_secret: endpoint.previous_secret && renew(endpoint.previous_secret),
    });
  }
  for await (const stored of staleAnswers(db, secrets)) {
    const bound = answerBoundTo(stored.entitlement_id);
    await replaceSealedAnswer(db, stored, secrets.seal(secrets.open(stored.answer, bound), bound));
    count++;
  }
  return count;
}

/** True if something can only be opened with an older key. */
export async function provisionNeedsOlderKey(db: Kysely<ApiTables>, secrets: Secrets): Promise<boolean> {
  const endpoints = await listSealedEndpoints(db);
  if (
    endpoints.some(({ secret, previous_secret: previous }) =>
      [secret, previous].some((sealed) => sealed !== null && secrets.isStale(sealed)),
    )
  )
    return true;
  for await (const _ of staleAnswers(db, secrets)) return true;
  return false;
}

async function* staleAnswers(db: Kysely<ApiTables>, secrets: Secrets) {
  for (let behind = ''; ; ) {
    const page = await listSealedAnswers(db, behind, AT_ONCE);
    for (const stored of page) if (secrets.isStale(stored.answer)) yield stored;
    const last = page.at(-1);
    if (!last || page.length < AT_ONCE) return;
    behind = last.entitlement_id;
  }
}
