// Requests to every route that the OpenAPI document names: valid ones, and what becomes of them when one part is hostile.
import fc from 'fast-check';
import { anyOf, brokenBody, encoded, hostileJson, hostileSegment, hostileText, likely } from './hostile-values.ts';
import type { Probe } from './probe.ts';
import { oddHeaders, type Visitors } from './visitors.ts';

type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
};
type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema?: Schema };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
};
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** Values of fields that lead deep into the shop, because something of that name is there. */
export type Known = Record<string, unknown[]>;

export function apiProbes(document: ApiDocument, known: Known, visitors: Visitors): fc.Arbitrary<Probe> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

  return fc.gen().map((g): Probe => {
    const { path, method, operation } = g(anyOf, operations);
    const parameters = operation.parameters ?? [];
    const names = (where: Parameter['in']) => parameters.filter((parameter) => parameter.in === where);
    let address = path;
    for (const { name } of names('path')) {
      const value = g(likely, 0.5) ? encoded(String(g(anyOf, known[name] ?? ['x']))) : g(hostileSegment);
      address = address.replace(`{${name}}`, () => value);
    }
    if (g(likely, 0.1)) address += '/';
    const query = names('query')
      .filter(() => g(likely, 0.4))
      .map(
        ({ name, schema }) => `${name}=${g(likely, 0.4) ? encoded(String(valid(g, name, schema))) : g(hostileSegment)}`,
      );
    if (g(likely, 0.15))
      query.push(g(anyOf, [...query, 'a', '=', '&&', '__proto__=1', 'cursor[]=1', 'limit[$ne]=1', 'id=%']));
    const content = operation.requestBody?.content['application/json'];
    const headers = { ...g(visitors.headers), ...g(oddHeaders) };
    const body = content ? bodyOf(g, content.schema) : g(likely, 0.05) ? g(brokenBody) : null;
    if (content && g(likely, 0.95)) headers['content-type'] = 'application/json';
    else if (body !== null)
      headers['content-type'] = g(anyOf, [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'application/json; charset=utf-16',
        '',
        ';;',
      ]);
    return {
      area: 'api',
      route: `${method} ${path}`,
      method: g(likely, 0.97)
        ? method
        : g(anyOf, ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']),
      path: address + (query.length > 0 ? `?${query.join('&')}` : ''),
      headers,
      body,
    };
  });

  function bodyOf(g: fc.GeneratorValue, schema: Schema): string | Buffer {
    if (g(likely, 0.06)) return g(brokenBody);
    if (g(likely, 0.04)) return g(hostileJson);
    return json(g, '', schema, g(anyOf, [0, 0.1, 0.3]));
  }

  /** JSON text of the schema's shape, of which each part is another with probability `hostility`. */
  function json(g: fc.GeneratorValue, name: string, given: Schema | undefined, hostility: number): string {
    const schema = resolved(given);
    if (g(likely, hostility)) return g(hostileJson);
    if (known[name] && g(likely, 0.6)) return JSON.stringify(g(anyOf, known[name]));
    if (schema?.properties) {
      const fields = Object.entries(schema.properties)
        .filter(() => !g(likely, hostility / 2))
        .map(([field, inner]) => `${JSON.stringify(field)}:${json(g, field, inner, hostility)}`);
      if (g(likely, hostility)) fields.push(`${JSON.stringify(g(hostileText))}:${g(hostileJson)}`);
      return `{${fields.join(',')}}`;
    }
    if (schema?.items) {
      const { items } = schema;
      const length = g(likely, hostility / 4) ? 150 : g(anyOf, [0, 1, 1, 2]);
      return `[${Array.from({ length }, () => json(g, name, items, hostility)).join(',')}]`;
    }
    return JSON.stringify(valid(g, name, schema) ?? null);
  }

  function valid(g: fc.GeneratorValue, name: string, given: Schema | undefined): unknown {
    const schema = resolved(given);
    const candidates = known[name];
    if (candidates) return g(anyOf, candidates);
    if (schema?.enum) return g(anyOf, schema.enum);
    const type = [schema?.type].flat()[0];
    if (type === 'integer' || type === 'number') return schema?.minimum ?? 1;
    if (type === 'boolean') return true;
    return 'some text here';
  }

  function resolved(schema: Schema | undefined): Schema | undefined {
    const found = schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
    return found?.anyOf ? resolved(found.anyOf[0]) : found;
  }
}
