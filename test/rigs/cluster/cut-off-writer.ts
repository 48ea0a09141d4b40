// One who writes at a machine that is cut off from the others, as whoever stands beside it could.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ask } from '../../database/postgres.ts';
import { type PatroniNode, USER } from './patroni/patroni-node.ts';

const AGAIN_MS = 500;
const SILENT_SECONDS = '3';
const TABLE = 'public.written_while_cut_off';

export type CutOffWriter = {
  /** Numbers so far: of tries, and of those that were acknowledged. */
  tries(): number;
  acknowledged: number[];
  leave(): Promise<void>;
};

export async function prepareCutOff(primary: string): Promise<void> {
  await ask(primary, `create table ${TABLE} (number integer primary key)`);
}

/** Tries from now on, by PostgreSQL's own client, which takes a warning for success as any client does. */
export function writeCutOff(node: PatroniNode): CutOffWriter {
  const acknowledged: number[] = [];
  let tried = 0;
  let leaving = false;

  async function write(number: number) {
    const insert = ['psql', `postgres://${USER}@127.0.0.1:5432/hearth`, '-qc'];
    const [program, args] = node.command('timeout', [
      SILENT_SECONDS,
      ...insert,
      `insert into ${TABLE} values (${number})`,
    ]);
    const [code] = await once(spawn(program, args, { stdio: 'ignore' }), 'exit');
    if (code === 0) acknowledged.push(number);
  }

  const running = (async () => {
    while (!leaving) {
      await write(tried++);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  })();
  return {
    tries: () => tried,
    acknowledged,
    async leave() {
      leaving = true;
      await running;
    },
  };
}

/** Those of the acknowledged that the cluster does not have. */
export async function findLostCutOff(primary: string, { acknowledged }: CutOffWriter): Promise<number[]> {
  const rows = await ask<{ number: number }>(primary, `select number from ${TABLE}`);
  const saved = new Set(rows.map(({ number }) => number));
  return acknowledged.filter((number) => !saved.has(number));
}
