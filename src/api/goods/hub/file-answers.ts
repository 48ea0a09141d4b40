// Answers with a file of a repository, and about who may have it.
import type { Context } from 'hono';
import { findFile } from '../download/download.store.ts';
import { findNickname, isFreeFile } from './hub.store.ts';
import { entryNotFound, HubError } from './hub-error.ts';
import { idHash } from './hub-name.rules.ts';
import { type HubEnv, type OfHub, repoOf, restOf } from './hub-request.ts';
import { gated, openRevision } from './open-repo.ts';
import type { ReleaseContent } from './release-content.ts';
import { type FileSenders, sendMade, sendUploaded } from './send-content.ts';

export function createFileAnswers(of: OfHub, content: ReleaseContent, senders: FileSenders) {
  const { db, shop } = of;

  async function checkAccess(c: Context<HubEnv>) {
    const repo = await repoOf(of, c);
    const { release, refusal } = openRevision(repo, 'main');
    if (refusal) throw gated(repo, shop, { refusal, version: release.version }, c.var.token !== null);
    return c.json({});
  }

  async function send(c: Context<HubEnv>) {
    const repo = await repoOf(of, c);
    const { release, by, refusal } = openRevision(repo, c.req.param('revision') ?? '');
    const path = restOf(c);
    const file = path === null ? null : await findFile(db, release.release_id, path);
    const made = file || path === null ? null : await content.findMade(repo, release, path);
    const isOnSale = repo.view.goods !== null;
    if (refusal) {
      const isFree = made || (file && (await isFreeFile(db, release.release_id, file.path)));
      // The list of files of a product on sale is public; of one that is not, there is nothing but the refusal.
      if (isOnSale ? file && !isFree : true)
        throw gated(repo, shop, { refusal, version: release.version }, c.var.token !== null);
    }
    if (made) return sendMade(c.req.raw, made, release);
    if (!file) throw entryNotFound(release.commit_sha);
    return sendUploaded(c.req.raw, senders, { file, release, entitlement: by, peer: c.env.peer });
  }

  async function sendCaller(c: Context<HubEnv>) {
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
  }

  return { checkAccess, send, sendCaller };
}

function notKnown(origin: string): HubError {
  return new HubError(`Set HF_TOKEN to a library token. They are made at ${origin}/profile/library.`, { status: 401 });
}
