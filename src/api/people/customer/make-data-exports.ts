// Makes what customers have asked for of their own data, in the background: the same as the staff can make of a customer (export-customer.ts),
// stored in parts until it expires. A process that dies is followed by another one, which begins again.

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Marketplace } from '#contract/marketplace.ts';
import { jobOf } from '#contract/operations/jobs.ts';
import { dataExportDays } from '#contract/people/data-export.ts';
import { isMailable, type SendMail, type SentMails } from '#mail/mailer.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Db } from '../../schema/db.ts';
import { findCustomer, type StoredCustomer } from './customer.store.ts';
import type { CustomerAccounts } from './customer-accounts.ts';
import { exportFailedMail, exportReadyMail } from './customer-mails.rules.ts';
import {
  type Attempt,
  claimExport,
  deleteExport,
  deleteParts,
  endAttempt,
  forgetExpired,
  insertPart,
  renewClaim,
  type StoredExport,
} from './data-export.store.ts';
import { exportCustomer } from './export-customer.ts';

const zip = promisify(gzip);

const DAY_MS = 24 * 60 * 60_000;
/** Somebody else begins again after it, unless it has gone on meanwhile. */
const CLAIM_MS = 10 * 60_000;
const AGAIN_MS = 60_000;
const ATTEMPTS = 4;
/** Characters of a part before it is packed, and how many parts there are at most: what an export may be. */
const PART_LENGTH = 1_000_000;
const PARTS = 500;

type MakingExports = {
  db: Db;
  accounts: CustomerAccounts | null;
  sentMails: SentMails;
  sendMail: SendMail;
  shop: Marketplace;
  log: Log;
  now: () => Date;
};

type DataExports = {
  /** Makes all that is due. Safe to call anywhere, at any time. */
  work: () => Promise<void>;
  /** Something was asked for: does not wait for the next turn, where turns are taken at all. */
  wake: () => void;
  /** Takes turns; answers how to stop, which waits for the one under way. */
  runRegularly: () => () => Promise<void>;
};

export function createDataExports(making: MakingExports): DataExports {
  const { db, log, now } = making;
  let isOpen = false;
  let awake: Promise<void> | null = null;
  const onError = (error: unknown) =>
    log.error({ part: 'api', error: String(error) }, 'exports of customers were not gone on with');

  async function work(isGoingOn: () => boolean = () => true) {
    await forgetExpired(db, now());
    while (isGoingOn()) {
      const at = now();
      const claimed = await claimExport(db, at, new Date(at.getTime() + CLAIM_MS));
      if (!claimed) return;
      await attempt(making, claimed);
    }
  }
  const goOn = () => work(() => isOpen);

  return {
    work: () => work(),
    wake() {
      if (isOpen) awake = (awake ?? Promise.resolve()).then(goOn).catch(onError);
    },
    runRegularly() {
      isOpen = true;
      const stop = runRegularly({ db, ...jobOf('exports of customers'), work: goOn, onError });
      return async () => {
        isOpen = false;
        await Promise.all([stop(), awake]);
      };
    },
  };
}

async function attempt(making: MakingExports, claimed: StoredExport): Promise<void> {
  const { account_id: account, attempts } = claimed;
  const customer = await findCustomer(making.db, account);
  // A deleted account gets no export.
  if (!customer) return deleteExport(making.db, claimed);
  if (attempts > ATTEMPTS) {
    // The last one has not even failed: its process ended with it, and would again.
    if (await giveUp(making, claimed))
      making.log.error({ part: 'api', account }, 'an export of a customer ends its process each time: it was given up');
    return;
  }
  try {
    await make(making, claimed, customer);
  } catch (error) {
    await deleteParts(making.db, claimed, 'own');
    const due_at = new Date(making.now().getTime() + attempts * AGAIN_MS);
    const isOurs =
      attempts >= ATTEMPTS
        ? await giveUp(making, claimed)
        : await endAttempt(making.db, claimed, { state: 'waiting', due_at });
    // An account that was deleted meanwhile gets no export.
    if (isOurs)
      making.log.error({ part: 'api', account, error: String(error) }, 'an export of a customer was not made');
  }
}

async function make(making: MakingExports, claimed: StoredExport, customer: StoredCustomer): Promise<void> {
  const { db, now, sendMail, shop } = making;
  const size_bytes = await storeParts(making, claimed, exportCustomer(making, customer));
  if (size_bytes === null) return deleteParts(db, claimed, 'own');
  await db.transaction().execute(async (transaction) => {
    const ready_at = now();
    const expires_at = new Date(ready_at.getTime() + dataExportDays * DAY_MS);
    if (!(await endAttempt(transaction, claimed, { state: 'ready', ready_at, expires_at, size_bytes })))
      return deleteParts(transaction, claimed, 'own');
    await deleteParts(transaction, claimed, 'others');
    const { user_id: to } = customer;
    if (isMailable(to)) await sendMail(transaction, exportReadyMail(shop, to, expires_at));
  });
}

/** Answers how many bytes the file has; null: somebody else has begun again. */
async function storeParts(
  { db, now }: MakingExports,
  attempt: Attempt,
  pieces: AsyncGenerator<string>,
): Promise<number | null> {
  let [text, part, bytes, renewed] = ['', 0, 0, now().getTime()];
  async function renew() {
    renewed = now().getTime();
    return renewClaim(db, attempt, new Date(renewed + CLAIM_MS));
  }
  async function store() {
    if (part >= PARTS) throw new Error(`the export has more than ${PARTS} parts`);
    await insertPart(db, attempt, part, await zip(text));
    bytes += Buffer.byteLength(text);
    part += 1;
    text = '';
  }
  for await (const piece of pieces) {
    text += piece;
    const isPart = text.length >= PART_LENGTH;
    if (!isPart && now().getTime() - renewed < CLAIM_MS / 4) continue;
    if (!(await renew())) return null;
    if (isPart) await store();
  }
  if (text !== '') await store();
  return bytes;
}

/** False: as `endAttempt` says it. */
async function giveUp({ db, sendMail, shop, now }: MakingExports, claimed: StoredExport): Promise<boolean> {
  const customer = await findCustomer(db, claimed.account_id);
  return db.transaction().execute(async (transaction) => {
    const expires_at = new Date(now().getTime() + dataExportDays * DAY_MS);
    const isOurs = await endAttempt(transaction, claimed, { state: 'failed', expires_at });
    if (!isOurs) return false;
    // Also those of attempts whose processes have ended.
    await deleteParts(transaction, claimed, 'all');
    if (customer && isMailable(customer.user_id)) await sendMail(transaction, exportFailedMail(shop, customer.user_id));
    return true;
  });
}
