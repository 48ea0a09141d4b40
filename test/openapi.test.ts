// The OpenAPI document, as tools read it.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from './database/test-database.ts';
import { aProduct } from './factories/product.ts';
import { startApi } from './parts/api.ts';
import { type ApiDocument, createCheckAnswer } from './parts/check-answer.ts';
import { describeApi } from './parts/described-api.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

let folder: string;
let document: ApiDocument;
// biome-ignore lint/suspicious/noExplicitAny: as it came over the wire
let product: any;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-openapi-'));
  const database = await openTestDatabase();
  await database.kysely
    .insertInto('api.product')
    .values(aProduct({ product_id: 'gpu' }))
    .execute();
  const api = await startApi(database);
  document = api.openapi() as ApiDocument;
  product = (await api.get('/product/gpu')).body;
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
  await api.close();
  await database.close();
});
afterAll(() => rm(folder, { recursive: true }));

test('the OpenAPI document is one by the rules of its version', async () => {
  const lint = ['lint', join(folder, 'openapi.json'), '--config', 'redocly.yaml', '--format', 'json'];
  const { stdout } = await run(process.execPath, ['node_modules/@redocly/cli/bin/cli.js', ...lint], {
    cwd: root,
    maxBuffer: 1 << 26,
    // It asks nobody whether there is a newer one, and tells nobody that it was run.
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  }).catch((failed: { stdout: string }) => failed);
  const { totals, problems } = JSON.parse(stdout) as { totals: object; problems: unknown[] };
  expect(problems).toEqual([]);
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
});

test('whatever one network may have made only so often says so, with when to ask again', () => {
  const dear = describeApi()
    .addresses.filter(({ path, costs }) => path.startsWith('/api/') && costs !== undefined)
    .map(({ path }) => path.replace(/:(\w+)/g, '{$1}'))
    // The document and the page that it is read on do not tell of themselves.
    .filter((path) => !/^\/api\/(openapi\.json$|docs\/)/.test(path));
  expect(dear).toContain('/api/search');
  for (const path of dear)
    expect(document.paths[path]?.get?.responses, path).toHaveProperty(['429', 'headers', 'Retry-After']);
});

test('an answer of the shop fits the document, and with a field more, less or of another kind it does not', () => {
  const check = createCheckAnswer(document);
  const received = (body: object) => () =>
    check({ method: 'GET', path: '/api/product/gpu', status: 200, type: 'application/json', body });
  const { product_name: _, ...nameless } = product;
  expect(received(product)).not.toThrow();
  expect(received({ ...product, cost: 1 })).toThrow(/cost/);
  expect(received(nameless)).toThrow(/product_name/);
  expect(received({ ...product, price: '2.49' })).toThrow(/price must be number/);
  expect(received({ ...product, options: [{ ...product.options[0], name: 'Size', values: [], secret: 1 }] })).toThrow();
});

/** Where a body takes a text without `maxLength`, or a list without `maxItems`: its cost is then the largest body's. */
function unbounded(schema: Json, where: string, seen: string[] = []): string[] {
  const { $ref, type, properties = {}, items, additionalProperties } = schema;
  if ($ref) {
    const name = $ref.split('/').at(-1) ?? '';
    return seen.includes(name) ? [] : unbounded(document.components.schemas[name] as Json, where, [...seen, name]);
  }
  const types = [type].flat();
  const isOpenText = types.includes('string') && !('maxLength' in schema || 'enum' in schema || 'const' in schema);
  const isOpenList = types.includes('array') && !('maxItems' in schema);
  return [
    ...(isOpenText && !/^(date|date-time)$/.test(schema.format ?? '') ? [where] : []),
    ...(isOpenList ? [`${where}[]`] : []),
    ...Object.entries(properties).flatMap(([name, inner]) => unbounded(inner, `${where}.${name}`, seen)),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((all = []) =>
      all.flatMap((inner) => unbounded(inner, where, seen)),
    ),
    ...(items ? unbounded(items, `${where}[]`, seen) : []),
    ...(typeof additionalProperties === 'object' ? unbounded(additionalProperties, `${where}.*`, seen) : []),
  ];
}

type Json = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  properties?: Record<string, Json>;
  items?: Json;
  additionalProperties?: boolean | Json;
  anyOf?: Json[];
  oneOf?: Json[];
  allOf?: Json[];
};

test('what a body may hold is bounded, each text and each list of it', () => {
  const open = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const { requestBody } = operation as { requestBody?: { content: Record<string, { schema: Json }> } };
      // A file is one text as it came: `fileBodyOf` bounds its bytes.
      const fields = Object.values(requestBody?.content ?? {}).filter(({ schema }) => schema.type !== 'string');
      return fields.flatMap(({ schema }) => unbounded(schema, `${method} ${path} `));
    }),
  );
  expect(open).toEqual([]);
});

test('an operation that refuses some values of its parameters says 400', () => {
  const silent = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const { parameters = [], responses } = operation as { parameters?: Array<{ schema: Json }>; responses: object };
      const mayRefuse = parameters.some(({ schema }) =>
        Object.keys(schema).some((rule) => /^(max|min|pattern|enum|const|format|anyOf|oneOf|allOf)/.test(rule)),
      );
      return mayRefuse && !('400' in responses) ? [`${method} ${path}`] : [];
    }),
  );
  expect(silent).toEqual([]);
});
