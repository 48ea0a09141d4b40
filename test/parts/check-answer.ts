// Holds every answer that a route test receives to the OpenAPI document: its status, its type and its body.
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

type Schema = { [key: string]: unknown };
type Answer = { content?: Record<string, { schema?: Schema }> };
type Operation = { responses: Record<string, Answer> };
export type ApiDocument = { paths: Record<string, Record<string, Operation>>; components: { schemas: Schema } };

/** Answer of the shop, JSON as the value that it says. */
export type Received = { method: string; path: string; status: number; type: string | null; body: unknown };

/** Throws for an answer that the document does not promise. Schemas are compiled when the first answer needs them. */
export function createCheckAnswer(document: ApiDocument): (received: Received) => void {
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false, validateFormats: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'api', components: { schemas: opened(document.components.schemas) } });
  const routes = Object.entries(document.paths).map(([path, methods]) => ({ path, pattern: patternOf(path), methods }));
  const compiled = new Map<string, ValidateFunction>();

  function validatorOf(key: string, schema: Schema): ValidateFunction {
    const known = compiled.get(key);
    if (known) return known;
    const made = ajv.compile(closed(schema) as Schema);
    compiled.set(key, made);
    return made;
  }

  return ({ method, path, status, type, body }) => {
    const call = `${method} ${path} answered ${status} ${JSON.stringify(body)?.slice(0, 1_000)}`;
    const address = path.split('?')[0] ?? '';
    // HEAD is answered as GET is, without the body.
    const verbs = method === 'HEAD' ? ['head', 'get'] : [method.toLowerCase()];
    const route = routes.find(({ pattern, methods }) => pattern.test(address) && verbs.some((verb) => verb in methods));
    if (!route) {
      if (status === 404 || status === 405 || isUndocumented(address)) return;
      throw new Error(`${call}, but the OpenAPI document has no such route`);
    }
    const operation = route.methods[verbs.find((verb) => verb in route.methods) ?? ''] as Operation;
    // Content that has not changed is not sent again.
    if (status === 304) return;
    const promised = operation.responses[status];
    const where = `${verbs[0]} ${route.path}`;
    if (!promised) throw new Error(`${call}, a status that the OpenAPI document does not tell of ${where}`);
    if (method === 'HEAD') return;
    if (!promised.content) {
      if (body !== null) throw new Error(`${call}, but the OpenAPI document promises no body`);
      return;
    }
    const [given = ''] = (type ?? '').split(';');
    const media = Object.keys(promised.content).find((name) => given === name || isWithin(given, name));
    if (!media) throw new Error(`${call} as ${type}, a type that the OpenAPI document does not tell of ${where}`);
    const { schema } = promised.content[media] ?? {};
    if (!schema || !/^application\/(.+\+)?json$/.test(media)) return;
    const validate = validatorOf(`${where} ${status} ${media}`, schema);
    const value = typeof body === 'string' && given !== 'application/json' ? JSON.parse(body) : body;
    if (!validate(value))
      throw new Error(
        `${call}, which does not fit the OpenAPI document of ${where}: ${ajv.errorsText(validate.errors)} ${JSON.stringify(validate.errors?.[0]?.params)}`,
      );
  };
}

/** Addresses outside the document: itself, and those that the payment provider calls. */
function isUndocumented(address: string): boolean {
  return /^\/api\/(openapi\.json|docs(\/.*)?|payments\/webhook)\/?$/.test(address);
}

function isWithin(type: string, range: string): boolean {
  if (range === '*/*') return type !== '';
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}

function patternOf(path: string): RegExp {
  return new RegExp(
    `^${path
      .replace(/[.]/g, '\\.')
      .replace(/\{path\}$/, '.+')
      .replace(/\{\w+\}/g, '[^/]+')}/?$`,
  );
}

/** Named schemas are closed where they are used, so that they can be parts of others as well. */
function opened(schemas: Schema): Schema {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, within(schema as Schema)]));
}

/** A field that the document does not tell of is a fault, also where it says nothing of further fields. */
function closed(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const own = within(schema as Schema);
  const isOpen = 'properties' in own || '$ref' in own || 'allOf' in own;
  return isOpen && !('additionalProperties' in own) ? { ...own, unevaluatedProperties: false } : own;
}

/** The same of everything inside, and with what it refers to. Parts of a whole are closed by the whole. */
function within(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === '$ref') return [key, `api${value}`];
      if (key === 'properties')
        return [key, Object.fromEntries(Object.entries(value as Schema).map(([name, inner]) => [name, closed(inner)]))];
      if (key === 'anyOf' || key === 'oneOf' || key === 'prefixItems') return [key, (value as unknown[]).map(closed)];
      if (key === 'allOf') return [key, (value as Schema[]).map(within)];
      if (key === 'items' || key === 'additionalProperties') return [key, closed(value)];
      return [key, value];
    }),
  );
}
