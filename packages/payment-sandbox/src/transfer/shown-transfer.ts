import { expandedMovement } from '../balance/expanded-movement.ts';
import { firstPage } from '../protocol/list-object.ts';
import type { Db, Transfer } from '../schema.ts';
import { transferObject } from './transfer.object.ts';
import { listReversals } from './transfer.store.ts';

const REVERSALS_SHOWN = 10;

export async function shownTransfer(db: Db, transfer: Transfer, expanded?: { now: Date } | undefined): Promise<object> {
  const shown = { limit: REVERSALS_SHOWN };
  const reversals = transfer.amount_reversed > 0 ? await listReversals(db, transfer.id, firstPage(shown)) : [];
  const object = transferObject(transfer, reversals, REVERSALS_SHOWN);
  return expanded ? expandedMovement(db, object, null, expanded.now) : object;
}
