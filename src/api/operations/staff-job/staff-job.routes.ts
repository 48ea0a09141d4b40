// Work with many rows: what would change is shown first, then it is a job with a result for each row.
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { stringify } from 'csv-stringify/sync';
import {
  prepareJobSchema,
  type StaffJob,
  staffJobRowsSchema,
  staffJobSchema,
} from '#contract/operations/staff-job.schema.ts';
import { jobLabels, jobOutcomes, jobRowsMaximum, previewMinutes, undoMinutes } from '#contract/operations/staff-job.ts';
import { may as mayOf } from '../../access/access.rules.ts';
import { roleNeeded } from '../../access/access-refusals.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireStaff, type Staff } from '../../access/require-staff.ts';
import { badRequest, conflict, jsonContent, notFound, ok, problems, streamed } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { issueSentence } from '../../http/issue-sentence.ts';
import { cutPageAt, linkHeader, numberAfter, pageQuery } from '../../http/list-page.ts';
import { jsonBody } from '../../http/request-body.ts';
import type { AllowWrite } from '../../http/write-rate-limit.ts';
import type { Db } from '../../schema/db.ts';
import { guardCell, toCell } from '../../text/csv-cell.rules.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import type { JobKind } from './job-kind.store.ts';
import type { ChosenRow } from './job-row.rules.ts';
import { type ListSource, listChosen, onceEach } from './list-chosen.ts';
import { confirmJob, stopJob, undoJob } from './move-job.ts';
import { prepareJob } from './prepare-job.ts';
import { findJob, type KnownJob, listRowIds, listRows, type RowsAsked, type StoredJobRow } from './staff-job.store.ts';

type Deps = {
  db: Db;
  authenticate: Authenticate;
  kinds: readonly JobKind[];
  sources: readonly ListSource[];
  allowPreview: AllowWrite;
  /** There is something to do. */
  wake: () => void;
  now: () => Date;
};

