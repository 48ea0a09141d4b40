// Actions of owners on their webhooks. Changes of where events go are in the audit log.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Delivery, DeliveryDetail, PutWebhook, Webhook } from '#contract/selling/webhook.schema.ts';
import { OutsideError, type OutsideRules, resolveOutside } from '#platform/outside/post-outside.ts';
import type { Secrets } from '#platform/secrets.ts';
import { assertStillActs } from '../../access/still-acts.ts';
import { type AuditAction, recordAudit } from '../../audit/audit.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { lockSeller } from '../seller/seller.store.ts';
import { secretBoundTo } from './secret.ts';
import { secretText } from './signature.rules.ts';
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertDelivery,
  insertWebhook,
  type ListedWebhook,
  type StoredAttempt,
  type StoredDelivery,
  updateWebhook,
} from './webhook.store.ts';
import { type AddressRules, refusalOfAddress } from './webhook-address.rules.ts';
import { ROTATION_MS, webhookMaximum } from './webhook-limits.rules.ts';

export type Webhooks = {
  db: Kysely<ApiTables>;
  secrets: Secrets;
  address: AddressRules;
  outside: OutsideRules;
  now: () => Date;
};

type Member = { sellerId: string; by: string };
type Own = Member & { webhookId: string };
type Made = { webhook: ListedWebhook; secret: string };

const SECRET_BYTES = 32;

