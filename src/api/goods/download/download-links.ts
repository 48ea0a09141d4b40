// Signed addresses: made for whoever may download now, and looked at again when they are used. What an entitlement is worth can change in
// between, and then the address is worth nothing.

import { linksMaximum } from '#contract/goods/download.schema.ts';
import type { DownloadLinks } from '#contract/goods/download.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Db } from '../../schema/db.ts';
import { mayDownload } from '../entitlement/entitlement.rules.ts';
import { findEntitlement, type StoredEntitlement } from '../entitlement/entitlement.store.ts';
import { findFile, listFiles, listPublished, type ReleaseFile } from './download.store.ts';
import { LINK_MS } from './download-limits.rules.ts';
import { readToken, writeToken } from './download-token.ts';

type LinkDeps = { db: Db; secrets: Secrets; origin: string; redirects: boolean; now: () => Date };

type Asked = { accountId: string; entitlementId: string; releaseId: string; path?: string };

/** Null where there is nothing for this account; 'many' where there are too many files to tell all addresses at once. */
export async function makeLinks(
  { db, secrets, origin, redirects, now }: LinkDeps,
  { accountId, entitlementId, releaseId, path }: Asked,
): Promise<DownloadLinks | 'many' | null> {
  const entitlement = await findEntitlement(db, accountId, entitlementId);
  if (!entitlement) return null;
  const files = await filesOf(db, releaseId, path);
  const [first] = files;
  if (!first || !(await isReached(db, entitlement, first, now()))) return null;
  if (files.length > linksMaximum) return 'many';
  const until = new Date(now().getTime() + LINK_MS);
  return {
    links: files.map((file) => {
      const token = writeToken(secrets, { accountId, entitlementId, releaseId, path: file.path, until });
      return {
        path: file.path,
        url: `${origin}/api/download/${token}/${encodeURIComponent(nameOf(file.path))}`,
        expires_at: until.toISOString(),
        size_bytes: file.size_bytes,
        sha256: file.sha256,
      };
    }),
    redirects,
  };
}

/** Finds the file that an address is for, if it may be had at this moment; null for everything else, whatever it is. */
export async function openLink(
  { db, secrets, now }: Pick<LinkDeps, 'db' | 'secrets' | 'now'>,
  { token, name }: { token: string; name: string },
): Promise<{ entitlement: StoredEntitlement; file: ReleaseFile } | null> {
  const said = readToken(secrets, token);
  if (!said || said.until <= now() || name !== nameOf(said.path)) return null;
  const entitlement = await findEntitlement(db, said.accountId, said.entitlementId);
  if (!entitlement) return null;
  const file = await findFile(db, said.releaseId, said.path);
  if (!file || !(await isReached(db, entitlement, file, now()))) return null;
  return { entitlement, file };
}

async function filesOf(db: Db, releaseId: string, path: string | undefined): Promise<ReleaseFile[]> {
  if (path === undefined) return listFiles(db, releaseId, linksMaximum + 1);
  const file = await findFile(db, releaseId, path);
  return file ? [file] : [];
}

async function isReached(db: Db, entitlement: StoredEntitlement, file: ReleaseFile, at: Date): Promise<boolean> {
  const published = await listPublished(db, entitlement.product_id, entitlement.edition);
  return mayDownload(entitlement, file, published, at);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
