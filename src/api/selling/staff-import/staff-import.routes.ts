// Imports of catalogue files in the browser: what a file would change is shown first, then it is a job with a report.
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { stringify } from 'csv-stringify/sync';
import { HTTPException } from 'hono/http-exception';
import {
  importColumnsSchema,
  importOutcomeSchema,
  importPhaseSchema,
  type StaffImport,
  staffImportRowsSchema,
  staffImportSchema,
  staffImportsSchema,
} from '#contract/selling/staff-import.schema.ts';
import { staffImportMaximumBytes } from '#contract/selling/staff-import-labels.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireStaff } from '../../access/require-staff.ts';
import { badRequest, jsonContent, notFound, ok, problems, streamed } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cutPageAt, linkHeader, numberAfter, pageQuery } from '../../http/list-page.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import { jsonBody } from '../../http/request-body.ts';
import type { Db } from '../../schema/db.ts';
import { guardCell } from '../../text/csv-cell.rules.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { importFields } from './import-columns.rules.ts';
import { beginImport, checkImport, confirmImport, type ImportRefusal, stopImport } from './move-import.ts';
import { type Importer, noCounts } from './run-imports.ts';
import {
  findImport,
  listImportRows,
  listImports,
  type RowsAsked,
  type StoredImport,
  type StoredImportRow,
} from './staff-import.store.ts';

type Deps = {
  db: Db;
  authenticate: Authenticate;
  storage: Storage;
  importer: Importer;
  /** There is something to do. */
  wake: () => void;
  now: () => Date;
};

export function mountStaffImports(app: OpenAPIHono, deps: Deps) {
  const { db, wake, now } = deps;
  const routes = routesFor(deps);

  app.openapi(routes.list, async (c) => {
    const items = (await listImports(db)).map((one) => {
      const { columns: _columns, fields: _fields, ...told } = toImport(one);
      return told;
    });
    return c.json({ items }, 200);
  });

  app.openapi(routes.begin, async (c) => {
    const { name } = c.req.valid('query');
    const by = c.var.staff.customer.userId;
    const body = c.req.raw.body;
    if (!body) throw badRequest('Send the file as the body.');
    const begun = await beginImport(deps, { name, content: limited(body), by });
    if ('refused' in begun) throw badRequest(`The file was refused: ${begun.refused}.`);
    return c.json(await readImport(begun.importId), 201);
  });

  app.openapi(routes.one, async (c) => c.json(await readImport(c.req.valid('param').importId), 200));

  app.openapi(routes.rows, async (c) => {
    const { phase, outcome = null, after, limit, format } = c.req.valid('query');
    const { import_id: importId } = await known(c.req.valid('param').importId);
    const asked = { importId, phase, outcome, after: numberAfter(after, 'integer'), limit: limit + 1 };
    if (format === 'csv')
      return c.body(streamed(rowsAsCsv(db, asked)), 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="import.csv"',
      }) as never;
    const rows = await listImportRows(db, asked);
    return c.json(
      cutPageAt(c, rows.map(toRow), limit, ({ number }) => String(number)),
      200,
    );
  });

  app.openapi(routes.check, async (c) => {
    const { importId } = c.req.valid('param');
    done(await checkImport(db, { importId: storable(importId), ...c.req.valid('json') }));
    wake();
    return c.json(await readImport(importId), 200);
  });

  app.openapi(routes.confirm, async (c) => {
    const { importId } = c.req.valid('param');
    done(await confirmImport(db, { importId: storable(importId), by: c.var.staff.customer.userId }));
    wake();
    return c.json(await readImport(importId), 200);
  });

  app.openapi(routes.stop, async (c) => {
    const { importId } = c.req.valid('param');
    done(await stopImport(db, { importId: storable(importId), now: now() }));
    return c.json(await readImport(importId), 200);
  });

  async function known(importId: string) {
    const found = await findImport(db, storable(importId));
    if (!found) throw unknown();
    return found;
  }

  async function readImport(importId: string): Promise<StaffImport> {
    return toImport(await known(importId));
  }
}

const unknown = () => notFound('There is no such import. It is kept for a week.');

function storable(importId: string): string {
  if (!isStorableText(importId)) throw unknown();
  return importId;
}

function done(outcome: ImportRefusal | 'done'): void {
  if (outcome === 'done') return;
  const { code, message } = outcome.refused;
  if (code === 'unknown') throw unknown();
  if (code === 'columns') throw badRequest(message);
  throw new RefusalAnswer({ code }, { status: 409, message, retryAfterSeconds: null });
}

async function* limited(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > staffImportMaximumBytes)
      throw new HTTPException(413, { message: 'A file can have 1 GB. Import it in parts.' });
    yield piece;
  }
}

