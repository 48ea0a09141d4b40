import type { Marketplace, RouteRow } from './marketplace.ts';

async function anImport({ database }: Marketplace, state: 'columns' | 'checked' | 'importing'): Promise<string> {
  await database.kysely
    .insertInto('api.staff_import')
    .values({
      ...{ import_id: 'import', name: 'products.csv', size_bytes: 1, storage_key: 'import/none', format: 'csv', state },
      ...{ found: '[]', columns: '{}', asked_by: 'kim', check_counts: JSON.stringify({ rows: 1 }) },
    })
    .execute();
  return '/admin/import/import';
}

export const staffImportRoutes: RouteRow[] = [
  { route: 'GET /api/admin/import', request: () => ({ path: '/admin/import' }) },
  {
    route: 'POST /api/admin/import',
    // JSON is no catalogue here: callers who may send one are told so.
    request: () => ({ path: '/admin/import?name=products.csv', body: [] as never }),
    passed: 400,
  },
  {
    route: 'GET /api/admin/import/{importId}',
    request: async (made) => ({ path: await anImport(made, 'columns') }),
  },
  {
    route: 'GET /api/admin/import/{importId}/row',
    request: async (made) => ({ path: `${await anImport(made, 'checked')}/row?phase=check` }),
  },
  {
    route: 'PUT /api/admin/import/{importId}/columns',
    request: async (made) => ({ path: `${await anImport(made, 'columns')}/columns`, body: { columns: {} } }),
    passed: 400,
  },
  {
    route: 'POST /api/admin/import/{importId}/confirm',
    request: async (made) => ({ path: `${await anImport(made, 'checked')}/confirm`, body: {} }),
  },
  {
    route: 'POST /api/admin/import/{importId}/stop',
    request: async (made) => ({ path: `${await anImport(made, 'importing')}/stop`, body: {} }),
  },
];
