import { entryOf } from '#contract';
import { listMovementsOf } from '../balance/balance.store.ts';
import { recordReinstatement } from '../balance/record-payment.ts';
import { emit } from '../event/emit.ts';
import { disputeClosed } from '../protocol/errors.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Db, Dispute } from '../schema.ts';
import { disputeObject } from './dispute.object.ts';
import { updateDispute } from './dispute.store.ts';

type Closed = 'won' | 'lost' | 'warning_closed';

/** The provider's own words for evidence that decides a dispute at once in its test mode. */
const verdicts: Record<string, 'won' | 'lost'> = { winning_evidence: 'won', losing_evidence: 'lost' };

/** The shop's answer to a dispute that the transaction has locked. Without `submits` it is only stored. */
export async function answerDispute(
  transaction: Db,
  sandbox: Pick<Sandbox, 'now' | 'listensTo'>,
  dispute: Dispute,
  given: { evidence: Record<string, string>; metadata: Record<string, string>; submits: boolean },
): Promise<Dispute> {
  refuseClosed(dispute);
  const evidence = { ...dispute.evidence, ...given.evidence };
  const submits = given.submits && Object.keys(evidence).length > 0;
  const isInquiry = dispute.status.startsWith('warning');
  const reviewed = isInquiry ? ('warning_under_review' as const) : ('under_review' as const);
  const answered = await updateDispute(transaction, dispute.id, {
    evidence: JSON.stringify(evidence),
    metadata: JSON.stringify({ ...dispute.metadata, ...given.metadata }),
    ...(submits && { status: reviewed, submissions: dispute.submissions + 1 }),
  });
  await emit(transaction, sandbox, [
    {
      type: 'charge.dispute.updated',
      object: disputeObject(answered, await listMovementsOf(transaction, answered.id)),
      previous: { evidence: dispute.evidence, metadata: dispute.metadata, status: dispute.status },
    },
  ]);
  const verdict = submits ? entryOf(verdicts, evidence.uncategorized_text) : undefined;
  if (!verdict) return answered;
  return closeDispute(transaction, sandbox, answered, isInquiry ? 'warning_closed' : verdict);
}

/** The bank has decided, or the shop has accepted the dispute (`lost`). */
export async function closeDispute(
  transaction: Db,
  sandbox: Pick<Sandbox, 'now' | 'listensTo'>,
  dispute: Dispute,
  status: Closed,
): Promise<Dispute> {
  refuseClosed(dispute);
  const closed = await updateDispute(transaction, dispute.id, { status });
  if (status === 'won') await recordReinstatement(transaction, sandbox, closed);
  const object = disputeObject(closed, await listMovementsOf(transaction, closed.id));
  await emit(transaction, sandbox, [
    { type: 'charge.dispute.closed', object, previous: { status: dispute.status } },
    ...(status === 'won' ? [{ type: 'charge.dispute.funds_reinstated' as const, object }] : []),
  ]);
  return closed;
}

function refuseClosed({ status }: Dispute) {
  if (['won', 'lost', 'warning_closed'].includes(status)) throw disputeClosed();
}
