// The OpenAPI document of the routes that are mounted. What they take and answer is said by Zod itself, in JSON Schema: the
// generator that comes with @hono/zod-openapi takes every field that may be missing for one that must be there
// (asteasolutions/zod-to-openapi#363), and writes `null` into places where what it refers to takes none.
import { type OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';

type Json = { [key: string]: unknown };
type Schema = Json & {
  $defs?: Record<string, Schema>;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
};
/** Input, where a default stands for what is missing; and output, where it was put in already. */
type Way = 'input' | 'output';
type Place = 'path' | 'query' | 'header';
type SchemaOf = (schema: z.ZodType, way: Way, isParameter?: boolean) => Schema;

type DocumentOptions = {
  base: string;
  head: Json;
  everywhere?: (path: string) => RouteConfig['responses'];
};

/**
 * `base` is what all addresses begin with, `head` what the document says besides of its routes, `everywhere` what a
 * route at a path may answer, without saying so itself.
 */
export function openapiDocument(app: OpenAPIHono, { base, head, everywhere = () => ({}) }: DocumentOptions): object {
  const { schemaOf, withNames } = createSchemas();
  const paths: Record<string, Json> = {};
  const components: Record<string, Json> = {};
  for (const definition of app.openAPIRegistry.definitions) {
    if (definition.type === 'component') {
      const { componentType: kind, name, component } = definition;
      components[kind] = { ...components[kind], [name]: component };
    }
    if (definition.type === 'route') {
      const { method, path, ...route } = definition.route;
      const responses = { ...everywhere(path), ...route.responses };
      const address = `${base}${path}`;
      const operation = { operationId: operationIdOf(method, path), ...operationOf({ ...route, responses }, schemaOf) };
      paths[address] = { ...paths[address], [method]: operation };
    }
  }
  return withNames({ ...head, paths, components });
}

/**
 * 'getSellerListingByProductId' is GET /seller/{sellerId}/listing/{productId}: the method, the words of the address, and what it ends with
 * where that is a parameter.
 */
export function operationIdOf(method: string, path: string): string {
  const steps = path.split('/').slice(1);
  const last = /^\{(\w+)\}$/.exec(steps.at(-1) ?? '')?.[1];
  const words = steps.filter((step) => !step.startsWith('{')).flatMap((step) => step.split(/[-.]/));
  return [
    method,
    ...[...words, ...(last ? ['by', last] : [])].map((word) => word[0]?.toUpperCase() + word.slice(1)),
  ].join('');
}

function operationOf({ request, responses, ...rest }: Omit<RouteConfig, 'method' | 'path'>, schemaOf: SchemaOf): Json {
  const parameters = (['path', 'query', 'header'] as const).flatMap((place) => parametersOf(request, place, schemaOf));
  const body = request?.body;
  const answers = Object.entries(responses).map(([status, response]) => [
    status,
    'content' in response && response.content
      ? { ...response, content: contentOf(response.content, 'output', schemaOf) }
      : response,
  ]);
  return {
    ...rest,
    // Routes without a sign-in say so.
    security: rest.security ?? [],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { ...body, content: contentOf(body.content, 'input', schemaOf) } }),
    responses: Object.fromEntries(answers),
  };
}

function parametersOf(request: RouteConfig['request'], place: Place, schemaOf: SchemaOf): Json[] {
  const given = { path: request?.params, query: request?.query, header: request?.headers }[place];
  return [given ?? []].flat().flatMap((object) => {
    const { properties = {}, required = [] } = schemaOf(object, 'input', true);
    return Object.entries(properties).map(([name, { description, ...schema }]) => ({
      ...{ name, in: place, required: required.includes(name) },
      ...(description !== undefined && { description }),
      schema,
    }));
  });
}

function contentOf(content: object, way: Way, schemaOf: SchemaOf): Json {
  return Object.fromEntries(
    Object.entries(content).map(([type, given]) => [
      type,
      given.schema instanceof z.ZodType ? { ...given, schema: schemaOf(given.schema, way) } : given,
    ]),
  );
}

/** Where the schemas are that have a name (`meta({ id })`); `@` and the way stand behind it until it is known whether both ways are the same. */
const home = '#/components/schemas/';
const waysOfNames = new RegExp(`"${home}(\\w+)@(input|output)"`, 'g');

function createSchemas() {
  const made = { input: new Map<z.ZodType, Schema>(), output: new Map<z.ZodType, Schema>() };
  const named = { input: new Map<string, string>(), output: new Map<string, string>() };

  const schemaOf: SchemaOf = (schema, way, isParameter = false) => {
    const known = made[way].get(schema);
    if (known) return known;
    const override = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }) => {
      inDocument(zodSchema, jsonSchema);
      if (!isParameter) withoutDefault(jsonSchema);
    };
    const { $schema: _, ...json } = z.toJSONSchema(schema, { io: way, unrepresentable: 'any', override });
    const text = JSON.stringify(json).replaceAll(/"#\/\$defs\/(\w+)"/g, `"${home}$1@${way}"`);
    const { $defs = {}, ...own } = JSON.parse(text) as Schema;
    for (const [name, definition] of Object.entries($defs)) note(name, way, JSON.stringify(definition));
    made[way].set(schema, own);
    return own;
  };

  function note(name: string, way: Way, definition: string) {
    const same = named[way].get(name);
    if (same !== undefined && same !== definition) throw new Error(`Two schemas have the id ${name}.`);
    named[way].set(name, definition);
  }

  /** The document with its named schemas. One that takes something else than it answers has two names. */
  function withNames(document: Json & { components: Json }): object {
    const apart = new Set<string>();
    const plain = (text: string | undefined) =>
      text?.replace(
        waysOfNames,
        (_, name, way) => `"${home}${way === 'input' && apart.has(name) ? `${name}Input` : name}"`,
      );
    for (let before = -1; before < apart.size; ) {
      before = apart.size;
      for (const [name, output] of named.output)
        if (named.input.has(name) && plain(named.input.get(name)) !== plain(output)) apart.add(name);
    }
    const schemas = (way: Way) =>
      [...named[way]].map(([name, text]) => [
        plain(`"${home}${name}@${way}"`)?.slice(home.length + 1, -1),
        JSON.parse(text),
      ]);
    const components = {
      ...document.components,
      schemas: Object.fromEntries([...schemas('input'), ...schemas('output')].sort(([a], [b]) => (a < b ? -1 : 1))),
    };
    return JSON.parse(plain(JSON.stringify({ ...document, components })) ?? '');
  }

  return { schemaOf, withNames };
}

/** Removes what Zod says more than the document promises. */
function inDocument(zodSchema: z.core.$ZodType, jsonSchema: Json) {
  // An answer may have new fields one day.
  const { def } = zodSchema._zod as { def: { type: string; catchall?: unknown } };
  if (def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties;
  // The format says it, in fewer characters.
  if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** Generators of clients take a field that has a default for one that must be there: what stands for it is told in words. */
function withoutDefault(jsonSchema: Json) {
  if (!('default' in jsonSchema)) return;
  const words = `left out: ${JSON.stringify(jsonSchema.default)}`;
  jsonSchema.description = jsonSchema.description ? `${jsonSchema.description}; ${words}` : words;
  delete jsonSchema.default;
}
