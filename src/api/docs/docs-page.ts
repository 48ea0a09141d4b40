import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Swagger UI's own files, by the last part of their address. */
export const docsAssets = new Map([
  ['swagger-ui.css', { file: swaggerFile('swagger-ui.css'), type: 'text/css' }],
  ['swagger-ui-bundle.js', { file: swaggerFile('swagger-ui-bundle.js'), type: 'text/javascript' }],
]);

function swaggerFile(name: string): string {
  return join(dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')), name);
}

/** The OpenAPI document as a page to read and to try; every file it loads is served by the shop itself. */
export const docsPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<div id="reference"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</html>
`;

/** Topics are opened one by one: to draw all routes at once takes a browser minutes. */
export const docsStart = `SwaggerUIBundle({
  url: '/api/openapi.json', dom_id: '#reference', deepLinking: true, docExpansion: 'none', filter: true });`;

/** Swagger UI writes style attributes and shows images from data addresses. */
export const docsPolicy = [
  "default-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
