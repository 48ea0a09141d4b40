// Money that a buyer pays in: asked for here, paid on the provider's page, and in the wallet when the provider says so.
import { randomBytes } from 'node:crypto';
import type { Refused } from '#contract/refusal.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { unauthenticated } from '../../access/authenticate.ts';
import { hasEnded } from '../../people/ports.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { payInEnd, refusalOfPayIn } from './buyer-wallet.rules.ts';
import { findWallet, lockWallet } from './buyer-wallet.store.ts';
import type { BuyerWalletService } from './buyer-wallet-service.ts';
import {
  findPayIn,
  findPayInByKey,
  insertPayIn,
  recordPayInSession,
  type StoredPayIn,
  updatePayIn,
} from './pay-in.store.ts';
import { settlePayIn } from './settle-pay-in.ts';

/** The provider's own message is usually there within seconds. */
const FIRST_LOOK_MS = 2 * 60_000;

/** `since`: when the token was issued with which it is asked for; none where the shop itself does. */
type Asked = { accountId: string; email: string; cents: number; requestKey: string; since?: Date };

/** The same key is the same pay-in, also where its page could not be had before. */
export async function payIn(service: BuyerWalletService, asked: Asked): Promise<{ payIn: StoredPayIn } | Refused> {
  const made = await inTransaction(service.db, async (transaction): Promise<{ payIn: StoredPayIn } | Refused> => {
    const { accountId, email, cents, requestKey, since } = asked;
    await lockWallet(transaction, accountId);
    // It was deleted while this waited: nobody would be there to use it.
    if (since && (await hasEnded(transaction, accountId, since))) throw unauthenticated();
    const known = await findPayInByKey(transaction, accountId, requestKey);
    if (known) return known.amount_cents === cents ? { payIn: known } : { refused: { code: 'request_key_reused' } };
    const now = service.now();
    const refused = refusalOfPayIn(await findWallet(transaction, accountId, now), cents, service.isOpen);
    if (refused) return { refused };
    const payIn = await insertPayIn(transaction, {
      pay_in_id: newPayInId(),
      account_id: accountId,
      user_id: email,
      amount_cents: cents,
      request_key: requestKey,
      created_at: now,
      expires_at: payInEnd(now),
      next_check_at: new Date(now.getTime() + FIRST_LOOK_MS),
    });
    return { payIn };
  });
  return 'refused' in made ? made : openPage(service, made.payIn);
}

type Found = { payIn: StoredPayIn } | Refused | null;

/** As the provider says it is now. Null: the account has no such pay-in. */
export function readPayIn(service: BuyerWalletService, accountId: string, payInId: string): Promise<Found> {
  return settled(service, accountId, payInId, (known) => askForPayIn(service, known));
}

/** Ends an open one, so that nobody can pay it any more; what was paid meanwhile is in the wallet. */
export function cancelPayIn(service: BuyerWalletService, accountId: string, payInId: string): Promise<Found> {
  return settled(service, accountId, payInId, async ({ session_id: sessionId }) => {
    if (!sessionId) return expireUnpaged(service, payInId);
    const session = await service.provider.expireSession(sessionId);
    if (session) await settlePayIn(service, payInId, session);
  });
}

async function settled(
  service: BuyerWalletService,
  accountId: string,
  payInId: string,
  ask: (known: StoredPayIn) => Promise<void>,
): Promise<Found> {
  const known = isStorableText(payInId) ? await findPayIn(service.db, payInId) : undefined;
  if (known?.account_id !== accountId) return null;
  if (known.state !== 'open') return { payIn: known };
  try {
    await ask(known);
  } catch (error) {
    if (!service.provider.isAway(error)) throw error;
    service.log.warn({ part: 'api', pay_in: payInId, error: String(error) }, 'the payment provider does not answer');
    return { refused: { code: 'provider_away', effect: 'nothing_changed' } };
  }
  return { payIn: (await findPayIn(service.db, payInId)) ?? known };
}

/** Makes true what the provider says of an open pay-in. */
export async function askForPayIn(service: BuyerWalletService, payIn: StoredPayIn): Promise<void> {
  if (!payIn.session_id) return void (await openPage(service, payIn));
  const session = await service.provider.findSession(payIn.session_id);
  if (session) await settlePayIn(service, payIn.pay_in_id, session);
}

async function openPage(service: BuyerWalletService, payIn: StoredPayIn): Promise<{ payIn: StoredPayIn } | Refused> {
  if (payIn.state !== 'open' || payIn.session_id) return { payIn };
  const { pay_in_id: id } = payIn;
  try {
    const session = await service.provider.createPayInSession(payIn);
    await recordPayInSession(service.db, id, { session_id: session.id, checkout_url: session.url });
    // Asked for again long after, by whoever finds it: it may have been paid, or be over.
    if (session.state !== 'open') await settlePayIn(service, id, session);
    return { payIn: (await findPayIn(service.db, id)) ?? payIn };
  } catch (error) {
    const { provider, log } = service;
    log.error({ part: 'api', pay_in: id, error: (error as Error).stack }, 'no page to pay in on');
    if (provider.isRefusal(error)) {
      await expireUnpaged(service, id);
      return { refused: { code: 'provider_refused' } };
    }
    if (!provider.isAway(error)) throw error;
    return { refused: { code: 'provider_away', effect: 'nothing_charged' } };
  }
}

/** There is no page, and there will be none. */
async function expireUnpaged({ db }: BuyerWalletService, payInId: string): Promise<void> {
  const known = await findPayIn(db, payInId);
  if (known?.state === 'open' && !known.session_id)
    await updatePayIn(db, payInId, { state: 'expired', next_check_at: null });
}

/** Not to be guessed: 96 bits. */
function newPayInId(): string {
  return `pin_${randomBytes(12).toString('hex')}`;
}
