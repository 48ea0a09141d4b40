import { randomUUID } from 'node:crypto';
import { addMisses } from '../../../../src/api/catalogue/search/miss/search-miss.store.ts';
import {
  insertKeptWord,
  insertSynonym,
} from '../../../../src/api/catalogue/search/vocabulary/search-vocabulary.store.ts';
import type { Marketplace, RouteRow } from '../selling/marketplace.ts';

const synonym = { words: 'big iron', means: 'server', is_two_way: false };

async function aSynonym({ database }: Marketplace): Promise<string> {
  const synonym_id = randomUUID();
  await insertSynonym(database.kysely, { synonym_id, ...synonym, updated_by: 'somebody' });
  return `/admin/search-synonym/${synonym_id}`;
}

export const staffSearchRoutes: RouteRow[] = [
  { route: 'GET /api/admin/search-vocabulary', request: () => ({ path: '/admin/search-vocabulary' }) },
  {
    route: 'POST /api/admin/search-synonym',
    request: () => ({ path: '/admin/search-synonym', body: synonym }),
  },
  {
    route: 'PUT /api/admin/search-synonym/{synonymId}',
    request: async (made) => ({ path: await aSynonym(made), body: synonym }),
  },
  {
    route: 'DELETE /api/admin/search-synonym/{synonymId}',
    request: async (made) => ({ path: await aSynonym(made) }),
  },
  {
    route: 'POST /api/admin/search-kept-word',
    request: () => ({ path: '/admin/search-kept-word', body: { word: 'tesseral' } }),
  },
  {
    route: 'DELETE /api/admin/search-kept-word/{word}',
    request: async ({ database }) => {
      await insertKeptWord(database.kysely, { word: 'tesseral', created_by: 'somebody' });
      return { path: '/admin/search-kept-word/tesseral' };
    },
  },
  {
    route: 'PUT /api/admin/search-pin',
    request: () => ({ path: '/admin/search-pin', body: { query: 'cheap gpu', product_ids: ['gpu'] } }),
  },
  { route: 'GET /api/admin/search-miss', request: () => ({ path: '/admin/search-miss' }) },
  {
    route: 'POST /api/admin/search-miss/dismiss',
    request: async ({ database }) => {
      await addMisses(database.kysely, new Map([['steamer', 1]]), { at: new Date() });
      return { path: '/admin/search-miss/dismiss', body: { query: 'steamer' } };
    },
  },
];
