import { OpenAPIHono, z } from '@hono/zod-openapi';
import { expect, test } from 'vitest';
import { createRoute } from '../http/create-route.ts';
import { openapiDocument, operationIdOf } from './openapi-document.ts';

type Operation = { parameters: object[]; requestBody: Body; responses: Record<string, Body> };
type Body = { content: { 'application/json': { schema: object } } };
type Document = { paths: Record<string, { post: Operation }>; components: { schemas: Record<string, object> } };

/** The document of one route that takes and answers this. */
function documented(taken: z.ZodType, answered: z.ZodType, query = z.object({})) {
  const app = new OpenAPIHono();
  const route = createRoute({
    method: 'post',
    path: '/thing/{id}',
    request: {
      params: z.object({ id: z.string().meta({ description: 'thing_id' }) }),
      query,
      body: { required: true, content: { 'application/json': { schema: taken } } },
    },
    responses: { 200: { description: 'The thing', content: { 'application/json': { schema: answered } } } },
  });
  app.openapi(route, (c) => c.json({}) as never);
  const { paths, components } = openapiDocument(app, { base: '/api', head: {} }) as Document;
  const operation = paths['/api/thing/{id}']?.post as Operation;
  // Answered to a query that is not valid, and no part of what is looked at.
  const { Problem: _problem, ...schemas } = components.schemas;
  return {
    components: schemas,
    parameters: operation.parameters,
    taken: operation.requestBody.content['application/json'].schema,
    answered: operation.responses['200']?.content['application/json'].schema,
  };
}

test('what may be missing is not required, in what is taken and in what is answered', () => {
  const schema = z.object({ a: z.string(), b: z.string().exactOptional(), c: z.string().optional() });
  const { taken, answered } = documented(schema, schema);
  const expected = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } },
    required: ['a'],
  };
  expect(taken).toEqual(expected);
  expect(answered).toEqual(expected);
});

test('what may be null says so where it stands, also of what has a name', () => {
  const Part = z.object({ a: z.number().nullable() }).meta({ id: 'Part' });
  const { answered, components } = documented(z.object({}), z.object({ part: Part.nullable() }));
  expect(answered).toMatchObject({
    properties: { part: { anyOf: [{ $ref: '#/components/schemas/Part' }, { type: 'null' }] } },
  });
  expect(components).toEqual({
    Part: { type: 'object', properties: { a: { type: ['number', 'null'] } }, required: ['a'] },
  });
});

test('one schema that takes less than it answers has two names, and so has what it stands in', () => {
  const Size = z.object({ unit: z.string().default('m') }).meta({ id: 'Size' });
  const Same = z.object({ b: z.string() }).meta({ id: 'Same' });
  const Thing = z.object({ size: Size, same: Same }).meta({ id: 'Thing' });
  const { taken, answered, components } = documented(Thing, z.array(Thing));
  expect(taken).toEqual({ $ref: '#/components/schemas/ThingInput' });
  expect(answered).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Thing' } });
  expect(Object.keys(components)).toEqual(['Same', 'Size', 'SizeInput', 'Thing', 'ThingInput']);
  expect(components).toMatchObject({
    Size: { required: ['unit'] },
    Thing: { properties: { size: { $ref: '#/components/schemas/Size' } } },
    ThingInput: {
      properties: { size: { $ref: '#/components/schemas/SizeInput' }, same: { $ref: '#/components/schemas/Same' } },
    },
  });
  expect(components.SizeInput).toEqual({
    type: 'object',
    properties: { unit: { type: 'string', description: 'left out: "m"' } },
  });
});

test('unknown fields are refused where the shop refuses them, and promised away nowhere', () => {
  const { taken, answered } = documented(z.strictObject({}), z.object({}));
  expect(taken).toMatchObject({ additionalProperties: false });
  expect(answered).not.toHaveProperty('additionalProperties');
});

test('parameters say where they stand, whether they must be there, and what stands for them', () => {
  const query = z.object({ limit: z.coerce.number().max(9).default(3), q: z.string().meta({ description: 'Words' }) });
  expect(documented(z.object({}), z.object({}), query).parameters).toEqual([
    { name: 'id', in: 'path', required: true, description: 'thing_id', schema: { type: 'string' } },
    { name: 'limit', in: 'query', required: false, schema: { type: 'number', maximum: 9, default: 3 } },
    { name: 'q', in: 'query', required: true, description: 'Words', schema: { type: 'string' } },
  ]);
});

test('two schemas of one name are a fault of the code', () => {
  const one = z.object({ a: z.string() }).meta({ id: 'One' });
  const other = z.object({ b: z.string() }).meta({ id: 'One' });
  expect(() => documented(z.object({}), z.object({ one, other }))).toThrow(/One/);
});

test.each([
  ['get', '/product', 'getProduct'],
  ['get', '/product/{id}', 'getProductById'],
  ['post', '/seller/{sellerId}/listing/{productId}/submit', 'postSellerListingSubmit'],
  ['get', '/order/{id}/receipt.pdf', 'getOrderReceiptPdf'],
])('%s %s has an id that programs can use as a name', (method, path, id) => {
  expect(operationIdOf(method, path)).toBe(id);
});