export function mountStaffJobs(app: OpenAPIHono, deps: Deps) {
  const { db, kinds, sources, allowPreview, wake, now } = deps;
  const routes = routesFor(deps);

  app.openapi(routes.prepare, async (c) => {
    const { kind: name, asked: given, ids, query, zone } = c.req.valid('json');
    const { customer } = c.var.staff;
    const kind = kinds.find((one) => one.kind === name);
    const source = sourceOf(name);
    if (!kind || !source) throw notFound('There is no job of this kind.');
    if (!may(c.var.staff, kind)) throw roleNeeded(c.var.staff.role, kind.right);
    await allowPreview(c, customer.userId);
    const asked = kind.asked.safeParse(given);
    if (!asked.success) throw badRequest(issueSentence(asked.error.issues));
    const rows = ids ? idsOf(ids) : await fitting(source, { query: query ?? '', zone });
    const by = { userId: customer.userId, email: customer.email };
    const list = query === undefined ? null : { query, zone };
    const jobId = await prepareJob(deps, { kind, asked: asked.data, rows, by, list });
    return c.json(await readJob(jobId, c.var.staff), 201);
  });

  app.openapi(routes.one, async (c) => c.json(await readJob(c.req.valid('param').jobId, c.var.staff), 200));

  app.openapi(routes.rows, async (c) => {
    const { outcome = null, after, limit, format } = c.req.valid('query');
    const { job_id: jobId, kind } = await readable(c.req.valid('param').jobId, c.var.staff);
    const asked = { jobId, outcome, after: numberAfter(after, 'integer'), limit: limit + 1 };
    if (format === 'csv')
      return c.body(streamed(rowsAsCsv(db, asked, kind)), 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="job.csv"',
      });
    const rows = cutPageAt(c, await listRows(db, asked), limit, ({ number }) => String(number));
    return c.json(rows.map(toRow), 200);
  });

  app.openapi(routes.confirm, async (c) => {
    const job = await readable(c.req.valid('param').jobId, c.var.staff);
    const kind = movable(job, c.var.staff);
    const by = c.var.staff.customer.userId;
    const addedSince = job.state === 'preview' ? await countAdded(job) : null;
    const moved = await confirmJob(deps, { jobId: job.job_id, by, addedSince });
    if (moved === 'missing') throw unknown();
    if (moved === 'too_old')
      throw conflict(
        `This preview is older than ${previewMinutes} minutes. Ask again, and look at what would change now.`,
      );
    if (moved === 'nothing_to_do')
      throw conflict(`Nothing of it would change: there is nothing to do for ${kind.kind}.`);
    wake();
    return c.json(await readJob(job.job_id, c.var.staff), 200);
  });

  app.openapi(routes.stop, async (c) => {
    const job = await readable(c.req.valid('param').jobId, c.var.staff);
    const kind = movable(job, c.var.staff);
    const { userId: by, nickname: name } = c.var.staff.customer;
    const canUndo = kind.undoBatch !== undefined;
    if ((await stopJob(deps, { jobId: job.job_id, by, name, canUndo })) === 'missing') throw unknown();
    return c.json(await readJob(job.job_id, c.var.staff), 200);
  });

  app.openapi(routes.undo, async (c) => {
    const job = await readable(c.req.valid('param').jobId, c.var.staff);
    movable(job, c.var.staff);
    const undone = await undoJob(deps, { jobId: job.job_id, by: c.var.staff.customer.userId });
    if (undone === 'missing') throw unknown();
    if (undone === 'not_ended') throw conflict('It has not ended yet: stop it first, then take it back.');
    if (typeof undone === 'string')
      throw conflict(
        `It cannot be taken back any more: that is for ${undoMinutes} minutes after its end. Change the rows anew instead.`,
      );
    wake();
    return c.json(await readJob(undone.undoneBy, c.var.staff), 200);
  });

  function sourceOf(kind: string): ListSource | undefined {
    return sources.find(({ list }) => list.name === jobLabels(kind)?.list);
  }

  async function fitting(source: ListSource, { query, zone }: { query: string; zone: string }): Promise<ChosenRow[]> {
    const found = await listChosen(db, source, { query, zone, most: jobRowsMaximum });
    if ('fault' in found) throw badRequest(found.fault);
    if (found.hasMore)
      throw conflict(
        `More than ${jobRowsMaximum.toLocaleString('en-US')} fit. Narrow the list, and do them part by part.`,
      );
    if (found.rows.length === 0) throw conflict('Nothing fits this list any more. Look at the list again.');
    return found.rows;
  }

  async function countAdded(job: KnownJob): Promise<number | null> {
    const source = sourceOf(job.kind);
    if (job.list_query === null || !source) return null;
    const found = await listChosen(db, source, { query: job.list_query, zone: job.list_zone, most: jobRowsMaximum });
    if ('fault' in found) return null;
    const known = await listRowIds(db, job.job_id);
    return found.rows.filter(({ id }) => !known.has(id)).length;
  }

  /** Finds a job that is the reader's own, or that they may do themselves. */
  async function readable(jobId: string, staff: Staff): Promise<KnownJob> {
    const job = isStorableText(jobId) ? await findJob(db, jobId) : null;
    if (!job) throw unknown();
    const isMine = job.asked_by === staff.customer.userId;
    const kind = kinds.find(({ kind: name }) => name === job.kind);
    if (isMine) return job;
    // A preview is for its author alone.
    if (job.state === 'preview' || !kind) throw unknown();
    if (!may(staff, kind)) throw roleNeeded(staff.role, kind.right);
    return job;
  }

  function movable(job: KnownJob, staff: Staff): JobKind {
    const kind = kinds.find(({ kind: name }) => name === job.kind);
    if (!kind) throw unknown();
    if (!may(staff, kind)) throw roleNeeded(staff.role, kind.right);
    return kind;
  }

  async function readJob(jobId: string, staff: Staff): Promise<StaffJob> {
    const job = await readable(jobId, staff);
    const kind = kinds.find(({ kind: name }) => name === job.kind);
    const mayMove = kind !== undefined && may(staff, kind);
    return toStaffJob(job, { isMine: job.asked_by === staff.customer.userId, mayMove, now: now() });
  }
}

const may = ({ customer, role }: Staff, kind: JobKind) => mayOf(customer).actForMarketplace(kind.right, role);
const idsOf = (ids: string[]): ChosenRow[] => {
  if (!ids.every(isStorableText)) throw badRequest('ids: one of them is no id.');
  return onceEach(ids.map((id) => ({ id, name: id })));
};
const unknown = () =>
  notFound('There is no such job. Perhaps its preview was not confirmed in time, or it is long over.');

