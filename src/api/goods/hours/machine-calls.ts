// Calls to a shop's endpoint about machines.
import { createHash, randomUUID } from 'node:crypto';
import type { MachineTemplate } from '#contract/goods/goods.ts';
import type { Db } from '../../schema/db.ts';
import type { StoredEntitlement } from '../entitlement/entitlement.store.ts';
import { insertCall } from '../provision/provision-call.store.ts';
import { GIVE_UP_MS, START_WITHIN_MS } from '../provision/provision-limits.rules.ts';
import { requestBody } from '../provision/provision-request.rules.ts';

export async function callMachine(
  transaction: Db,
  type: 'hours.start' | 'hours.stop' | 'hours.extend' | 'hours.status',
  of: {
    entitlement: StoredEntitlement;
    sessionId: string;
    minutesLeft: number;
    at: Date;
    inSeconds?: number;
    template?: MachineTemplate | null;
    sshKeys?: readonly string[];
    /** The call whose answer leads to this one: heard again it leads to the same. */
    because?: string;
  },
): Promise<void> {
  const { entitlement, sessionId, minutesLeft, at, inSeconds = 0, because, template, sshKeys = [] } = of;
  const id = because
    ? `prv_${createHash('sha256').update(`${because}\n${type}`).digest('hex').slice(0, 36)}`
    : `prv_${randomUUID()}`;
  const machine = {
    ...{ session_id: sessionId, minutes_left: minutesLeft },
    ...(template && { template }),
    ...(sshKeys.length > 0 && { ssh_keys: [...sshKeys] }),
  };
  const startBy = new Date(at.getTime() + START_WITHIN_MS);
  const isStart = type === 'hours.start';
  await insertCall(transaction, {
    id,
    type,
    seller_id: entitlement.seller_id ?? '',
    entitlement_id: entitlement.entitlement_id,
    session_id: sessionId,
    body: requestBody({ type, id, at }, entitlement, machine),
    // Until then it is tried often.
    promised_at: type === 'hours.extend' ? null : startBy,
    give_up_at: isStart ? startBy : new Date(at.getTime() + GIVE_UP_MS),
    inSeconds,
  });
}
