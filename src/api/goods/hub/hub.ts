// What was bought, as the tools made for the Hugging Face Hub read it (HF_ENDPOINT is the shop's origin). A part of its own: its
// callers say who they are by library tokens and nothing else, its refusals are the Hub's, and its files lie at addresses beside /api.

import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Marketplace } from '#contract/marketplace.ts';
import { databaseAway, isDatabaseAway, RETRY_SECONDS } from '#platform/database/database-away.ts';
import type { Part } from '#platform/http/part.ts';
import { pathOf } from '#platform/http/request-address.ts';
import { securityHeaders } from '#platform/http/security-headers.ts';
import type { Log } from '#platform/observability/log.ts';
import { observeRequests, type Seen } from '#platform/observability/observe-requests.ts';
import { StorageAway, storageAway } from '#platform/storage/storage.ts';
import type { ShopDatabase } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { findFile } from '../download/download.store.ts';
import { findNickname, isFreeFile } from './hub.store.ts';
import { visibleReleases } from './hub-access.rules.ts';
import { answerHubError, entryNotFound, HubError } from './hub-error.ts';
import { idHash, ownNamespace, repoIdText } from './hub-name.rules.ts';
import { lastCommitOf, listTree, readCursor, rowsOf, siblingOf, writeCursor } from './hub-tree.rules.ts';
import type { FoundToken } from './library-token.store.ts';
import { gated, type HubShop, openRepo, openRevision, type Repo } from './open-repo.ts';
import { createReadLibraryToken } from './read-library-token.ts';
import { readPaths } from './read-paths.ts';
import { createReleaseContent } from './release-content.ts';
import { type FileSenders, sendMade, sendUploaded } from './send-content.ts';

type Env = { Bindings: { seen: Seen; peer: string }; Variables: { token: FoundToken | null } };

type Hub = Part & { routes: Array<{ method: string; path: string }> };

export type HubDeps = FileSenders & {
  database: ShopDatabase;
  shop: Marketplace;
  /** Whether an address of the site itself begins with this step. */
  isOwnStep: (step: string) => boolean;
  log: Log;
  now?: () => Date;
  /** What one token may ask in a minute. */
  requestsOfToken?: number;
};

const PAGE = 1_000;
/** Of paths that somebody asks about at once. */
const LARGEST_BODY = 96 * 1024;
const noStore = 'private, no-store';

