// Calls on their way to the endpoints of shops, and what they answer.
import type { AccessAnswer, MachineAnswer } from '#contract/goods/access/provision.schema.ts';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/observability/log.ts';
import { createDelivery, type Delivery } from '#platform/outbox/delivery.ts';
import { DeliveryError } from '#platform/outbox/delivery-error.ts';
import { type OutsideAnswer, OutsideError, type OutsideRules, postOutside } from '#platform/outside/post-outside.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { signatureHeaders } from '../../selling/ports.rules.ts';
import { hasAnswered, recordAnswer } from './access-grant.store.ts';
import { pauseEndpoint, recordNotTaken, recordTaken } from './endpoint.store.ts';
import { type DueCall, findDueCall, provisionOutbox } from './provision-call.store.ts';
import { ANSWER_BYTES, CALLS_AT_ONCE, PATIENCE_MS, pauseOf, retries } from './provision-limits.rules.ts';
import { type ReadAnswer, readAccessAnswer, readMachineAnswer, requestNow } from './provision-request.rules.ts';
import { sealAnswer, signingSecrets } from './secrets.ts';

/** A call about a machine. */
type MachineCall = { id: string; type: DueCall['type']; sessionId: string };

type ProvisionService = {
  database: Database<ApiTables>;
  secrets: Secrets;
  /** Which machines may be called. */
  outside: OutsideRules;
  /** Something of this order is there: it is delivered. */
  deliverGoods: (orderId: string) => Promise<void>;
  /** Handlers of calls about machines. `answer` is null of calls that answer nothing but that they were taken. */
  machines: {
    answered: (call: MachineCall, answer: MachineAnswer | null) => Promise<void>;
    givenUp: (call: MachineCall, reason: string) => Promise<void>;
  };
  patienceMs?: number;
  log: Log;
  now: () => Date;
};

/**
 * Posts what waits for endpoints, in any number of processes at once: each call is in the hands of one of them. One that is killed leaves its calls
 * to the next: a call may arrive twice, with the same id.
 */
export function createProvisionDelivery(service: ProvisionService): Delivery {
  return createDelivery({
    database: service.database,
    outbox: provisionOutbox,
    channel: 'api_provision_call',
    part: 'provision',
    atOnce: CALLS_AT_ONCE,
    inTurn: true,
    plan: retries,
    isOthersFault: true,
    log: service.log,
    deliver: ({ id }, signal) => deliver(service, id, signal),
  });
}

async function deliver(service: ProvisionService, id: string, signal: AbortSignal): Promise<void> {
  const db = service.database.kysely;
  const due = await findDueCall(db, id);
  if (!due) throw new DeliveryError('What it was about is gone.', true);
  // A process ended after it had noted the answer: nobody needs to be asked again, and the endpoint may be gone meanwhile.
  if (due.order_id && due.type === 'access.grant' && (await hasAnswered(db, due.entitlement_id, id)))
    return service.deliverGoods(due.order_id);
  const { body, until } = requestNow(due, service.now());
  const outcome = await attempt(service, { ...due, body }, signal);
  if ('failure' in outcome) {
    // Calls that were cut off because this process ends say nothing of the other side.
    if (signal.aborted) throw new DeliveryError(outcome.failure, false);
    if (due.url) await recordFailure(service, due.seller_id, outcome);
    const isOver = service.now() >= due.give_up_at;
    if (isOver && due.session_id)
      await service.machines.givenUp({ id, type: due.type, sessionId: due.session_id }, outcome.failure);
    throw new DeliveryError(outcome.failure, isOver);
  }
  await recordTaken(db, due.seller_id);
  if (due.session_id)
    await service.machines.answered({ id, type: due.type, sessionId: due.session_id }, outcome.machine ?? null);
  if (!outcome.access) return;
  const { entitlement_id: entitlementId } = due;
  const answer = sealAnswer(service.secrets, entitlementId, outcome.access);
  await recordAnswer(db, { entitlementId, callId: id, answer, at: service.now(), until });
  if (due.order_id) await service.deliverGoods(due.order_id);
}

type Failed = { failure: string; retryAfterSeconds?: number };
type Outcome = Failed | { access?: AccessAnswer; machine?: MachineAnswer };

async function attempt(service: ProvisionService, due: DueCall, signal: AbortSignal): Promise<Outcome> {
  const posted = await post(service, due, signal);
  if ('failure' in posted) return posted;
  const { status, answer: text, ...asked } = posted;
  if (status < 200 || status >= 300) return { failure: failureOf(status), ...asked };
  if (due.type === 'access.grant') return used(readAccessAnswer(text), (access) => ({ access }));
  if (due.type === 'hours.start' || due.type === 'hours.status')
    return used(readMachineAnswer(text), (machine) => ({ machine }));
  return {};
}

function used<T>(read: ReadAnswer<T>, as: (answer: T) => Outcome): Outcome {
  return 'fault' in read ? { failure: read.fault } : as(read.answer);
}

export function failureOf(status: number): string {
  return `It answered ${status}${status >= 300 && status < 400 ? '. Redirects are not followed' : ''}.`;
}

type Posted = OutsideAnswer | { failure: string };

/** Calls an endpoint once, signed. */
export async function post(
  service: Pick<ProvisionService, 'secrets' | 'outside' | 'patienceMs' | 'now'>,
  due: Pick<DueCall, 'id' | 'seller_id' | 'body' | 'url' | 'secret' | 'previous_secret' | 'previous_until'>,
  signal?: AbortSignal,
): Promise<Posted> {
  const { id, body, url } = due;
  if (!url) return { failure: 'The shop has no endpoint.' };
  const at = service.now();
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': 'Hearth provision',
    ...signatureHeaders({ id, at, body }, signingSecrets(service.secrets, due.seller_id, due, at)),
  };
  const timeoutMs = service.patienceMs ?? PATIENCE_MS;
  const sent = { url, headers, body, timeoutMs, mostBytes: ANSWER_BYTES + 1, ...(signal && { signal }) };
  try {
    return await postOutside(sent, service.outside);
  } catch (error) {
    if (error instanceof OutsideError) return { failure: error.message };
    throw error;
  }
}

async function recordFailure({ database }: ProvisionService, sellerId: string, failed: Failed): Promise<void> {
  const failures = await recordNotTaken(database.kysely, sellerId, failed.failure);
  const pause = pauseOf(failures, failed.retryAfterSeconds);
  if (pause > 0) await pauseEndpoint(database.kysely, sellerId, pause);
}
