// kill -9, again and again, while visitors register, buy and write, and while an operator imports and refunds.
import type { ServerProcess } from '../../../processes/server-process.ts';
import { admit } from '../accounts.ts';
import { findMissing } from '../acknowledged.ts';
import { type Answer, routeOf, sleep } from '../ask.ts';
import { type Books, emptyBooks } from '../books.ts';
import { createCommands } from '../commands.ts';
import { createImports, type Imports } from '../imports.ts';
import { type Ledger, openLedger } from '../ledger.ts';
import { fill, openShop, type Place, type Wares } from '../place.ts';
import type { Random } from '../random.ts';
import { createRefunds, type Refunds } from '../refunds.ts';
import { invite } from '../visitors.ts';
import type { Endings } from './endings.ts';

const CUSTOMERS = 4;
/** The kill comes after so many answers at most, and not later than so many milliseconds. */
const ANSWERS = 150;
const LONGEST_MS = 6_000;
/** And so much after the last of these answers, at most. */
const JITTER_MS = 30;
/** Share of the restarts that are killed too before the shop is open. */
const KILLED_WHILE_STARTING = 0.3;
/** Share of the operator's commands that are killed, from this part to that of their usual time. */
const KILLED_COMMANDS = 0.7;
const EARLIEST = 0.4;
const LATEST = 1.1;

/** Statuses of a shop that serves everybody who reaches it: done, refused with a reason, and not so often. */
const expected = new Set([200, 201, 204, 303, 409, 429]);

/** A shop that was killed `rounds` times and is open now, with what it has acknowledged. */
export type KilledShop = {
  place: Place;
  rounds: number;
  shop: ServerProcess;
  ledger: Ledger;
  wares: Wares;
  imports: Imports;
  refunds: Refunds;
  /** Missing rows that were found after the kills. */
  found: Record<'accounts' | 'orders' | 'reviews' | 'restarts', Books>;
  startsKilled: number;
  lastKill: number;
};

export async function killRounds(given: {
  place: Place;
  rounds: number;
  random: Random;
  note: (text: string) => void;
  endings: Endings;
}): Promise<KilledShop> {
  const { place, rounds, random, endings } = given;
  const ledger = openLedger();
  const commands = createCommands(place.environment, endings);
  const run: KilledShop = {
    place,
    rounds,
    ledger,
    wares: await fill(place, rounds),
    imports: createImports(place, commands, random),
    refunds: createRefunds(commands, ledger, random),
    found: { accounts: emptyBooks(), orders: emptyBooks(), reviews: emptyBooks(), restarts: emptyBooks() },
    shop: await openShop(place, endings),
    startsKilled: 0,
    lastKill: 0,
  };
  const { imports, refunds, found, wares } = run;
  const isShared = place.environment.DATABASE_URL !== '';
  const customers = await admit(place, ledger, random, CUSTOMERS);
  let startMs = 0;
  let answers = 0;

  function onAnswer({ status, body }: Answer, url: string) {
    answers++;
    if (!expected.has(status)) found.restarts.faults.push(`${routeOf(url)} answered ${status} ${JSON.stringify(body)}`);
  }

  /** Commands of an operator: beside the shop where the database is shared, otherwise while no process holds it. */
  async function operate(round: number) {
    const killAt = random.chance(KILLED_COMMANDS) ? random.between(EARLIEST, LATEST) : null;
    if (round % 2 === 0) await imports.attempt(killAt);
    else await refunds.attempt(killAt);
  }

  async function untilKill() {
    const enough = answers + random.between(0, ANSWERS);
    const until = Date.now() + LONGEST_MS;
    while (answers < enough && Date.now() < until) await sleep(5);
    await sleep(random.between(0, JITTER_MS));
  }

  async function restart(round: number) {
    if (round > 1 && random.chance(KILLED_WHILE_STARTING)) {
      run.startsKilled++;
      await commands.killStart(random.between(0, startMs));
    }
    const started = performance.now();
    run.shop = await openShop(place, endings);
    startMs = performance.now() - started;
  }

  for (let round = 1; round <= rounds; round++) {
    const known = { accounts: ledger.accounts.size, orders: ledger.orders.size };
    const visitors = invite({ shop: place, ledger, wares, random, customers, onAnswer });
    const operator = isShared ? operate(round) : Promise.resolve();
    await untilKill();
    await run.shop.kill();
    run.lastKill = Date.now();
    await Promise.all([visitors.leave(), operator]);
    if (!isShared) await operate(round);
    await restart(round);
    await lookForMissing(run, known);
    given.note(
      `${place.name}, round ${round} of ${rounds}: ${ledger.accounts.size} accounts, ${ledger.orders.size} orders`,
    );
  }
  return run;
}

/** Asks the open shop for everything after the first `known`. */
export async function lookForMissing(run: KilledShop, known: { accounts: number; orders: number }): Promise<void> {
  const missing = await findMissing(run.place, run.ledger, known);
  for (const kind of ['accounts', 'orders', 'reviews'] as const) run.found[kind].lost.push(...missing[kind]);
  await run.imports.count();
}
