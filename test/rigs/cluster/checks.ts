// Conditions that must hold in the end.

import { ask } from '../../database/postgres.ts';
import { untilSeen } from './catalogue-changes.ts';
import type { Journal, Kind } from './journal.ts';
import { type Acknowledged, type Mailbox, signIn } from './visitors.ts';

export type Check = { what: string; found: string; holds: boolean };

/** Answers that the visitors of a phase may meet: `told` to come again, `failed` so often at most. Nothing, unless it says so. */
export type Phase = {
  name: string;
  /** True if something is out of order in it. */
  disturbs: boolean;
  may?: Partial<Record<Kind, { told: boolean; failed: number }>>;
};

const OUTBOX_MS = 90_000;
/** See run-regularly.ts: reconciling is due every 15 seconds, and never sooner than after nine tenths of that. */
const RECONCILE_SECONDS = 13.5;

export function checkPhases(journal: Journal, phases: Phase[]): Check[] {
  const summaries = journal.summaries();
  return phases.map(({ name, may = {} }) => {
    const those = summaries.filter(({ phase }) => phase === name);
    const allowed = Object.entries(may).map(([kind, { told, failed }]) =>
      [kind, told && 'asked to come again', failed > 0 && `${failed} failed`].filter(Boolean).join(' '),
    );
    return {
      what: `${name}: ${allowed.length > 0 ? `nothing failed but ${allowed.join(', ')}` : 'every request was served'}`,
      found: `${those.reduce((sum, { requests }) => sum + requests, 0)} requests${complaintsOf(journal, name)}`,
      holds: those.every(({ kind, told, failed }) => {
        const limit = may[kind] ?? { told: false, failed: 0 };
        return failed <= limit.failed && (limit.told || told === 0);
      }),
    };
  });
}

function complaintsOf(journal: Journal, phase: string): string {
  return [...journal.complaints(phase)].map(([what, count]) => `; ${count} × ${what}`).join('');
}

/** Nothing that was acknowledged is lost, and nothing was done twice. */
export async function checkBooks(given: {
  journal: Journal;
  shop: string;
  primary: string;
  processes: string[];
  /** Processes of the shop; as many as `processes`, unless it is said. */
  listeners?: number;
  mailbox: Mailbox;
  acknowledged: Acknowledged;
  prices: Map<string, number>;
  /** When the first process was started, by performance.now(). */
  begun: number;
}): Promise<Check[]> {
  return [
    await checkOrders(given),
    await checkAccounts(given),
    await checkPrices(given),
    await checkConfirmations(given),
    await checkJobs(given),
    await checkListeners(given),
  ];
}

type Books = Parameters<typeof checkBooks>[0];

async function checkOrders({ primary, acknowledged }: Books): Promise<Check> {
  const paid = new Set(await paidOrders(primary));
  const lost = acknowledged.orders.filter((id) => !paid.has(id));
  return {
    what: 'every order that was answered as paid is paid',
    found: `${acknowledged.orders.length} answered, ${lost.length} lost`,
    holds: acknowledged.orders.length > 0 && lost.length === 0,
  };
}

async function checkAccounts({ journal, shop, acknowledged }: Books): Promise<Check> {
  const closed = [];
  for (const email of acknowledged.accounts) if (!(await signIn(journal, shop, email))) closed.push(email);
  return {
    what: 'every account that was answered as confirmed can be signed in to',
    found: `${acknowledged.accounts.length} answered, ${closed.length} lost`,
    holds: acknowledged.accounts.length > 0 && closed.length === 0,
  };
}

async function checkPrices({ processes, prices }: Books): Promise<Check> {
  const looks = processes.flatMap((address) => [...prices].map(([id, price]) => untilSeen(address, id, price)));
  const unseen = (await Promise.all(looks)).filter((ms) => ms === null).length;
  return {
    what: 'every process shows the latest price of every product that was changed',
    found: `${prices.size} products at ${processes.length} processes, ${unseen} shown otherwise`,
    holds: prices.size > 0 && unseen === 0,
  };
}

async function checkConfirmations({ primary, mailbox }: Books): Promise<Check> {
  const waiting = await untilDelivered(primary);
  const paid = await paidOrders(primary);
  const mails = await mailbox.find(({ subject }) => /^Your .* order \w+$/.test(subject));
  const counts = paid.map((id) => mails.filter(({ subject }) => subject.endsWith(` ${id}`)).length);
  const wrong = counts.filter((count) => count !== 1).length;
  return {
    what: 'every paid order has one confirmation by mail',
    found: `${paid.length} paid orders, ${wrong} with none or several; ${waiting} mails are waiting`,
    holds: wrong === 0 && waiting === 0 && mails.length === paid.length,
  };
}

async function checkJobs({ primary, begun }: Books): Promise<Check> {
  const [job] = await ask<{ turn: string }>(primary, `select turn from platform.job where name = 'reconcile orders'`);
  const seconds = (performance.now() - begun) / 1_000;
  const most = Math.floor(seconds / RECONCILE_SECONDS) + 1;
  const turns = Number(job?.turn ?? 0);
  return {
    what: 'reconciling is done once for all processes together',
    found: `${turns} turns in ${Math.round(seconds)} s, at most ${most} are due`,
    holds: turns > 0 && turns <= most,
  };
}

async function checkListeners({ primary, processes, listeners = processes.length }: Books): Promise<Check> {
  const connections = await ask<{ listens: boolean }>(
    primary,
    `select query like 'listen %' as listens from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  const listening = connections.filter(({ listens }) => listens).length;
  return {
    what: 'every process listens on one connection, whatever happened to it',
    found: `${listening} listening of ${connections.length} connections to the primary`,
    holds: listening === listeners,
  };
}

async function paidOrders(primary: string): Promise<string[]> {
  const rows = await ask<{ order_id: string }>(primary, `select order_id from api."order" where status = 'paid'`);
  return rows.map((row) => row.order_id);
}

/** Mails that are still waiting when everything due should be out: what a killed process held is due after a minute. */
async function untilDelivered(primary: string): Promise<number> {
  const until = Date.now() + OUTBOX_MS;
  for (;;) {
    const [row] = await ask<{ waiting: number }>(
      primary,
      `select count(*)::int as waiting from mail.outbox where state = 'waiting'`,
    );
    if (row?.waiting === 0 || Date.now() > until) return row?.waiting ?? 0;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
