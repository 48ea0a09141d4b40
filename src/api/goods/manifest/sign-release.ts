import type { Kysely } from 'kysely';
import type { Manifest, SignedFile } from '#contract/goods/manifest.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { commitOf, signManifest } from './manifest.rules.ts';
import { keyThatSigns } from './signing-keys.ts';

type ReleaseToSign = {
  release_id: string;
  product_id: string;
  version: string;
  /** Null: goods of the operator. */
  sellerId: string | null;
  files: SignedFile[];
};

/** Signs a release. `db` is the transaction that completes it, or the database. */
type SignRelease = (
  release: ReleaseToSign,
  db: Kysely<ApiTables>,
) => Promise<{ manifest: Manifest; commitSha: string }>;

/**
 * `shop` is the origin that stands in manifests. The platform signs on behalf of sellers: it is what has received, hashed and
 * scanned the files, and a seller needs no key. Paths are to be looked at with `pathFault` when they are sent.
 */
export function createSignRelease({
  secrets,
  shop,
  now,
}: {
  secrets: Secrets;
  shop: string;
  now: () => Date;
}): SignRelease {
  return async ({ files, sellerId: seller_id, release_id, product_id, version }, db) => {
    // Files that cannot be signed fail before a key is made.
    const commitSha = commitOf(files, release_id);
    const signer = await keyThatSigns(db, 'manifest', { secrets, now });
    const facts = { release_id, product_id, version, seller_id, shop, signed_at: now() };
    return { manifest: signManifest(files, facts, signer), commitSha };
  };
}
