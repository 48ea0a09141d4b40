// The reconciliation as a whole: what the provider has moved is fetched, and everything looks for its posting. Safe to repeat, and in several processes at once.
import { jobOf } from '#contract/operations/jobs.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import { providerFault } from './balance-provider.ts';
import { fetchTransactions, type Reconciling } from './fetch-transactions.ts';
import { matchTransactions } from './match-transactions.ts';
import { listUnmatchedPayments, updateReconciliation } from './reconciliation.store.ts';

/** In one run: with a hundred transactions a page. What is left is done by the next. */
const PAGES = 20;
const MOST_JUDGED = 5_000;
const MOST_HANDLED = 20;
const HANDLED_WITHIN_MS = 3 * 3_600_000;

/** Throws what the provider says where it cannot be asked; that is noted too. Answers whether everything was read. */
export async function reconcileProvider(service: Reconciling, pages = PAGES): Promise<boolean> {
  try {
    const isRead = await fetchTransactions(service, pages);
    await matchTransactions(service, MOST_JUDGED);
    if (await handleUnmatched(service)) await matchTransactions(service, MOST_JUDGED);
    return isRead;
  } catch (error) {
    const failure = providerFault(error) ?? 'It failed here; the log of the shop says why.';
    await updateReconciliation(service.db, { failed_at: service.now(), failure }).catch(() => undefined);
    throw error;
  }
}

/** Asks for unmatched payments fetched within the last hours: a message may have been lost. Answers whether it has asked. */
async function handleUnmatched({ db, handlePayment, log, now }: Reconciling): Promise<boolean> {
  if (!handlePayment) return false;
  const since = new Date(now().getTime() - HANDLED_WITHIN_MS);
  const payments = await listUnmatchedPayments(db, since, MOST_HANDLED);
  for (const payment of payments)
    await handlePayment(payment).catch((error: Error) =>
      log.error({ part: 'api', payment, error: error.stack }, 'what became of a payment was not heard'),
    );
  return payments.length > 0;
}

/** Runs now and then; answers how to stop, which waits for the run under way. */
export function reconcileProviderRegularly(service: Reconciling): () => Promise<void> {
  return runRegularly({
    db: service.db,
    ...jobOf('reconcile provider'),
    work: async () => void (await reconcileProvider(service)),
    onError: (error) =>
      service.log.error(
        { part: 'api', error: (error as Error).stack },
        'the provider’s transactions were not reconciled',
      ),
  });
}
