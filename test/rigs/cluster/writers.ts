// One who writes at each process, again and again, without waiting for what was asked before: the first answer after a pause is as early
// as the shop could give one.
import { ask } from '../../database/postgres.ts';
import { createJournal } from './journal.ts';
import { signIn } from './visitors.ts';

const PAUSE_MS = 200;
const SILENT_MS = 30_000;
/** Shorter ones are no pause: a machine with few processors has them by itself. */
const PAUSE_FROM_MS = 2_000;
const ANSWERED_MS = 1_000;

const MOST_SIGN_INS = 20;

type Write = { email: string; productId: string; at: number };

export type Writer = {
  name: string;
  /** Saved products that were acknowledged, by the time of the answer (performance.now). */
  acknowledged: Write[];
  /** Kinds of refusals so far, with how often. */
  refused: Map<string, number>;
  leave(): Promise<void>;
};

/** `address` is a process's own. Each account saves each product once. */
export async function startWriter(given: {
  name: string;
  address: string;
  emails: string[];
  products: string[];
}): Promise<Writer> {
  const { name, address, emails, products } = given;
  const acknowledged: Write[] = [];
  const refused = new Map<string, number>();
  const journal = createJournal();
  const tokens: string[] = [];
  for (const email of emails) {
    let token: string | null = null;
    // Among all the others who come at the same time.
    for (let time = 0; time < MOST_SIGN_INS && !token; time++) token = await signIn(journal, address, email);
    if (!token) throw new Error(`${email} could not sign in at ${address}: ${[...journal.complaints('')].join()}`);
    tokens.push(token);
  }
  const asked = new Set<Promise<void>>();

  async function write(round: number) {
    const email = emails[round % emails.length] as string;
    const productId = products[Math.floor(round / emails.length)] as string;
    const refuse = (why: string) => refused.set(why, (refused.get(why) ?? 0) + 1);
    try {
      const response = await fetch(`${address}/api/saved-product/${encodeURIComponent(productId)}`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${tokens[round % emails.length]}`,
          'content-type': 'application/json',
          connection: 'close',
        },
        body: '{}',
        signal: AbortSignal.timeout(SILENT_MS),
      });
      await response.arrayBuffer();
      if (response.ok) acknowledged.push({ email, productId, at: performance.now() });
      else refuse(String(response.status));
    } catch (error) {
      refuse((error as Error).name);
    }
  }

  let round = 0;
  const timer = setInterval(() => {
    if (round >= emails.length * products.length) return;
    const writing = write(round++).finally(() => asked.delete(writing));
    asked.add(writing);
  }, PAUSE_MS);
  return {
    name,
    acknowledged,
    refused,
    async leave() {
      clearInterval(timer);
      await Promise.all(asked);
    },
  };
}

/** Milliseconds from `from` until writes came back for good before `to`: 0 when there was no pause, infinite when they did not. */
export function backAfter({ acknowledged }: Writer, from: number, to: number): number {
  let back = 0;
  let last = from;
  for (const { at } of acknowledged) {
    if (at < from || at > to) continue;
    if (at - last > PAUSE_FROM_MS) back = at - from;
    last = at;
  }
  return to - last > PAUSE_FROM_MS ? Number.POSITIVE_INFINITY : back;
}

/** True while each of them is answered again. */
export function areAnswered(writers: Writer[]): boolean {
  const since = performance.now() - ANSWERED_MS;
  return writers.every(({ acknowledged }) => acknowledged.filter(({ at }) => at > since).length >= 3);
}

/** Writes that were acknowledged and are not in the database. */
export async function findLost(primary: string, writers: Writer[]): Promise<Write[]> {
  const rows = await ask<{ user_id: string; product_id: string }>(
    primary,
    'select user_id, product_id from api.saved_product',
  );
  const saved = new Set(rows.map((row) => `${row.user_id} ${row.product_id}`));
  return writers
    .flatMap(({ acknowledged }) => acknowledged)
    .filter(({ email, productId }) => !saved.has(`${email} ${productId}`));
}