/** `mayMove`: the reader's role includes what the job does. */
function toStaffJob(
  job: KnownJob,
  { isMine, mayMove, now }: { isMine: boolean; mayMove: boolean; now: Date },
): StaffJob {
  const canUndo = job.undo_until !== null && job.undo_until > now && job.undone_by === null;
  return {
    ...{ job_id: job.job_id, kind: job.kind, asked: job.asked, by: job.by_name, is_mine: isMine, state: job.state },
    label: `${job.undoes ? 'Undo: ' : ''}${jobLabels(job.kind)?.label ?? job.kind}`,
    ...{ total: job.total, done: job.done, changed: job.changed, same: job.same, refused: job.refused },
    ...{ added_since: job.added_since, message: job.message },
    created_at: job.created_at.toISOString(),
    started_at: job.started_at?.toISOString() ?? null,
    ended_at: job.ended_at?.toISOString() ?? null,
    undo_until: job.undo_until?.toISOString() ?? null,
    ...{ undoes: job.undoes, undone_by: job.undone_by },
    may: {
      confirm: mayMove && isMine && job.state === 'preview' && job.changed > 0,
      stop: mayMove && (job.state === 'queued' || job.state === 'running'),
      undo: mayMove && canUndo && job.ended_at !== null,
    },
  };
}

function toRow({ number, row_id: id, name, outcome, is_done, message, before, after }: StoredJobRow) {
  return { number, id, name, outcome, is_done, message, before, after };
}

async function* rowsAsCsv(db: Db, asked: RowsAsked, kind: string): AsyncGenerator<string> {
  const values = Object.keys(jobLabels(kind)?.values ?? {});
  const names = values.flatMap((name) => [`${name} before`, `${name} after`]);
  yield stringify([['number', 'id', 'name', 'outcome', 'message', ...names]]);
  let { after } = asked;
  for (;;) {
    const rows = await listRows(db, { ...asked, after, limit: 500 });
    yield stringify(
      rows.map((row) => {
        const changes = values.flatMap((name) => [row.before?.[name], row.after?.[name]]);
        const cells = [row.number, row.row_id, row.name, row.outcome, row.message, ...changes];
        return cells.map((cell) => guardCell(toCell(cell)));
      }),
    );
    if (rows.length < 500) return;
    after = rows.at(-1)?.number ?? null;
  }
}

const forStaff = 'For the staff; nobody else finds anything at this address.';

function routesFor(deps: Deps) {
  const staff = requireStaff(deps)('readOverview');
  const params = z.object({ jobId: z.string() });
  const base = { tags: ['Staff'] };
  const step = <Step extends string>(name: Step, summary: string, description: string) =>
    createRoute({
      ...base,
      method: 'post',
      path: `/admin/job/{jobId}/${name}` as const,
      summary,
      description: `${forStaff} ${description}`,
      middleware: staff,
      request: { params },
      responses: { 200: ok(staffJobSchema, 'The job as it is then'), ...problems(409) },
    });
  return {
    prepare: createRoute({
      ...base,
      method: 'post',
      path: '/admin/job',
      summary: 'Shows what an action on many rows would change',
      description: `${forStaff} The role must include what is to be done. Nothing is changed until it is confirmed; the rows are settled with the preview.`,
      middleware: [staff, ...jsonBody] as const,
      request: { body: jsonContent(prepareJobSchema) },
      responses: { 201: ok(staffJobSchema, 'The preview'), ...problems(409, 429) },
    }),
    one: createRoute({
      ...base,
      method: 'get',
      path: '/admin/job/{jobId}',
      summary: 'Reads a job: how far it is',
      description: `${forStaff} One's own, and those of which the role includes what they do.`,
      middleware: staff,
      request: { params },
      responses: { 200: ok(staffJobSchema, 'The job'), ...problems(409) },
    }),
    rows: createRoute({
      ...base,
      method: 'get',
      path: '/admin/job/{jobId}/row',
      summary: 'Lists what became of each row of a job, or would become of it',
      description: forStaff,
      middleware: staff,
      request: {
        params,
        query: z.object({
          outcome: z.enum(jobOutcomes, `must be one of ${jobOutcomes.join(', ')}`).optional(),
          format: z
            .enum(['json', 'csv'], 'must be json or csv')
            .default('json')
            .meta({ description: 'csv: all of them' }),
          ...pageQuery({ usual: 50, most: 500 }),
        }),
      },
      responses: {
        200: {
          description: 'A page of them in their order, or all as a file',
          headers: linkHeader,
          content: {
            'application/json': { schema: staffJobRowsSchema },
            'text/csv': { schema: z.string().meta({ format: 'binary' }) },
          },
        },
        ...problems(409),
      },
    }),
    confirm: step(
      'confirm',
      'Does what a preview has shown',
      'By who has asked for the preview. A second time changes nothing.',
    ),
    stop: step('stop', 'Stops a job', 'What is done stays done.'),
    undo: step(
      'undo',
      'Takes a job back',
      `Price, sale and publishing, for ${undoMinutes} minutes after its end. Answers the job that does it; rows that were changed since are refused.`,
    ),
  };
}
