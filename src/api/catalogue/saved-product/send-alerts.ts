// Tells customers by mail what is new of products that they have saved. One process at a time does it, and nothing depends on
// that: what was told is noted in the transaction that writes the mail.

import type { Kysely } from 'kysely';
import type { Marketplace } from '#contract/marketplace.ts';
import { jobOf } from '#contract/operations/jobs.ts';
import { isMailable, type SendMail } from '#mail/mailer.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import type { Log } from '#platform/observability/log.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { alertMail } from './alert-mail.ts';
import { countAlert } from './alert-metrics.ts';
import {
  findWatched,
  forgetWatchedChanges,
  listWatchedChanges,
  lockWatchers,
  saveAlertLink,
  saveWatchedChanges,
} from './product-alert.store.ts';
import { judgeAlerts, type News } from './saved-product.rules.ts';
import { updateAlerts } from './saved-product.store.ts';

const TURN_MS = 40_000;
const CHANGES = 100;
/** Told in one transaction. */
const WATCHERS = 50;

export type AlertService = { db: Kysely<ApiTables>; sendMail: SendMail; shop: Marketplace; log: Log };

/** Runs now and then; answers how to stop, which waits for the run under way. */
export function sendAlertsRegularly(service: AlertService): () => Promise<void> {
  return runRegularly({
    db: service.db,
    ...jobOf('send product alerts'),
    work: () => sendAlerts(service),
    onError: (error) =>
      service.log.error({ part: 'api', error: (error as Error).stack }, 'product alerts were not sent'),
  });
}

export async function sendAlerts(service: AlertService): Promise<void> {
  const end = Date.now() + TURN_MS;
  let last = 0;
  for (;;) {
    const changes = await listWatchedChanges(service.db, last, CHANGES);
    const products = Map.groupBy(changes, (change) => change.product_id);
    for (const [productId, ofProduct] of products) await notifyOrLog(service, productId, ofProduct);
    last = changes.at(-1)?.id ?? last;
    if (changes.length < CHANGES || Date.now() > end) return;
  }
}

type WatchedChange = { id: number; isLast: boolean };

/** A failure keeps nothing else waiting: it is found again in the next turn. */
async function notifyOrLog(service: AlertService, productId: string, changes: WatchedChange[]): Promise<void> {
  const { last = [], more = [] } = Object.groupBy(changes, ({ isLast }) => (isLast ? 'last' : 'more'));
  const idsOf = (some: WatchedChange[]) => some.map(({ id }) => id);
  try {
    await notifyWatchers(service, productId);
    await forgetWatchedChanges(service.db, idsOf(last));
    await saveWatchedChanges(service.db, idsOf(more));
  } catch (error) {
    const { stack } = error as Error;
    service.log.error({ part: 'api', product: productId, error: stack }, 'alerts of a product were not sent');
  }
}

async function notifyWatchers(service: AlertService, productId: string): Promise<void> {
  let afterAccount: string | null = '';
  while (afterAccount !== null) {
    const from: string = afterAccount;
    afterAccount = await service.db.transaction().execute(async (transaction) => {
      const watchers = await lockWatchers(transaction, productId, from, WATCHERS);
      // Read after they are locked: whoever has told them something has seen an older product.
      const product = await findWatched(transaction, productId);
      if (!product) return null;
      for (const { account_id, user_id, alerts, end_token } of watchers) {
        const judged = judgeAlerts(alerts, product);
        if (JSON.stringify(judged.alerts) === JSON.stringify(alerts)) continue;
        await updateAlerts(transaction, { accountId: account_id, productId }, judged.alerts);
        const alert = { productId, productName: product.product_name, to: user_id, endToken: end_token };
        await sendAlert(service, transaction, account_id, { ...alert, news: judged.news });
      }
      return watchers.length < WATCHERS ? null : (watchers.at(-1)?.account_id ?? null);
    });
  }
}

type Alert = Parameters<typeof alertMail>[1] & { news: News[] };

async function sendAlert(
  service: AlertService,
  transaction: Kysely<ApiTables>,
  accountId: string,
  alert: Alert,
): Promise<void> {
  const { to, productId, endToken, news } = alert;
  if (news.length === 0 || !isMailable(to)) return;
  const link = { end_token: endToken, account_id: accountId, user_id: to, product_id: productId };
  await saveAlertLink(transaction, link);
  await service.sendMail(transaction, alertMail(service.shop, alert));
  for (const { kind } of news) countAlert({ kind });
}
