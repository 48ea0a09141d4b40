import type { Updateable } from 'kysely';
import { emit, emitThin } from '../event/emit.ts';
import type { ThinEventType } from '../event/event-type.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Account, AccountTable, Db } from '../schema.ts';
import { accountV1Object } from './account.object.ts';
import { updateAccount } from './account.store.ts';
import { requirementEntries, transfersStatus } from './requirements.rules.ts';

/** Changes an account that the transaction has locked, and tells what has become of it. Answers what the shop can be told of now. */
export async function changeAccount(
  transaction: Db,
  sandbox: Pick<Sandbox, 'now' | 'listensTo'>,
  before: Account,
  changes: Updateable<AccountTable>,
  { directly = false } = {},
): Promise<{ account: Account; events: string[] }> {
  const account = await updateAccount(transaction, before.id, changes);
  const happened: { type: ThinEventType; data?: object }[] = [{ type: 'v2.core.account.updated' }];
  if (describe(requirementEntries(before)) !== describe(requirementEntries(account)))
    happened.push({ type: 'v2.core.account[requirements].updated' });
  if (transfersStatus(before) !== transfersStatus(account))
    happened.push(
      ...['stripe_balance.stripe_transfers', 'stripe_balance.payouts'].map((updated_capability) => ({
        type: 'v2.core.account[configuration.recipient].capability_status_updated' as const,
        data: { updated_capability },
      })),
    );
  const thinEvents = await emitThin(
    transaction,
    sandbox,
    happened.map((event) => ({ ...event, account: account.id })),
    { directly },
  );
  const updated = { type: 'account.updated', object: accountV1Object(account), account: account.id } as const;
  return { account, events: [...thinEvents, ...(await emit(transaction, sandbox, [updated], { directly }))] };
}

function describe(entries: object[]): string {
  return JSON.stringify(entries);
}
