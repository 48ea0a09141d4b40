// Events on their way to the machines of sellers.
import type { Kysely } from 'kysely';
import type { OffReason } from '#contract/selling/webhook.ts';
import { isMailable, type SendMail } from '#mail/mailer.ts';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/observability/log.ts';
import { createDelivery, type Delivery } from '#platform/outbox/delivery.ts';
import { DeliveryError } from '#platform/outbox/delivery-error.ts';
import { type OutsideAnswer, OutsideError, type OutsideRules, postOutside } from '#platform/outside/post-outside.ts';
import type { Secrets } from '#platform/secrets.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { signingSecrets } from './secret.ts';
import { signatureHeaders } from './signature.rules.ts';
import {
  type DueDelivery,
  findDue,
  pauseWebhook,
  recordArrival,
  recordAttempt,
  recordMiss,
  switchOff,
  webhookOutbox,
} from './webhook-delivery.store.ts';
import {
  ANSWER_BYTES,
  DELIVERIES_AT_ONCE,
  GIVE_UP_DAYS,
  PATIENCE_MS,
  pauseSeconds,
  retries,
} from './webhook-limits.rules.ts';
import { switchedOffMail } from './webhook-mail.rules.ts';

const GONE = 410;

export type WebhookService = {
  database: Database<ApiTables>;
  secrets: Secrets;
  /** Which machines may be called. */
  outside: OutsideRules;
  sendMail: SendMail;
  shop: { origin: string };
  patienceMs?: number;
  log: Log;
  now: () => Date;
};

/**
 * Posts what waits for webhooks, in any number of processes at once: each delivery is in the hands of one of them. One that is killed leaves its
 * deliveries to the next: an event may arrive twice, with the same webhook-id. The order of events is not kept.
 */
export function createWebhookDelivery(service: WebhookService): Delivery {
  return createDelivery({
    database: service.database,
    outbox: webhookOutbox,
    channel: 'api_webhook_delivery',
    part: 'webhooks',
    atOnce: DELIVERIES_AT_ONCE,
    inTurn: true,
    plan: retries,
    isOthersFault: true,
    log: service.log,
    deliver: ({ id }, signal) => deliver(service, id, signal),
  });
}

async function deliver(service: WebhookService, id: string, signal: AbortSignal): Promise<void> {
  const db = service.database.kysely;
  const due = await findDue(db, id);
  if (!due) throw new DeliveryError('The webhook was removed.', true);
  const isTest = due.type === 'webhook.test';
  if (!due.enabled && !isTest) throw new DeliveryError('The webhook is switched off.', true);
  const outcome = await attempt(service, due, signal);
  if (outcome.reason === null) return isTest ? undefined : recordArrival(db, due.webhook_id);
  // An attempt that was given up because this process ends says nothing of the other side.
  if (!isTest && !signal.aborted) await recordFailure(service, due, outcome.status);
  // A test is for somebody who waits for its outcome.
  throw new DeliveryError(outcome.reason, isTest || outcome.status === GONE);
}

type Outcome = { status: number | null; reason: string | null };

async function attempt(service: WebhookService, due: DueDelivery, signal: AbortSignal): Promise<Outcome> {
  const { id, event_id, url, body } = due;
  const at = service.now();
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Hearth webhooks',
    ...signatureHeaders({ id: event_id, at, body }, signingSecrets(service.secrets, due, at)),
  };
  const started = performance.now();
  const post = { url, headers, body, timeoutMs: service.patienceMs ?? PATIENCE_MS, mostBytes: ANSWER_BYTES, signal };
  const answer = await postOutside(post, service.outside).catch((error): { error: string } => {
    if (error instanceof OutsideError) return { error: error.message };
    throw error;
  });
  const outcome = outcomeOf(answer);
  await recordAttempt(service.database.kysely, {
    delivery_id: id,
    url,
    request_headers: JSON.stringify(headers),
    status: outcome.status,
    answer: 'answer' in answer ? answer.answer : '',
    duration_ms: Math.round(performance.now() - started),
    error: outcome.reason,
  });
  return outcome;
}

function outcomeOf(answer: OutsideAnswer | { error: string }): Outcome {
  if ('error' in answer) return { status: null, reason: answer.error };
  const { status } = answer;
  if (status >= 200 && status < 300) return { status, reason: null };
  const isRedirect = status >= 300 && status < 400;
  return { status, reason: `It answered ${status}${isRedirect ? '. Redirects are not followed' : ''}.` };
}

async function recordFailure(service: WebhookService, due: DueDelivery, status: number | null): Promise<void> {
  const db = service.database.kysely;
  const missed = await recordMiss(db, due.webhook_id);
  if (!missed) return;
  if (status === GONE) return giveUp(service, db, due, 'gone');
  if (missed.days > GIVE_UP_DAYS) return giveUp(service, db, due, 'failing');
  const pause = pauseSeconds(missed.failures);
  if (pause !== null) await pauseWebhook(db, due.webhook_id, pause);
}

async function giveUp(
  { sendMail, shop }: WebhookService,
  db: Kysely<ApiTables>,
  { webhook_id, url }: DueDelivery,
  reason: OffReason,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const off = await switchOff(transaction, webhook_id, reason);
    if (!off) return;
    const subject = { kind: 'seller' as const, id: off.sellerId };
    await recordAudit(
      transaction,
      { kind: 'job' },
      { action: 'seller.webhook_switched_off', subject, details: { webhook: webhook_id, reason } },
    );
    for (const to of off.owners.filter(isMailable))
      await sendMail(transaction, switchedOffMail(shop, { to, url, reason }));
  });
}
