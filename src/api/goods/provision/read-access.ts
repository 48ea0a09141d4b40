import type { AccessAnswer, LibraryAccess } from '#contract/goods/access/provision.schema.ts';
import type { AccessState } from '#contract/goods/access/provision.ts';
import type { Secrets } from '#platform/secrets.ts';
import { renderAccessText } from '../../catalogue/ports.rules.ts';
import type { Db } from '../../schema/db.ts';
import { accessUntil, type EntitlementStatus, statusOf } from '../entitlement/entitlement.rules.ts';
import { findEntitlement, type StoredEntitlement } from '../entitlement/entitlement.store.ts';
import { findGrant, type StoredGrant } from './access-grant.store.ts';
import { buyerOf } from './provision-request.rules.ts';
import { openAnswer } from './secrets.ts';

export type AccessReads = {
  db: Db;
  secrets: Secrets;
  /** The keys that came with it, as they are shown to the buyer; none where it has none. */
  keysOf?: (entitlement: StoredEntitlement) => Promise<string[]>;
  now: () => Date;
};

const nothing = { text: null, fields: [] };

/** Reads the access of this account by it; null where it has no such thing, or nothing is reached by it. */
export async function readLibraryAccess(
  reads: AccessReads,
  accountId: string,
  entitlementId: string,
): Promise<LibraryAccess | null> {
  const entitlement = await findEntitlement(reads.db, accountId, entitlementId);
  const { access } = entitlement?.goods ?? {};
  if (!entitlement || !access) return null;
  const now = reads.now();
  const grant = await findGrant(reads.db, entitlementId);
  const answer = grant?.answer ? openAnswer(reads.secrets, entitlementId, grant.answer) : null;
  const until = endOf(entitlement, grant, answer);
  const state = stateOf({ by: access.by, standing: statusOf(entitlement, now), grant, until, now });
  const shown = state === 'ready' ? await shownOf(reads, entitlement, answer) : nothing;
  return {
    entitlement_id: entitlementId,
    product_id: entitlement.product_id,
    product_name: entitlement.product_name,
    by: access.by,
    state,
    ...shown,
    expires_at:
      state === 'ready' || (state === 'ended' && until && until <= now) ? (until?.toISOString() ?? null) : null,
    promised_at: grant?.promised_at?.toISOString() ?? null,
    ready_at: state === 'ready' ? (grant?.ready_at ?? entitlement.granted_at).toISOString() : null,
    offers_money_back: state === 'late' && entitlement.because === 'order',
  };
}

function stateOf(of: {
  by: 'text' | 'endpoint';
  standing: EntitlementStatus;
  grant: StoredGrant | undefined;
  /** When what was bought is over; null: never. */
  until: Date | null;
  now: Date;
}): AccessState {
  const { standing, grant, until, now } = of;
  if (standing === 'on_hold') return 'on_hold';
  if (grant?.money_back_at) return 'money_back';
  if (standing !== 'active') return 'ended';
  if (until && until <= now) return 'ended';
  if (of.by === 'text' || grant?.state === 'ready') return 'ready';
  return grant?.promised_at && grant.promised_at <= now ? 'late' : 'being_set_up';
}

async function shownOf(
  { keysOf = async () => [] }: AccessReads,
  entitlement: StoredEntitlement,
  answer: AccessAnswer | null,
): Promise<Pick<LibraryAccess, 'text' | 'fields'>> {
  const { access } = entitlement.goods;
  if (access?.by !== 'text') {
    const { text = null, fields = [] } = answer ?? {};
    return { text, fields };
  }
  const { text = '' } = access;
  // Some keys are made when they are first asked for.
  const keys = text.includes('{{') ? await keysOf(entitlement) : [];
  const facts = { ...entitlement, buyer: buyerOf(entitlement), keys };
  return { text: renderAccessText(text, facts), fields: [] };
}

/** The earlier of what was bought and of what the endpoint has answered. What an endpoint has not set up yet has no end. */
function endOf(
  entitlement: StoredEntitlement,
  grant: StoredGrant | undefined,
  answer: AccessAnswer | null,
): Date | null {
  const isAwaited = entitlement.goods.access?.by === 'endpoint' && (!grant || grant.state === 'waiting');
  if (isAwaited) return null;
  const [paid, named] = [
    grant?.ends_at ?? accessUntil(entitlement),
    answer?.expires_at ? new Date(answer.expires_at) : null,
  ];
  return paid && named ? new Date(Math.min(paid.getTime(), named.getTime())) : (paid ?? named);
}