/** Why events cannot be sent there; null: they can. A name that leads nowhere yet may lead somewhere later. */
export async function checkAddress({ address, outside }: Webhooks, url: string): Promise<string | null> {
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

/** The secret is in the answer alone. Null: the shop has as many as it may have. */
export async function addWebhook(service: Webhooks, member: Member, wanted: PutWebhook): Promise<Made | null> {
  const { sellerId } = member;
  return service.db.transaction().execute(async (transaction) => {
    // A member who adds one at the same moment waits, and counts this one.
    await lockShop(transaction, member);
    if ((await countWebhooks(transaction, sellerId)) >= webhookMaximum) return null;
    const webhookId = randomUUID();
    const made = newSecret(service.secrets, webhookId);
    await insertWebhook(transaction, {
      ...columnsOf(wanted),
      webhook_id: webhookId,
      seller_id: sellerId,
      created_by: member.by,
      secret: made.sealed,
    });
    await audit(transaction, 'seller.webhook_added', { ...member, webhookId }, { host: new URL(wanted.url).host });
    const webhook = await findWebhook(transaction, { sellerId, webhookId });
    return webhook ? { webhook, secret: made.text } : null;
  });
}

/** One that is switched on again begins anew. Whoever says where events go to, or that they go there, answers for it from then on. */
export function changeWebhook(service: Webhooks, own: Own, wanted: PutWebhook): Promise<ListedWebhook | undefined> {
  return service.db.transaction().execute(async (transaction) => {
    await lockShop(transaction, own);
    const before = await findWebhook(transaction, own);
    if (!before) return undefined;
    const isTheirs = wanted.url !== before.url || (wanted.enabled && !before.enabled);
    await updateWebhook(transaction, own, {
      ...columnsOf(wanted),
      ...(isTheirs && { created_by: own.by }),
      ...(wanted.enabled && { off_reason: null, failing_since: null, failures: 0, paused_until: null }),
    });
    const webhook = await findWebhook(transaction, own);
    const details = { host: new URL(wanted.url).host, enabled: wanted.enabled };
    if (webhook) await audit(transaction, 'seller.webhook_changed', own, details);
    return webhook;
  });
}

export function removeWebhook(service: Webhooks, own: Own): Promise<boolean> {
  return service.db.transaction().execute(async (transaction) => {
    await lockShop(transaction, own);
    const isGone = await deleteWebhook(transaction, own);
    if (isGone) await audit(transaction, 'seller.webhook_removed', own);
    return isGone;
  });
}

/** A new secret; for a day the one before signs as well, so that whoever checks can change in their own time. */
export function rotateSecret(service: Webhooks, own: Own): Promise<Made | null> {
  return service.db.transaction().execute(async (transaction) => {
    await lockShop(transaction, own);
    const before = await findWebhook(transaction, own);
    if (!before) return null;
    const made = newSecret(service.secrets, own.webhookId);
    await updateWebhook(transaction, own, {
      secret: made.sealed,
      previous_secret: before.secret,
      previous_until: new Date(service.now().getTime() + ROTATION_MS),
    });
    await audit(transaction, 'seller.webhook_secret_rotated', own);
    const webhook = await findWebhook(transaction, own);
    return webhook ? { webhook, secret: made.text } : null;
  });
}

/** An event that says nothing: whether it arrives is what is asked. It is sent where the webhook is off, too. */
export async function testWebhook({ db, now }: Webhooks, { sellerId, webhookId }: Own): Promise<StoredDelivery | null> {
  if (!(await findWebhook(db, { sellerId, webhookId }))) return null;
  const type = 'webhook.test';
  return insertDelivery(db, {
    id: `dlv_${randomUUID()}`,
    webhook_id: webhookId,
    seller_id: sellerId,
    event_id: `evt_${randomUUID()}`,
    type,
    body: JSON.stringify({ type, timestamp: now().toISOString(), data: {} }),
  });
}

export function toWebhook(stored: ListedWebhook, now: Date): Webhook {
  const { previous_until: until } = stored;
  return {
    webhook_id: stored.webhook_id,
    url: stored.url,
    events: stored.events,
    enabled: stored.enabled,
    off_reason: stored.off_reason,
    failing_since: stored.failing_since?.toISOString() ?? null,
    previous_secret_until: until && until > now ? until.toISOString() : null,
    made_by: stored.made_by ?? '',
    made_with: stored.made_with,
    create_time: stored.created_at.toISOString(),
  };
}

export function toDelivery(stored: StoredDelivery): Delivery {
  return {
    delivery_id: stored.id,
    event_id: stored.event_id,
    type: stored.type,
    state: stored.state === 'sent' ? 'delivered' : stored.state,
    attempts: stored.attempts,
    failure: stored.failure,
    next_attempt_at: stored.state === 'waiting' ? stored.due_at.toISOString() : null,
    create_time: stored.created_at.toISOString(),
  };
}

export function toDetail(stored: StoredDelivery, attempts: StoredAttempt[]): DeliveryDetail {
  return {
    ...toDelivery(stored),
    request_body: stored.body,
    tries: attempts.map(({ at, url, request_headers, status, answer, duration_ms, error }) => ({
      at: at.toISOString(),
      url,
      request_headers,
      status,
      answer,
      duration_ms,
      error,
    })),
  };
}

/** Members who left while the address was looked up, which takes seconds, send events nowhere, and learn no secret. Throws then. */
async function lockShop(transaction: Kysely<ApiTables>, member: Member): Promise<void> {
  await lockSeller(transaction, member.sellerId);
  await assertStillActs(transaction, member, 'manageWebhooks');
}

function columnsOf({ url, events, enabled }: PutWebhook) {
  return { url, events: JSON.stringify(events), enabled };
}

function newSecret(secrets: Secrets, webhookId: string): { text: string; sealed: Buffer } {
  const text = secretText(randomBytes(SECRET_BYTES));
  return { text, sealed: secrets.seal(text, secretBoundTo(webhookId)) };
}

async function audit(
  transaction: Kysely<ApiTables>,
  action: Extract<AuditAction, `seller.webhook_${string}`>,
  { sellerId, by, webhookId }: Own,
  details: Record<string, string | boolean> = {},
): Promise<void> {
  await recordAudit(
    transaction,
    { kind: 'customer' },
    { action, subject: { kind: 'seller', id: sellerId }, details: { by, webhook: webhookId, ...details } },
  );
}
