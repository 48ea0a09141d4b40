import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { licenseSchema, licenseTermsSchema } from '#contract/catalogue/license.schema.ts';
import { badRequest, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import type { Db } from '../../schema/db.ts';
import { findLicense, findTerms } from './find-license.ts';
import { LONGEST_LICENSE } from './license-expression.rules.ts';

const routes = {
  terms: createRoute({
    method: 'get',
    path: '/license',
    caching: 'shared unless signed in',
    tags: ['Licenses'],
    summary: 'Tells what a license expression means in plain words',
    request: {
      query: z.object({
        expression: z.string().max(LONGEST_LICENSE).meta({ description: "A product's license", example: 'MIT' }),
      }),
    },
    responses: { 200: ok(licenseTermsSchema, 'The alternatives that it leaves') },
  }),
  one: createRoute({
    method: 'get',
    path: '/license/{id}',
    caching: 'shared unless signed in',
    tags: ['Licenses'],
    summary: 'Reads one license, with its text',
    request: {
      params: z.object({ id: z.string().meta({ description: 'An id of SPDX, or LicenseRef-...' }) }),
      query: z.object({
        sha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
          .optional()
          .meta({ description: 'The text of this hash, as an order keeps it; without it the text as it is now' }),
      }),
    },
    responses: { 200: ok(licenseSchema, 'The license'), ...problems(404) },
  }),
};

export function mountLicenses(app: OpenAPIHono, { db }: { db: Db }) {
  app.openapi(routes.terms, async (c) => {
    const terms = await findTerms(db, c.req.valid('query').expression);
    if (!terms) throw badRequest('expression must be an SPDX license expression, such as MIT OR Apache-2.0');
    return c.json(terms, 200);
  });

  app.openapi(routes.one, async (c) => {
    const { id } = c.req.valid('param');
    const license = /^[A-Za-z0-9.+-]{1,120}$/.test(id)
      ? await findLicense(db, id, c.req.valid('query').sha256 ?? null)
      : null;
    if (!license) throw notFound('There is no license with this id.');
    return c.json(license, 200);
  });
}
