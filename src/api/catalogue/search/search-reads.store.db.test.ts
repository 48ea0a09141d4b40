import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../test/database/test-database.ts';
import { BLOCK, type Block, findBlocks, findHeads, hasOtherBlock } from './search-reads.store.ts';

const FULL_BLOCKS = 30;
const rare = { block: 25, offset: 7 };

let database: Awaited<ReturnType<typeof openTestDatabase>>;

beforeAll(async () => {
  database = await openTestDatabase();
  await sql`insert into api.search_posting (key, block, offsets)
    select key, block, array(select generate_series(0, ${BLOCK - 1})::smallint)
    from unnest(array['first', 'second', '=second']) as key, generate_series(0, ${FULL_BLOCKS - 1}) as block
    union all select 'rare', ${rare.block}, array[${rare.offset}]::smallint[]`.execute(database.kysely);
});
afterAll(() => database.close());

const find = (keys: string[], besides: string[] = []) =>
  findBlocks(database.kysely, { groups: keys.map((key) => [key]), besides, from: 0, limit: 24 });

test('[Q-10] of words that very many products have fewer blocks are read', async () => {
  const blocks = await find(['first', 'second']);
  expect(blocks.map(({ block }) => block)).toEqual(Array.from(blocks, (_, at) => at));
  expect(offsetsOf(blocks)).toBe(24 * BLOCK);
});

function offsetsOf(blocks: Block[]): number {
  const lists = blocks.flatMap(({ offsets }) => [...offsets.values()]);
  return lists.reduce((sum, list) => sum + list.length, 0);
}

test('[Q-10] of many common words and a rare one the first blocks are read, and where the rare one is', async () => {
  const heads = await findHeads(database.kysely, ['first', 'second', '=second', 'rare'], 8);
  expect(heads.map(({ block }) => block)).toEqual([0, rare.block, 1, 2, 3, 4, 5]);
  expect(offsetsOf(heads)).toBeLessThanOrEqual(24 * BLOCK);
});

test('[Q-10] a rare word is found wherever it is, with what the others have there', async () => {
  const [found, ...others] = await find(['rare', 'first'], ['=second', '=none']);
  expect(others).toEqual([]);
  expect(found?.block).toBe(rare.block);
  expect([...(found?.offsets.keys() ?? [])].sort()).toEqual(['=second', 'first', 'rare']);
  expect(found?.offsets.get('rare')).toEqual([rare.offset]);
  expect(found?.offsets.get('first')).toHaveLength(BLOCK);
  expect(await find(['rare', 'none'])).toEqual([]);
});

test('it is known whether keys stand together in a block that is not read', async () => {
  const has = (keys: string[], read: number[]) =>
    hasOtherBlock(database.kysely, { groups: keys.map((key) => [key]), read: new Set(read) });
  expect(await has(['rare'], [])).toBe(true);
  expect(await has(['rare'], [rare.block])).toBe(false);
  expect(await has(['first', 'rare'], [0, 1])).toBe(true);
  expect(await has(['first', 'rare'], [0, rare.block])).toBe(false);
  expect(await has(['first', 'none'], [])).toBe(false);
});

test('[Q-10] more words are no more tables to be joined', async () => {
  const statements = new Set<string>();
  const seeing: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.add(database.kysely.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const db = database.kysely.withPlugin(seeing);
  for (const keys of [['first'], ['first', 'second'], Array.from({ length: 60 }, (_, at) => `word ${at}`)])
    await findBlocks(db, { groups: keys.map((key) => [key]), besides: [], from: 0, limit: 2 });
  expect(statements.size).toBe(1);
});
