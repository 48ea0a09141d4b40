import { readFile } from 'node:fs/promises';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type { SiteAddress } from '#contract/site-address.ts';
import { createLastingAnswer } from '#platform/cache/lasting-answer.ts';
import { bearerScheme, keyScheme, problems } from '../http/answers.ts';
import { cachedAs } from '../http/create-route.ts';
import { docsAssets, docsPage, docsPolicy, docsStart } from './docs-page.ts';
import { openapiDocument } from './openapi-document.ts';
import { topics } from './topics.ts';

/**
 * The OpenAPI document, and a page to read it on. It tells of the routes that are mounted when somebody asks for it, but not
 * of these: who reads it has found them. `origin` is where the shop is. Answers how the document is made.
 */
export function mountDocs(app: OpenAPIHono, { origin }: { origin: string }): () => object {
  app.openAPIRegistry.registerComponent('securitySchemes', bearerScheme, {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The ID token of the account service, as signing in gives it.',
  });
  app.openAPIRegistry.registerComponent('securitySchemes', keyScheme, {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'hearth_sk_...',
    description:
      'A key of a shop, sent in the same header. Owners make keys in the profile under Keys and Webhooks, and choose the scopes.',
  });

  const document = () =>
    openapiDocument(app, {
      base: '/api',
      everywhere: answersEverywhere,
      head: {
        openapi: '3.1.1',
        info: {
          title: 'Hearth product API',
          version: '1',
          description: 'Amounts are US dollars. Times are UTC, ISO 8601.',
          license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        },
        servers: [{ url: origin, description: 'This shop' }],
        tags: Object.entries(topics).map(([name, description]) => ({ name, description })),
      },
    });

  const openapi = createLastingAnswer(() => Response.json(document()));
  app.get('/openapi.json', cachedAs('shared unless signed in'), (c) => send(c, openapi));
  app.get('/docs', cachedAs('streamed'), (c) => c.html(docsPage, 200, { 'content-security-policy': docsPolicy }));
  app.get('/docs/start.js', cachedAs('streamed'), (c) => c.body(docsStart, 200, { 'content-type': 'text/javascript' }));
  const assets = new Map([...docsAssets].map(([name, asset]) => [name, createLastingAnswer(() => read(asset))]));
  app.get('/docs/:file', cachedAs('shared unless signed in'), async (c, next) => {
    const asset = assets.get(c.req.param('file'));
    return asset ? send(c, asset) : next();
  });
  return document;
}

/** Answers given before a route runs. */
function answersEverywhere(path: string) {
  return {
    // The database can be away for each of them; those of the staff ask for a role.
    ...problems(503),
    ...(path.startsWith('/admin/') && problems(403)),
  };
}

const unread = { query: [], search: 'noindex' } as const;
/** The document does not tell of itself. */
export const docsAddresses: readonly SiteAddress[] = [
  { ...unread, path: '/api/openapi.json', caching: 'shared unless signed in', costs: 20 },
  { ...unread, path: '/api/docs', caching: 'streamed' },
  { ...unread, path: '/api/docs/start.js', caching: 'streamed' },
  { ...unread, path: '/api/docs/:file', caching: 'shared unless signed in', costs: 20 },
];

/** With the headers that every answer has. */
async function send(c: Context, answer: ReturnType<typeof createLastingAnswer>): Promise<Response> {
  const made = await answer(c.req.raw);
  // As bytes, which are sent on the shortest way.
  const body = made.body && new Uint8Array(await made.arrayBuffer());
  return c.newResponse(body, made.status as StatusCode, Object.fromEntries(made.headers));
}

async function read({ file, type }: { file: string; type: string }): Promise<Response> {
  return new Response(new Uint8Array(await readFile(file)), { headers: { 'content-type': type } });
}
