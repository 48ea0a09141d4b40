// One entry of the audit log, with what was before and after.
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { type AuditEntry, auditEntrySchema } from '#contract/operations/audit.schema.ts';
import { auditActors } from '#contract/operations/audit-list.ts';
import { findAuditEntry } from '#platform/audit/audit-log.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireStaff } from '../../access/require-staff.ts';
import { namesOf } from '../../access/staff-name.store.ts';
import { notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import type { Db } from '../../schema/db.ts';

export function mountAuditEntries(app: OpenAPIHono, deps: { db: Db; authenticate: Authenticate }) {
  const route = createRoute({
    method: 'get',
    path: '/admin/audit/{entryId}',
    tags: ['Staff'],
    summary: 'Reads an entry of the audit log: what was done, and each field before and after',
    description: 'For the staff; nobody else finds anything at this address.',
    middleware: requireStaff(deps)('readAudit'),
    request: { params: z.object({ entryId: z.string() }) },
    responses: { 200: ok(auditEntrySchema, 'The entry'), ...problems(409) },
  });

  app.openapi(route, async (c) => {
    const { entryId } = c.req.valid('param');
    const entry = /^[1-9]\d{0,14}$/.test(entryId) ? await findAuditEntry(deps.db, Number(entryId)) : null;
    if (!entry) throw notFound('There is no entry at this address.');
    const { by, ...said } = entry.details as AuditEntry['said'];
    const account = typeof by === 'string' ? by : null;
    const name = account && (await namesOf(deps.db, [account])).get(account);
    return c.json(
      {
        id: String(entry.id),
        at: entry.at.toISOString(),
        action: entry.action,
        subject_kind: entry.subject_kind,
        subject_id: entry.subject_id,
        actor: entry.actor_kind,
        by: name ?? account ?? (entry.actor_name || auditActors[entry.actor_kind].label),
        by_account: name ? account : null,
        said,
        fields: entry.changes,
        newer: entry.newer === null ? null : String(entry.newer),
        older: entry.older === null ? null : String(entry.older),
      },
      200,
    );
  });
}
