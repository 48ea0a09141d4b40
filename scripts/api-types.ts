// The types of the API's calls, made of its own OpenAPI document into build/api-types.d.ts: what the browser sends and reads is
// checked against them (src/client/api/api-client.ts). Nothing that runs needs the file.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { describeApi } from '../test/parts/described-api.ts';

const file = join(import.meta.dirname, '../build/api-types.d.ts');
/** The addresses of calls are written without it. */
const base = '/api';
/** The API answers with and without a slash at the end; the specification has it in these (E-08, E-09). */
const slashed = ['/checkout-session', '/success'];

type Operation = { responses: Record<string, object> };
type Document = { paths: Record<string, Record<string, Operation>> };

/** Prints with TypeScript's own printer, which version 7 has not: the library finds an older one under another name. */
async function printTypes(document: Document): Promise<string> {
  registerHooks({
    resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context),
  });
  const { astToString, default: createTypes } = await import('openapi-typescript');
  const paths = Object.entries(document.paths).map(([address, methods]) => {
    const path = address.slice(base.length);
    return [slashed.includes(path) ? `${path}/` : path, successesOf(methods)];
  });
  const nodes = await createTypes(JSON.stringify({ ...document, paths: Object.fromEntries(paths) }), { silent: true });
  return astToString(nodes);
}

/** Each operation with the answers that a call resolves with: refusals are thrown, and most of the file. */
function successesOf(methods: Record<string, Operation>) {
  const operations = Object.entries(methods).map(([method, { responses, ...operation }]) => {
    const successes = Object.entries(responses).filter(([status]) => Number(status) < 300);
    return [method, { ...operation, responses: Object.fromEntries(successes) }];
  });
  return Object.fromEntries(operations);
}

const types = await printTypes(describeApi().openapi() as Document);
// A file that is written anew makes editors check everything again.
if ((await readFile(file, 'utf8').catch(() => '')) !== types) {
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, types);
}
// Threads begun with the API, such as the one that draws PDFs, end with the process.
process.exit();
