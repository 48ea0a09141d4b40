// Requests to an endpoint, and the answers that it may give.
import { createHash } from 'node:crypto';
import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import {
  type AccessAnswer,
  accessAnswerSchema,
  type MachineAnswer,
  machineAnswerSchema,
  type ProvisionRequest,
} from '#contract/goods/access/provision.schema.ts';
import type { GoodsOfOne } from '#contract/goods/goods.ts';
import { ANSWER_BYTES, promisedWithinMs } from './provision-limits.rules.ts';

/** Facts of an entitlement that a shop may know. */
type Provisioned = {
  entitlement_id: string;
  account_id: string | null;
  seller_id: string | null;
  product_id: string;
  product_version: number | null;
  quantity: number;
  selected_options: SelectedOption[];
};

/** The same for one buyer and shop, another one for another shop: shops cannot find each other's buyers by it. Account ids are drawn by lot. */
export function buyerOf({ account_id, seller_id }: Pick<Provisioned, 'account_id' | 'seller_id'>): string {
  const digest = createHash('sha256')
    .update(`buyer of a shop\n${seller_id ?? ''}\n${account_id ?? ''}`)
    .digest('hex');
  return `buyer_${digest.slice(0, 24)}`;
}

export function requestBody(
  { type, id, at }: { type: ProvisionRequest['type']; id: string; at: Date },
  entitlement: Provisioned,
  more: Pick<ProvisionRequest['data'], 'session_id' | 'minutes_left' | 'valid_until' | 'template' | 'ssh_keys'> = {},
): string {
  const { entitlement_id, product_id, product_version: version, quantity, selected_options } = entitlement;
  const request: ProvisionRequest = {
    type,
    id,
    timestamp: at.toISOString(),
    data: { entitlement_id, product_id, version, quantity, selected_options, buyer: buyerOf(entitlement), ...more },
  };
  return JSON.stringify(request);
}

/** A call as it is stored, with what it is about. */
type StoredRequest = { body: string; promised_at: Date | null; goods: GoodsOfOne; expires_at: Date | null };

/**
 * Request to the endpoint at this moment, and until when access works that it sets up now. Access that comes later than promised loses
 * nothing of the time that was bought: that counts from then on, not from the purchase. In time each attempt sends the same.
 */
export function requestNow(asked: StoredRequest, at: Date): { body: string; until: Date | null } {
  const { body, promised_at: promisedAt, goods, expires_at: end } = asked;
  const request = JSON.parse(body) as ProvisionRequest;
  if (!request.data.valid_until) return { body, until: null };
  const until = new Date(request.data.valid_until);
  const isLate = promisedAt !== null && (at > promisedAt || at >= until);
  if (!isLate || goods.access?.valid_days === undefined) return { body, until };
  const waitedMs = at.getTime() - promisedAt.getTime() + promisedWithinMs(goods.access);
  const whole = new Date(until.getTime() + waitedMs);
  const later = end && end < whole ? end : whole;
  return {
    body: JSON.stringify({ ...request, data: { ...request.data, valid_until: later.toISOString() } }),
    until: later,
  };
}

/** An answer that can be used, or why not, for its shop. */
export type ReadAnswer<T> = { answer: T } | { fault: string };

export function readAccessAnswer(text: string): ReadAnswer<AccessAnswer> {
  return read(accessAnswerSchema, text);
}

export function readMachineAnswer(text: string): ReadAnswer<MachineAnswer> {
  return read(machineAnswerSchema, text);
}

type Schema<T> = {
  safeParse: (
    given: unknown,
  ) =>
    | { success: true; data: T }
    | { success: false; error: { issues: Array<{ path: PropertyKey[]; message: string }> } };
};

function read<T>(schema: Schema<T>, text: string): ReadAnswer<T> {
  if (Buffer.byteLength(text) > ANSWER_BYTES) return { fault: `Its answer is larger than ${ANSWER_BYTES / 1024} kB.` };
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { fault: 'Its answer is not JSON.' };
  }
  const parsed = schema.safeParse(given);
  if (parsed.success) return { answer: parsed.data };
  const [issue] = parsed.error.issues;
  const place = issue?.path.length ? `${issue.path.map(String).join('.')}: ` : '';
  return { fault: `Its answer cannot be used: ${place}${issue?.message ?? 'another shape'}.` };
}
