// A buyer's library, as the tools made for the Hugging Face Hub read it (HF_ENDPOINT is the shop's origin). A part of its own: its
// callers say who they are by library tokens and nothing else, its refusals are the Hub's, and its files lie at addresses beside /api.

import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Marketplace } from '#contract/marketplace.ts';
import { databaseAway, isDatabaseAway, RETRY_SECONDS } from '#platform/database/database-away.ts';
import type { Part } from '#platform/http/part.ts';
import { securityHeaders } from '#platform/http/security-headers.ts';
import type { Log } from '#platform/observability/log.ts';
import { observeRequests } from '#platform/observability/observe-requests.ts';
import { StorageAway, storageAway } from '#platform/storage/storage.ts';
import type { ShopDatabase } from '../../schema/db.ts';
import { createFileAnswers } from './file-answers.ts';
import { answerHubError, HubError } from './hub-error.ts';
import { ownNamespace } from './hub-name.rules.ts';
import type { HubEnv } from './hub-request.ts';
import type { HubShop } from './open-repo.ts';
import { createReadLibraryToken } from './read-library-token.ts';
import { createReleaseContent } from './release-content.ts';
import type { FileSenders } from './send-content.ts';
import { createTreeAnswers } from './tree-answers.ts';

type Hub = Part & { routes: Array<{ method: string; path: string }> };

export type HubDeps = FileSenders & {
  database: ShopDatabase;
  shop: Marketplace;
  /** True if an address of the site itself begins with this step. */
  isOwnStep: (step: string) => boolean;
  log: Log;
  now?: () => Date;
  /** Most requests of one token in a minute. */
  requestsOfToken?: number;
};

/** Bytes of the paths that somebody asks about at once. */
const LARGEST_BODY = 96 * 1024;
const noStore = 'private, no-store';

export function createHub(deps: HubDeps): Hub {
  const { database, log } = deps;
  const now = deps.now ?? (() => new Date());
  const shop: HubShop = { origin: deps.shop.origin, namespace: ownNamespace(deps.shop.name, deps.isOwnStep) };
  const readToken = createReadLibraryToken({ database, origin: shop.origin, now, points: deps.requestsOfToken });
  const of = { db: database.kysely, shop, now };
  const content = createReleaseContent(of);
  const answers = { ...createTreeAnswers(of, content), ...createFileAnswers(of, content, deps) };
  const app = new Hono<HubEnv>({ strict: false });

  app.use('*', async (c, next) => {
    c.set('token', await readToken(c.req.raw, c.env.peer));
    await next();
    c.env.seen.route = c.req.routePath;
  });

  app.get('/api/whoami-v2', answers.sendCaller);
  for (const kind of ['models', 'datasets']) {
    const repo = `/api/${kind}/:namespace/:name`;
    app.get(repo, answers.sendRepo);
    app.get(`${repo}/revision/:revision`, answers.sendRepo);
    app.get(`${repo}/tree/:revision`, answers.sendTree);
    app.get(`${repo}/tree/:revision/*`, answers.sendTree);
    app.post(`${repo}/paths-info/:revision`, bodyLimit({ maxSize: LARGEST_BODY, onError: tooLong }), answers.sendPaths);
    app.get(`${repo}/refs`, answers.sendReferences);
    app.get(`${repo}/commits/:revision`, answers.sendCommits);
    app.get(`${repo}/auth-check`, answers.checkAccess);
  }
  for (const start of ['', '/datasets']) {
    app.get(`${start}/:namespace/:name/resolve/:revision/*`, answers.send);
    // Raw files of a Git server: here nothing is stored as a pointer, and both are the same.
    app.get(`${start}/:namespace/:name/raw/:revision/*`, answers.send);
  }

  app.notFound(() => answer(new HubError('There is nothing at this address. See /api/docs.', { status: 404 })));
  app.onError((error, c) => {
    if (error instanceof HubError) return answer(error);
    const { id } = c.env.seen;
    const where = { part: 'hub', route: c.req.routePath, requestId: id };
    if (isDatabaseAway(error)) {
      log.warn({ ...where, error: String(error) });
      return answer(new HubError(databaseAway, { status: 503, headers: { 'retry-after': String(RETRY_SECONDS) } }));
    }
    log.error({ ...where, error: error.stack });
    if (error instanceof StorageAway)
      return answer(new HubError(storageAway, { status: 503, headers: { 'retry-after': String(RETRY_SECONDS) } }));
    return answer(
      new HubError(`Something went wrong on our side. Try again; if it stays, tell us the request id ${id}.`, {
        status: 500,
      }),
    );
  });

  const observed = observeRequests('hub', log, async (request, seen, peer) => {
    const response = await app.fetch(request, { seen, peer: peer?.address ?? 'unknown' });
    const { headers } = response;
    for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value);
    headers.set('x-request-id', seen.id);
    headers.set('x-robots-tag', 'noindex');
    if (!headers.has('cache-control')) headers.set('cache-control', noStore);
    return response;
  });
  return { ...observed, routes: app.routes };
}

function answer(error: HubError): Response {
  return answerHubError(error);
}

function tooLong(): never {
  throw new HubError(`The body may have at most ${LARGEST_BODY / 1024} KiB. Ask about fewer paths at once.`, {
    status: 413,
  });
}
