import { type OpenAPIHono, z } from '@hono/zod-openapi';
import {
  dismissSearchMissSchema,
  postSearchKeptWordSchema,
  putSearchPinSchema,
  putSearchSynonymSchema,
  searchMissesSchema,
  searchVocabularySchema,
} from '#contract/catalogue/search-vocabulary/search-vocabulary.schema.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireStaff } from '../../access/require-staff.ts';
import { badRequest, conflict, jsonContent, notFound, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { jsonBody } from '../../http/request-body.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { readMisses, readVocabulary } from './vocabulary/read-vocabulary.ts';
import {
  addKeptWord,
  dismissMiss,
  removeKeptWord,
  removeSynonym,
  type Saved,
  savePins,
  saveSynonym,
} from './vocabulary/save-vocabulary.ts';

type Deps = {
  db: Db;
  authenticate: Authenticate;
  /** Called after a change, so that its author finds by it. */
  refresh: () => Promise<void>;
};

/** The operator's own vocabulary of the search, and what was searched without result. */
export function mountStaffSearch(app: OpenAPIHono, deps: Deps) {
  const { db } = deps;
  const routes = routesFor(deps);

  app.openapi(routes.vocabulary, async (c) => c.json(await readVocabulary(db), 200));

  app.openapi(routes.addSynonym, async (c) => {
    const by = c.var.staff.customer.userId;
    return c.json(await saved(saveSynonym(db, { id: null, synonym: c.req.valid('json'), by })), 201);
  });

  app.openapi(routes.putSynonym, async (c) => {
    const by = c.var.staff.customer.userId;
    const { synonymId: id } = c.req.valid('param');
    return c.json(await saved(saveSynonym(db, { id, synonym: c.req.valid('json'), by })), 200);
  });

  app.openapi(routes.deleteSynonym, async (c) => {
    const by = c.var.staff.customer.userId;
    return c.json(await saved(removeSynonym(db, { id: c.req.valid('param').synonymId, by })), 200);
  });

  app.openapi(routes.addKeptWord, async (c) => {
    const by = c.var.staff.customer.userId;
    return c.json(await saved(addKeptWord(db, { ...c.req.valid('json'), by })), 201);
  });

  app.openapi(routes.deleteKeptWord, async (c) => {
    const by = c.var.staff.customer.userId;
    const { word } = c.req.valid('param');
    if (!isStorableText(word)) throw notFound('This word is not in the list.');
    return c.json(await saved(removeKeptWord(db, { word, by })), 200);
  });

  app.openapi(routes.putPin, async (c) => {
    const by = c.var.staff.customer.userId;
    const pin = c.req.valid('json');
    if (!pin.product_ids.every(isStorableText)) throw badRequest('product_ids has a character that cannot be stored.');
    return c.json(await saved(savePins(db, { pin, by })), 200);
  });

  app.openapi(routes.misses, async (c) => c.json(await readMisses(db), 200));

  app.openapi(routes.dismissMiss, async (c) => {
    const { query } = c.req.valid('json');
    if (!isStorableText(query)) throw notFound('This search is not in the list any more.');
    done(await dismissMiss(db, { query, by: c.var.staff.customer.userId }));
    return c.json(await readMisses(db), 200);
  });

  async function saved(change: Promise<Saved>) {
    done(await change);
    await deps.refresh();
    return readVocabulary(db);
  }
}

function done(saved: Saved) {
  if (saved.ok) return;
  const { why, message } = saved;
  throw why === 'wrong' ? badRequest(message) : why === 'conflict' ? conflict(message) : notFound(message);
}

function routesFor(deps: Deps) {
  const may = requireStaff(deps);
  const tags = ['Staff'];
  const now = ok(searchVocabularySchema, 'The vocabulary as it is now');
  const ofSynonym = z.object({ synonymId: z.uuid('must be a UUID') });
  return {
    vocabulary: createRoute({
      method: 'get',
      path: '/admin/search-vocabulary',
      tags,
      summary: "Lists the operator's own synonyms, words that are never corrected, and pinned products",
      middleware: may('readProducts'),
      responses: { 200: ok(searchVocabularySchema, 'The vocabulary'), ...problems(409) },
    }),
    addSynonym: createRoute({
      method: 'post',
      path: '/admin/search-synonym',
      tags,
      summary: 'Adds a synonym to the search',
      description: 'From now on a search for its words finds what says the other ones too. Both sides are folded.',
      middleware: [may('manageProducts'), ...jsonBody] as const,
      request: { body: jsonContent(putSearchSynonymSchema) },
      responses: { 201: now, ...problems(409) },
    }),
    putSynonym: createRoute({
      method: 'put',
      path: '/admin/search-synonym/{synonymId}',
      tags,
      summary: 'Changes a synonym of the search',
      middleware: [may('manageProducts'), ...jsonBody] as const,
      request: { params: ofSynonym, body: jsonContent(putSearchSynonymSchema) },
      responses: { 200: now, ...problems(409) },
    }),
    deleteSynonym: createRoute({
      method: 'delete',
      path: '/admin/search-synonym/{synonymId}',
      tags,
      summary: 'Deletes a synonym of the search',
      middleware: may('manageProducts'),
      request: { params: ofSynonym },
      responses: { 200: now, ...problems(400, 409) },
    }),
    addKeptWord: createRoute({
      method: 'post',
      path: '/admin/search-kept-word',
      tags,
      summary: 'Keeps a word from being corrected, and others from being corrected into it',
      middleware: [may('manageProducts'), ...jsonBody] as const,
      request: { body: jsonContent(postSearchKeptWordSchema) },
      responses: { 201: now, ...problems(409) },
    }),
    deleteKeptWord: createRoute({
      method: 'delete',
      path: '/admin/search-kept-word/{word}',
      tags,
      summary: 'Lets a word be corrected again',
      middleware: may('manageProducts'),
      request: { params: z.object({ word: z.string() }) },
      responses: { 200: now, ...problems(409) },
    }),
    putPin: createRoute({
      method: 'put',
      path: '/admin/search-pin',
      tags,
      summary: 'Pins products to the top of a query',
      description: 'For this very query, in any case and with any spaces. They take the place of those that it had.',
      middleware: [may('manageProducts'), ...jsonBody] as const,
      request: { body: jsonContent(putSearchPinSchema) },
      responses: { 200: now, ...problems(409) },
    }),
    misses: createRoute({
      method: 'get',
      path: '/admin/search-miss',
      tags,
      summary: 'Lists searches without result, the most frequent first',
      description: 'A query counts once in five minutes. Kept for 90 days, without who searched.',
      middleware: may('readProducts'),
      responses: { 200: ok(searchMissesSchema, 'The first 100'), ...problems(409) },
    }),
    dismissMiss: createRoute({
      method: 'post',
      path: '/admin/search-miss/dismiss',
      tags,
      summary: 'Takes a search without result off the list',
      description: 'It comes back when somebody searches for it again and finds nothing.',
      middleware: [may('manageProducts'), ...jsonBody] as const,
      request: { body: jsonContent(dismissSearchMissSchema) },
      responses: { 200: ok(searchMissesSchema, 'The list as it is now'), ...problems(409) },
    }),
  };
}