export function createHub(deps: HubDeps): Hub {
  const { database, log } = deps;
  const db = database.kysely;
  const now = deps.now ?? (() => new Date());
  const shop: HubShop = { origin: deps.shop.origin, namespace: ownNamespace(deps.shop.name, deps.isOwnStep) };
  const readToken = createReadLibraryToken({ database, origin: shop.origin, now, points: deps.requestsOfToken });
  const content = createReleaseContent({ db, shop });
  const app = new Hono<Env>({ strict: false });

  app.use('*', async (c, next) => {
    c.set('token', await readToken(c.req.raw, c.env.peer));
    await next();
    c.env.seen.route = c.req.routePath;
  });

  const repoOf = (c: Context<Env>) =>
    openRepo(db, shop, {
      id: { namespace: c.req.param('namespace') ?? '', name: c.req.param('name') ?? '' },
      accountId: c.var.token?.accountId ?? null,
      now: now(),
    });

  async function tellOf(c: Context<Env>) {
    const repo = await repoOf(c);
    const { release, by } = openRevision(repo, c.req.param('revision') ?? 'main');
    const files = await content.list(repo, release);
    return c.json({
      _id: idHash(repo.productId).slice(0, 24),
      id: repoIdText(repo.id),
      ...(!repo.isDataset && { modelId: repoIdText(repo.id) }),
      author: repo.id.namespace,
      sha: release.commit_sha,
      createdAt: release.completed_at.toISOString(),
      lastModified: release.completed_at.toISOString(),
      private: false,
      gated: by ? false : 'manual',
      disabled: false,
      // Clients of some years do not go without these; the shop counts them for sellers and tells nobody else.
      downloads: 0,
      likes: 0,
      tags: [],
      siblings: files.map((file) => siblingOf(file, c.req.query('blobs')?.toLowerCase() === 'true')),
    });
  }

  async function sendTree(c: Context<Env>) {
    const repo = await repoOf(c);
    const { release } = openRevision(repo, c.req.param('revision') ?? '');
    const cursor = c.req.query('cursor');
    const after = cursor === undefined ? null : readCursor(cursor);
    if (cursor !== undefined && after === null)
      throw new HubError('The cursor is none that this address has given. Begin again without it.', { status: 400 });
    const { recursive, expand, limit } = readTreeQuery(c);
    const folder = restOf(c);
    if (folder === null) throw entryNotFound(release.commit_sha);
    const page = listTree(await content.list(repo, release), commitOf(release), {
      folder: /^.*[^/]/s.exec(folder)?.[0] ?? '',
      recursive,
      expand,
      after,
      limit,
    });
    if (!page) throw entryNotFound(release.commit_sha);
    if (page.next !== null) {
      const query = new URLSearchParams({
        recursive: String(recursive),
        expand: String(expand),
        limit: String(limit),
        cursor: writeCursor(page.next),
      });
      c.header('link', `<${shop.origin}${pathOf(c.req.url)}?${query}>; rel="next"`);
    }
    c.header('x-repo-commit', release.commit_sha);
    return c.json(page.rows);
  }

  async function sendPaths(c: Context<Env>) {
    const repo = await repoOf(c);
    const { release } = openRevision(repo, c.req.param('revision') ?? '');
    const asked = await readPaths(c.req.raw);
    c.header('x-repo-commit', release.commit_sha);
    return c.json(rowsOf(await content.list(repo, release, 'unlisted'), commitOf(release), asked));
  }

  async function sendReferences(c: Context<Env>) {
    const visible = visibleReleases((await repoOf(c)).view);
    const [main] = visible;
    return c.json({
      // Nobody asks that a version be changed; clients that ask for requests do not go without the list.
      ...(c.req.query('include_prs') !== undefined && { pullRequests: [] }),
      branches: main ? [{ name: 'main', ref: 'refs/heads/main', targetCommit: main.release.commit_sha }] : [],
      converts: [],
      tags: visible.map(({ release }) => ({
        name: release.version,
        ref: `refs/tags/${release.version}`,
        targetCommit: release.commit_sha,
      })),
    });
  }

  /** Versions up to the one that is asked for, the newest first: each release is a commit. */
  async function sendCommits(c: Context<Env>) {
    const repo = await repoOf(c);
    const { release: asked } = openRevision(repo, c.req.param('revision') ?? '');
    const releases = visibleReleases(repo.view)
      .map(({ release }) => release)
      .filter(({ edition, number }) => edition === asked.edition && number <= asked.number)
      .sort((one, other) => other.number - one.number);
    return c.json(
      releases.map((release) => {
        const { id, title, date } = lastCommitOf(commitOf(release));
        return { id, title, message: '', authors: [{ user: repo.id.namespace }], date };
      }),
    );
  }

  async function checkAccess(c: Context<Env>) {
    const repo = await repoOf(c);
    const { release, refusal } = openRevision(repo, 'main');
    if (refusal) throw gated(repo, shop, { refusal, version: release.version }, c.var.token !== null);
    return c.json({});
  }

  async function send(c: Context<Env>) {
    const repo = await repoOf(c);
    const { release, by, refusal } = openRevision(repo, c.req.param('revision') ?? '');
    const path = restOf(c);
    const file = path === null ? null : await findFile(db, release.release_id, path);
    const made = file || path === null ? null : await content.findMade(repo, release, path);
    const isOnSale = repo.view.goods !== null;
    if (refusal) {
      const isFree = made || (file && (await isFreeFile(db, release.release_id, file.path)));
      // What there is of a thing on sale is public; of one that is not, there is nothing but the refusal.
      if (isOnSale ? file && !isFree : true)
        throw gated(repo, shop, { refusal, version: release.version }, c.var.token !== null);
    }
    if (made) return sendMade(c.req.raw, made, release);
    if (!file) throw entryNotFound(release.commit_sha);
    return sendUploaded(c.req.raw, deps, { file, release, entitlement: by, peer: c.env.peer });
  }

  app.get('/api/whoami-v2', async (c) => {
    const { token } = c.var;
    if (!token) throw notKnown(shop.origin);
    const name = (await findNickname(db, token.accountId)) ?? 'customer';
    return c.json({
      type: 'user',
      id: idHash(token.accountId).slice(0, 24),
      name,
      fullname: name,
      isPro: false,
      canPay: false,
      orgs: [],
      auth: {
        type: 'access_token',
        accessToken: { displayName: token.name, role: 'read', createdAt: token.createdAt.toISOString() },
      },
    });
  });
  for (const kind of ['models', 'datasets']) {
    const repo = `/api/${kind}/:namespace/:name`;
    app.get(repo, tellOf);
    app.get(`${repo}/revision/:revision`, tellOf);
    app.get(`${repo}/tree/:revision`, sendTree);
    app.get(`${repo}/tree/:revision/*`, sendTree);
    app.post(`${repo}/paths-info/:revision`, bodyLimit({ maxSize: LARGEST_BODY, onError: tooLong }), sendPaths);
    app.get(`${repo}/refs`, sendReferences);
    app.get(`${repo}/commits/:revision`, sendCommits);
    app.get(`${repo}/auth-check`, checkAccess);
  }
  for (const start of ['', '/datasets']) {
    app.get(`${start}/:namespace/:name/resolve/:revision/*`, send);
    // What a Git server has: here nothing is kept as a pointer, and both are the same.
    app.get(`${start}/:namespace/:name/raw/:revision/*`, send);
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

function notKnown(origin: string): HubError {
  return new HubError(`Set HF_TOKEN to a library token. They are made at ${origin}/profile/library.`, { status: 401 });
}

function commitOf({ commit_sha: sha, version, completed_at: date }: Repo['view']['releases'][number]) {
  return { sha, version, date };
}

function readTreeQuery(c: Context<Env>) {
  const isSet = (name: string) => ['true', '1'].includes(c.req.query(name)?.toLowerCase() ?? '');
  const limit = Number(c.req.query('limit') ?? PAGE);
  return {
    recursive: isSet('recursive'),
    expand: isSet('expand'),
    limit: Number.isSafeInteger(limit) && limit > 0 ? Math.min(limit, PAGE) : PAGE,
  };
}

/** What follows the revision in the path, as it is called in a release; null: it is no path. */
function restOf(c: Context<Env>): string | null {
  const steps = pathOf(c.req.url).split('/');
  const at = steps[1] === 'api' ? 5 : steps[1] === 'datasets' ? 4 : 3;
  try {
    const path = steps
      .slice(at + 2)
      .map(decodeURIComponent)
      .join('/');
    return isStorableText(path) ? path : null;
  } catch {
    return null;
  }
}
