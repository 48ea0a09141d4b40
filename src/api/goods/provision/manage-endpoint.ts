// Actions of owners on the endpoint of their shop. Changes of where calls go are in the audit log.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Endpoint, EndpointTest } from '#contract/goods/access/provision.schema.ts';
import type { Actor } from '#platform/audit/audit-log.ts';
import { OutsideError, type OutsideRules, resolveOutside } from '#platform/outside/post-outside.ts';
import type { Secrets } from '#platform/secrets.ts';
import { assertStillActs } from '../../access/still-acts.ts';
import { type AuditAction, recordAudit } from '../../audit/audit.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { type AddressRules, refusalOfAddress, secretText } from '../../selling/ports.rules.ts';
import { lockSeller } from '../../selling/ports.ts';
import { failureOf, post } from './deliver-calls.ts';
import {
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  recordNotTaken,
  recordTaken,
  type StoredEndpoint,
  updateEndpoint,
} from './endpoint.store.ts';
import { wakeCalls } from './provision-call.store.ts';
import { ROTATION_MS, SHOWN_BYTES } from './provision-limits.rules.ts';
import { requestBody } from './provision-request.rules.ts';
import { secretBoundTo } from './provision-secret.rules.ts';

export type Endpoints = {
  db: Kysely<ApiTables>;
  secrets: Secrets;
  address: AddressRules;
  outside: OutsideRules;
  patienceMs?: number;
  now: () => Date;
};

/** `sellerId` '' is the operator. `actor` says it where it is done by a command; `by` is the account otherwise. */
export type EndpointOwner = { sellerId: string; by: string; actor?: Actor };
type Made = { endpoint: StoredEndpoint; secret: string | null };

const SECRET_BYTES = 32;

/** Why calls cannot be made there; null: they can. A name that leads nowhere yet may lead somewhere later. */
export async function checkEndpointAddress(
  { address, outside }: Pick<Endpoints, 'address' | 'outside'>,
  url: string,
): Promise<string | null> {
  const refusal = refusalOfAddress(url, address);
  if (refusal) return refusal;
  try {
    await resolveOutside(new URL(url), outside);
    return null;
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    return error.isRefusal ? `url cannot be called. ${error.message}` : null;
  }
}

/** The secret is in the answer alone, where there was no endpoint before; otherwise it stays. What has waited is asked for at once. */
export function putEndpoint(
  { db, secrets }: Pick<Endpoints, 'db' | 'secrets'>,
  owner: EndpointOwner,
  url: string,
): Promise<Made> {
  const { sellerId } = owner;
  return db.transaction().execute(async (transaction) => {
    await lockShop(transaction, owner);
    const made = newSecret(secrets, sellerId);
    const inserted = await insertEndpoint(transaction, { seller_id: sellerId, url, secret: made.sealed });
    const anew = { failing_since: null, failures: 0, paused_until: null, last_failure: null };
    const endpoint = inserted ?? (await updateEndpoint(transaction, sellerId, { url, ...anew }));
    if (!endpoint) throw new Error('an endpoint was removed while it was changed');
    await audit(transaction, 'seller.endpoint_set', owner, { host: new URL(url).host });
    await wakeCalls(transaction, sellerId);
    return { endpoint, secret: inserted ? made.text : null };
  });
}

/** Calls that wait for it go on waiting. */
export function removeEndpoint({ db }: Pick<Endpoints, 'db'>, owner: EndpointOwner): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockShop(transaction, owner);
    const isGone = await deleteEndpoint(transaction, owner.sellerId);
    if (isGone) await audit(transaction, 'seller.endpoint_removed', owner);
    return isGone;
  });
}

/** A new secret; for a day the one before signs as well. */
export function rotateEndpointSecret(
  { db, secrets, now }: Pick<Endpoints, 'db' | 'secrets' | 'now'>,
  owner: EndpointOwner,
): Promise<Made | null> {
  return db.transaction().execute(async (transaction) => {
    await lockShop(transaction, owner);
    const before = await findEndpoint(transaction, owner.sellerId);
    if (!before) return null;
    const made = newSecret(secrets, owner.sellerId);
    const endpoint = await updateEndpoint(transaction, owner.sellerId, {
      secret: made.sealed,
      previous_secret: before.secret,
      previous_until: new Date(now().getTime() + ROTATION_MS),
    });
    await audit(transaction, 'seller.endpoint_secret_rotated', owner);
    return endpoint ? { endpoint, secret: made.text } : null;
  });
}

/** Members who left meanwhile set up nobody's purchases, and learn no secret. Throws then. The operator's own endpoint has no shop. */
async function lockShop(transaction: Kysely<ApiTables>, owner: EndpointOwner): Promise<void> {
  if (owner.sellerId === '' || owner.actor) return;
  await lockSeller(transaction, owner.sellerId);
  await assertStillActs(transaction, owner, 'manageWebhooks');
}

/** Calls it now with something that asks for nothing. */
export async function testEndpoint(service: Endpoints, sellerId: string): Promise<EndpointTest | null> {
  const endpoint = await findEndpoint(service.db, sellerId);
  if (!endpoint) return null;
  const id = `prv_${randomUUID()}`;
  const nothing = {
    entitlement_id: 'test',
    account_id: 'test',
    seller_id: sellerId,
    product_id: 'test',
    product_version: null,
    quantity: 1,
    selected_options: [],
  };
  const body = requestBody({ type: 'provision.test', id, at: service.now() }, nothing);
  const started = performance.now();
  const posted = await post(service, { ...endpoint, id, body });
  const status = 'status' in posted ? posted.status : null;
  const failure = 'failure' in posted ? posted.failure : isTaken(posted.status) ? null : failureOf(posted.status);
  if (failure === null) await recordTaken(service.db, sellerId);
  else await recordNotTaken(service.db, sellerId, failure);
  return {
    ok: failure === null,
    status,
    answer: 'answer' in posted ? posted.answer.slice(0, SHOWN_BYTES) : '',
    duration_ms: Math.round(performance.now() - started),
    failure,
  };
}

function isTaken(status: number): boolean {
  return status >= 200 && status < 300;
}

export function toEndpoint(stored: StoredEndpoint, now: Date): Endpoint {
  const { previous_until: until } = stored;
  return {
    url: stored.url,
    last_success_at: stored.last_success_at?.toISOString() ?? null,
    failing_since: stored.failing_since?.toISOString() ?? null,
    last_failure: stored.last_failure,
    previous_secret_until: until && until > now ? until.toISOString() : null,
    create_time: stored.created_at.toISOString(),
    update_time: stored.updated_at.toISOString(),
  };
}

function newSecret(secrets: Secrets, sellerId: string): { text: string; sealed: Buffer } {
  const text = secretText(randomBytes(SECRET_BYTES));
  return { text, sealed: secrets.seal(text, secretBoundTo(sellerId)) };
}

async function audit(
  transaction: Kysely<ApiTables>,
  action: Extract<AuditAction, `seller.endpoint_${string}`>,
  { sellerId, by, actor = { kind: 'customer' } }: EndpointOwner,
  details: Record<string, string> = {},
): Promise<void> {
  await recordAudit(transaction, actor, {
    action,
    subject: { kind: 'seller', id: sellerId || 'operator' },
    details: { by, ...details },
  });
}
