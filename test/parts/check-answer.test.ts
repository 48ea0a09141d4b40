import { expect, test } from 'vitest';
import { type ApiDocument, createCheckAnswer, type Received } from './check-answer.ts';

const text = { type: 'string' };
const thing = {
  type: 'object',
  properties: {
    id: text,
    part: { anyOf: [{ $ref: '#/components/schemas/Part' }, { type: 'null' }] },
    whole: { allOf: [{ $ref: '#/components/schemas/Part' }, { type: 'object', properties: { more: text } }] },
  },
  required: ['id'],
};
const document = {
  paths: {
    '/api/thing/all': { get: { responses: { 204: {} } } },
    '/api/thing/{id}': {
      get: {
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } }, 'text/csv': {} } },
        },
      },
    },
  },
  components: { schemas: { Thing: thing, Part: { type: 'object', properties: { a: { type: 'number' } } } } },
} as unknown as ApiDocument;

const check = createCheckAnswer(document);
const received = (changes: Partial<Received>): Received => ({
  ...{ method: 'GET', path: '/api/thing/x?page=2', status: 200, type: 'application/json; charset=UTF-8' },
  ...{ body: { id: 'x' }, ...changes },
});

test.each([
  {},
  { body: { id: 'x', part: null } },
  { body: { id: 'x', part: { a: 1 }, whole: { a: 1, more: 'y' } } },
  { type: 'text/csv', body: 'a,b' },
  { path: '/api/thing/all', status: 204, type: null, body: null },
  { method: 'HEAD', type: null, body: null },
  { status: 304, type: null, body: null },
  { path: '/api/nothing', status: 404 },
])('%# fits', (changes) => expect(() => check(received(changes))).not.toThrow());

test.each([
  [{ status: 409 }, /a status that the OpenAPI document does not tell of get \/api\/thing\/\{id\}/],
  [{ type: 'text/html', body: '' }, /a type that the OpenAPI document does not tell of/],
  [{ body: {} }, /required property 'id'/],
  [{ body: { id: 1 } }, /must be string/],
  [{ body: { id: 'x', secret: 'y' } }, /secret/],
  [{ body: { id: 'x', part: { a: 1, b: 2 } } }, /must NOT have unevaluated properties/],
  [{ body: { id: 'x', whole: { b: 2 } } }, /must NOT have unevaluated properties/],
  [{ path: '/api/thing/all', status: 204, body: 'x' }, /promises no body/],
  [{ path: '/api/thing' }, /has no such route/],
])('%j does not fit', (changes, reason) => expect(() => check(received(changes))).toThrow(reason));
