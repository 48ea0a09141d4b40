import { expect } from 'vitest';
import { followCatalogueVersion } from '../src/api/catalogue-version.ts';
import type { ApiTables } from '../src/api/schema.ts';
import { createApi } from '../src/api/server.ts';
import { problemSchema } from '../src/contract/errors.ts';
import {
  productListSchema,
  productSchema,
  sitemapPartSchema,
  sitemapPartsSchema,
} from '../src/contract/product.schema.ts';
import { reviewSchema } from '../src/contract/review.schema.ts';
import type { Database } from '../src/platform/database.ts';
import { createLog } from '../src/platform/log.ts';

/** The API over a test database. Every answer is checked against the schema that the route promises. */
export async function startApi(database: Database<ApiTables>) {
  const log = createLog('silent');
  const version = await followCatalogueVersion(database, { log });
  const api = createApi({ database, version, log });
  return {
    version,
    openapi: api.openapi,
    async get(path: string, headers: Record<string, string> = {}) {
      await version.refresh();
      const response = await api.fetch(new Request(`http://shop.test/api${path}`, { headers }));
      const body = await response.json();
      checkAnswer(path, response.status, body);
      return { status: response.status, headers: response.headers, body };
    },
  };
}

function checkAnswer(path: string, status: number, body: unknown) {
  expect(status, `${path} answered ${JSON.stringify(body)}`).toBeLessThan(500);
  if (status >= 400) return problemSchema.parse(body);
  const { pathname } = new URL(path, 'http://shop.test');
  const shape = shapes.find(([pattern]) => pattern.test(pathname.replace(/\/$/, '')))?.[1];
  return shape?.parse(body);
}

const shapes = [
  [/^\/product$/, productListSchema],
  [/^\/product\/all$/, productSchema.array()],
  [/^\/sitemap$/, sitemapPartsSchema],
  [/^\/sitemap\/part$/, sitemapPartSchema],
  [/^\/product\/[^/]+$/, productSchema],
  [/^\/review\/product\/[^/]+$/, reviewSchema.array()],
] as const;
