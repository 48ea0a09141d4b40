// The signatures in memory follow the table of vectors by the version of the catalogue.
import type { Db } from '../../../schema/db.ts';
import type { CatalogueVersion } from '../../catalogue-version/catalogue-version.ts';
import { countSignatures, findPositions, findSignatures } from './meaning.store.ts';
import { createSignatures, type Signatures } from './signatures.ts';

const ROWS = 5_000;

export type FollowVectors = {
  /** Comes to its end when the signatures are those of the version. */
  catchUp: () => Promise<void>;
  /** Signatures of so many words; null where there are none. */
  ofLength: (words: number) => Signatures | null;
};

export function createFollowVectors(deps: {
  db: Db;
  model: string;
  version: Pick<CatalogueVersion, 'current'>;
}): FollowVectors {
  const { db, model, version } = deps;
  /** By their length: a model that has changed its dimensions has some of both for a while. */
  const byLength = new Map<number, Signatures>();
  let number = 0;
  let follows: string | null = null;
  let loading: Promise<void> | null = null;

  async function load(): Promise<void> {
    const now = version.current();
    for (;;) {
      const rows = await findSignatures(db, model, number, ROWS);
      for (const { position, signature } of rows) {
        for (const [length, signatures] of byLength) if (length !== signature?.length) signatures.delete(position);
        if (signature) lengthOf(signature.length).set(position, signature);
      }
      number = rows.at(-1)?.number ?? number;
      if (rows.length < ROWS) break;
    }
    await dropGone();
    follows = now;
  }

  function lengthOf(words: number): Signatures {
    const known = byLength.get(words) ?? createSignatures(words);
    byLength.set(words, known);
    return known;
  }

  /** Vectors go with their products, and leave no number behind. */
  async function dropGone(): Promise<void> {
    const count = [...byLength.values()].reduce((sum, signatures) => sum + signatures.count(), 0);
    if (count === (await countSignatures(db, model))) return;
    const there = new Set(await findPositions(db, model));
    for (const signatures of byLength.values())
      for (const position of signatures.positions()) if (!there.has(position)) signatures.delete(position);
  }

  return {
    async catchUp() {
      while (follows !== version.current()) {
        loading ??= load().finally(() => {
          loading = null;
        });
        await loading;
      }
    },
    ofLength: (words) => byLength.get(words) ?? null,
  };
}
