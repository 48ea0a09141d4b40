// Answers about a repository: the repository itself, its tree, its versions.
import type { Context } from 'hono';
import { pathOf } from '#platform/http/request-address.ts';
import { visibleReleases } from './hub-access.rules.ts';
import { entryNotFound, HubError } from './hub-error.ts';
import { idHash, repoIdText } from './hub-name.rules.ts';
import { type HubEnv, type OfHub, repoOf, restOf } from './hub-request.ts';
import { lastCommitOf, listTree, readCursor, rowsOf, siblingOf, writeCursor } from './hub-tree.rules.ts';
import { openRevision, type Repo } from './open-repo.ts';
import { readPaths } from './read-paths.ts';
import type { ReleaseContent } from './release-content.ts';

const PAGE = 1_000;

export function createTreeAnswers(of: OfHub, content: ReleaseContent) {
  const { shop } = of;

  async function sendRepo(c: Context<HubEnv>) {
    const repo = await repoOf(of, c);
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

  async function sendTree(c: Context<HubEnv>) {
    const repo = await repoOf(of, c);
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

  async function sendPaths(c: Context<HubEnv>) {
    const repo = await repoOf(of, c);
    const { release } = openRevision(repo, c.req.param('revision') ?? '');
    const asked = await readPaths(c.req.raw);
    c.header('x-repo-commit', release.commit_sha);
    return c.json(rowsOf(await content.list(repo, release, 'unlisted'), commitOf(release), asked));
  }

  async function sendReferences(c: Context<HubEnv>) {
    const visible = visibleReleases((await repoOf(of, c)).view);
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
  async function sendCommits(c: Context<HubEnv>) {
    const repo = await repoOf(of, c);
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

  return { sendRepo, sendTree, sendPaths, sendReferences, sendCommits };
}

function commitOf({ commit_sha: sha, version, completed_at: date }: Repo['view']['releases'][number]) {
  return { sha, version, date };
}

function readTreeQuery(c: Context<HubEnv>) {
  const isSet = (name: string) => ['true', '1'].includes(c.req.query(name)?.toLowerCase() ?? '');
  const limit = Number(c.req.query('limit') ?? PAGE);
  return {
    recursive: isSet('recursive'),
    expand: isSet('expand'),
    limit: Number.isSafeInteger(limit) && limit > 0 ? Math.min(limit, PAGE) : PAGE,
  };
}
