import { readFile } from 'node:fs/promises';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { bearerScheme, keyScheme } from '../http/answers.ts';
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

  app.get('/openapi.json', (c) => c.json(document()));
  app.get('/docs', (c) => c.html(docsPage, 200, { 'content-security-policy': docsPolicy }));
  app.get('/docs/start.js', (c) => c.body(docsStart, 200, { 'content-type': 'text/javascript' }));
  app.get('/docs/:file', async (c, next) => {
    const asset = docsAssets.get(c.req.param('file'));
    if (!asset) return next();
    return c.body(new Uint8Array(await readFile(asset.file)), 200, { 'content-type': asset.type });
  });
  return document;
}
