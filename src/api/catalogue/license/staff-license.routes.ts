import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { namedLicensesSchema, putLicenseSchema, staffLicenseSchema } from '#contract/catalogue/named-license.schema.ts';
import { licenseIdPattern, licenseMaximumBytes } from '#contract/catalogue/named-license.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireStaff } from '../../access/require-staff.ts';
import { badRequest, jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import { jsonBodyOf } from '../../http/request-body.ts';
import type { Db } from '../../schema/db.ts';
import { readNamedLicense, readNamedLicenses } from './read-named-license.ts';
import { saveLicense } from './save-license.ts';

type Deps = {
  db: Db;
  authenticate: Authenticate;
  /** Called after a change, so that its author reads the new state. */
  refresh: () => Promise<void>;
};

/** Named licenses as the staff write them. */
export function mountStaffLicenses(app: OpenAPIHono, deps: Deps) {
  const { db } = deps;
  const routes = routesFor(deps);

  app.openapi(routes.list, async (c) => c.json(await readNamedLicenses(db), 200));

  app.openapi(routes.one, async (c) => c.json(await find(c.req.valid('param').licenseId), 200));

  app.openapi(routes.put, async (c) => {
    const { licenseId: license_id } = c.req.valid('param');
    if (!licenseIdPattern.test(license_id)) throw badRequest('license_id is not like LicenseRef-Our-Terms.');
    const { mark, ...content } = c.req.valid('json');
    const by = c.var.staff.customer.userId;
    const saved = await saveLicense(db, { license: { license_id, ...content }, mark, by });
    if (saved === 'missing') throw unknown();
    if (saved !== 'done') throw refusal(saved.refused, await find(license_id));
    await deps.refresh();
    return c.json(await find(license_id), 200);
  });

  async function find(id: string) {
    const license = licenseIdPattern.test(id) ? await readNamedLicense(db, id) : null;
    if (!license) throw unknown();
    return license;
  }
}

const unknown = () => notFound('There is no named license of this id.');

const sentences = {
  exists: 'There is a license of this id already. Open that one, or choose another id.',
  changed:
    'Somebody else has changed this license meanwhile. Nothing of yours was saved: look at what is new, and save again.',
};

function refusal(refused: keyof typeof sentences, current: Record<string, unknown>): RefusalAnswer {
  const code = refused === 'exists' ? 'named_license_exists' : 'named_license_changed';
  return new RefusalAnswer({ code }, { status: 409, message: sentences[refused], retryAfterSeconds: null, current });
}

function routesFor(deps: Deps) {
  const may = requireStaff(deps);
  const params = z.object({ licenseId: z.string().meta({ description: 'LicenseRef-...' }) });
  const tags = ['Staff'];
  return {
    list: createRoute({
      method: 'get',
      path: '/admin/license',
      tags,
      summary: 'Lists the named licenses, with how many products have each',
      middleware: may('readProducts'),
      responses: { 200: ok(namedLicensesSchema, 'By id'), ...problems(409) },
    }),
    one: createRoute({
      method: 'get',
      path: '/admin/license/{licenseId}',
      tags,
      summary: 'Reads a named license with its text, what it means, and its history',
      middleware: may('readProducts'),
      request: { params },
      responses: { 200: ok(staffLicenseSchema, 'The license'), ...problems(409) },
    }),
    put: createRoute({
      method: 'put',
      path: '/admin/license/{licenseId}',
      tags,
      summary: 'Makes or changes a named license',
      description:
        'For orders that are placed from now on: those that there are keep the text that was accepted, by its hash. Where somebody else has changed it since it was read (mark), or has made one of this id, nothing changes, and `current` of the answer is what it is now.',
      middleware: [may('manageProducts'), ...jsonBodyOf(licenseMaximumBytes)] as const,
      request: { params, body: jsonContent(putLicenseSchema) },
      responses: { 200: ok(staffLicenseSchema, 'The license as it is now'), ...problems(409) },
    }),
  };
}
