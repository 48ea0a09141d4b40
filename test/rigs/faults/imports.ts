// Catalogue imports that are killed at any moment: one that has reported success is whole, one that was killed is completed by
// running it again.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask } from './ask.ts';
import { type Books, emptyBooks } from './books.ts';
import type { Commands } from './commands.ts';
import type { Place } from './place.ts';
import type { Random } from './random.ts';

const ROWS = 3_500;
/** See import-catalogue.ts: each batch is a transaction. */
const BATCH = 1_000;

export type Imports = {
  /** Runs an import, the one that was killed before or a new one; see commands.ts for when it is killed. */
  attempt(killAt: number | null): Promise<void>;
  /** Counts what the last attempt has left; the shop must be open. */
  count(): Promise<void>;
  /** True if every import has reported success. */
  isFinished(): boolean;
  outcome(): { reported: number; killed: number; books: Books };
};

type Import = { name: string; allOrNothing: boolean; stored: number; reported: boolean };

export function createImports(place: Place, commands: Commands, random: Random): Imports {
  const imports: Import[] = [];
  const faults: string[] = [];
  const lost: string[] = [];
  let killed = 0;

  async function begin(): Promise<Import> {
    const last = imports.at(-1);
    if (last && !last.reported) return last;
    const next = { name: `delivery${imports.length}x`, allOrNothing: random.chance(0.5), stored: 0, reported: false };
    await writeFile(fileOf(next), linesOf(next.name));
    imports.push(next);
    return next;
  }

  const fileOf = ({ name }: Import) => join(place.dataDir, `${name}.jsonl`);

  function report(current: Import, out: string, err: string) {
    const [, imported, updated, rejected, rows] =
      out.match(/imported (\d+), updated (\d+), rejected (\d+) of (\d+) rows/)?.map(Number) ?? [];
    current.reported = true;
    if (imported !== ROWS - current.stored || updated !== current.stored || rejected !== 0 || rows !== ROWS)
      faults.push(`${current.name}, of which ${current.stored} rows were stored, reported: ${out.trim()} ${err}`);
    current.stored = ROWS;
  }

  return {
    async attempt(killAt) {
      const current = await begin();
      const args = [fileOf(current), ...(current.allOrNothing ? ['--all-or-nothing'] : [])];
      const { code, out, err } = await commands.run('catalogue-import', args, killAt);
      if (code === 0) report(current, out, err);
      else if (code === null) killed++;
      else faults.push(`${current.name} ended with code ${code}: ${err.trim()}`);
    },
    async count() {
      for (const current of imports) {
        const list = await ask(`${place.address}/api/product?keyword=${current.name}&limit=1`);
        const stored = Number(list?.body.total ?? Number.NaN);
        const sentence = `${current.name} has stored ${stored} of ${ROWS} rows`;
        if (current.reported && stored !== ROWS) lost.push(`${sentence}, and was whole`);
        if (!current.reported && !mayBeStored(current, stored)) faults.push(sentence);
        current.stored = stored;
      }
    },
    isFinished: () => imports.every(({ reported }) => reported),
    outcome: () => ({
      reported: imports.filter(({ reported }) => reported).length,
      killed,
      books: { ...emptyBooks(), lost, faults },
    }),
  };
}

/** After a kill: whole batches, or with --all-or-nothing all or none. */
function mayBeStored({ allOrNothing, stored: before }: Import, stored: number): boolean {
  if (stored === ROWS || stored === before) return true;
  return !allOrNothing && stored > before && stored % BATCH === 0;
}

function linesOf(name: string): string {
  return Array.from({ length: ROWS }, (_, index) =>
    JSON.stringify({
      product_id: `${name}-${index}`,
      product_name: `Ware ${index} of ${name}`,
      product_type: 'data',
      description: 'What it is.',
      price: 1 + index / 100,
      price_unit: 'GB',
      provider: 'Northlight Compute',
    }),
  ).join('\n');
}