function toImport(stored: StoredImport & { by_name: string | null }): StaffImport {
  return {
    ...{ import_id: stored.import_id, name: stored.name, size_bytes: stored.size_bytes, format: stored.format },
    ...{ state: stored.state, replace: stored.replace, message: stored.message, by: stored.by_name },
    columns: stored.found.map(({ name, samples }) => ({ name, samples, field: stored.columns[name] ?? null })),
    fields: importFields,
    check: { ...noCounts, ...stored.check_counts },
    import: { ...noCounts, ...stored.import_counts },
    created_at: stored.created_at.toISOString(),
    ended_at: stored.ended_at?.toISOString() ?? null,
  };
}

function toRow({ number, line, product_id, outcome, told }: StoredImportRow) {
  return { number, line, product_id, outcome, ...told };
}

/** A line for each field, as `--report` of the command writes them. */
async function* rowsAsCsv(db: Db, asked: RowsAsked): AsyncGenerator<string> {
  yield stringify([['line', 'product_id', 'outcome', 'field', 'before', 'after', 'reason']]);
  let { after } = asked;
  for (;;) {
    const rows = await listImportRows(db, { ...asked, after, limit: 500 });
    const lines = rows.flatMap(({ line, product_id, outcome, told: { changes, remarks } }) => [
      ...changes.map(({ field, before, after: then }) => [line, product_id, outcome, field, before, then, '']),
      ...remarks.map(({ field, reason }) => [line, product_id, outcome, field, '', '', reason]),
      ...(changes.length + remarks.length === 0 ? [[line, product_id, outcome, '', '', '', '']] : []),
    ]);
    yield stringify(lines.map((cells) => cells.map((cell) => guardCell(String(cell)))));
    if (rows.length < 500) return;
    after = rows.at(-1)?.number ?? null;
  }
}

function routesFor(deps: Deps) {
  const middleware = requireStaff(deps)('manageProducts');
  const params = z.object({ importId: z.string() });
  const base = { tags: ['Staff'] };
  const one = ok(staffImportSchema, 'The import as it is then');
  return {
    list: createRoute({
      ...base,
      method: 'get',
      path: '/admin/import',
      summary: 'Lists the newest imports of catalogue files',
      middleware,
      responses: { 200: ok(staffImportsSchema, 'Newest first'), ...problems(409) },
    }),
    begin: createRoute({
      ...base,
      method: 'post',
      path: '/admin/import',
      work: 'staff upload',
      streamsBody: true,
      summary: 'Takes a catalogue file, and says what its columns are called',
      description:
        'CSV or JSON Lines, packed with gzip where its name ends in .gz, of at most 1 GB. It is read while it comes, and nothing is changed by it. It is kept for a week.',
      middleware,
      request: {
        query: z.object({
          name: z
            .string()
            .trim()
            .min(1, 'must name the file')
            .max(200)
            .refine((text) => isStorableText(text) && !/\p{Cc}/u.test(text), 'must be a name'),
        }),
        body: {
          required: true,
          content: { 'application/octet-stream': { schema: z.any().meta({ type: 'string', format: 'binary' }) } },
        },
      },
      responses: { 201: ok(staffImportSchema, 'The import'), ...problems(409, 413) },
    }),
    one: createRoute({
      ...base,
      method: 'get',
      path: '/admin/import/{importId}',
      summary: 'Reads an import: what its columns hold, what it would change, how far it is',
      middleware,
      request: { params },
      responses: { 200: one, ...problems(409) },
    }),
    rows: createRoute({
      ...base,
      method: 'get',
      path: '/admin/import/{importId}/row',
      summary: 'Lists what the check or the import had to say of rows',
      description: 'Of new, changed and adjusted rows the first 1,000 each; those that were refused, all.',
      middleware,
      request: {
        params,
        query: z.object({
          phase: importPhaseSchema,
          outcome: importOutcomeSchema.optional(),
          format: z.enum(['json', 'csv'], 'must be json or csv').default('json'),
          ...pageQuery({ usual: 50, most: 500 }),
        }),
      },
      responses: {
        200: {
          description: 'A page of them in the order of the file, or all as a file',
          headers: linkHeader,
          content: {
            'application/json': { schema: staffImportRowsSchema },
            'text/csv': { schema: z.string().meta({ format: 'binary' }) },
          },
        },
        ...problems(409),
      },
    }),
    check: createRoute({
      ...base,
      method: 'put',
      path: '/admin/import/{importId}/columns',
      summary: 'Says what its columns hold, and checks the file in the background',
      description: 'By the rules of an import. Nothing is changed by it.',
      middleware: [middleware, ...jsonBody] as const,
      request: { params, body: jsonContent(importColumnsSchema) },
      responses: { 200: one, ...problems(409) },
    }),
    confirm: createRoute({
      ...base,
      method: 'post',
      path: '/admin/import/{importId}/confirm',
      summary: 'Imports what was checked, in the background',
      middleware,
      request: { params },
      responses: { 200: one, ...problems(409) },
    }),
    stop: createRoute({
      ...base,
      method: 'post',
      path: '/admin/import/{importId}/stop',
      summary: 'Stops a check or an import',
      description: 'What is stored stays.',
      middleware,
      request: { params },
      responses: { 200: one, ...problems(409) },
    }),
  };
}
