import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { ReleaseTable } from '#api/schema/goods.ts';
import type { ApiTables } from '#api/schema/schema.ts';
import type { FileFacts, Sample } from '#contract/goods/file-format.ts';
import type { Database } from '#platform/database/database.ts';

export type GivenFile = {
  path: string;
  sample?: 'none' | 'rows' | 'file';
  facts?: FileFacts | null;
  rows?: Sample | null;
  size_bytes?: number;
};

/** A release that was completed and approved, with these files, whose bytes are nowhere. Answers its id. */
export async function storePublishedRelease(
  { kysely }: Database<ApiTables>,
  given: Partial<Insertable<ReleaseTable>> & { product_id: string },
  files: GivenFile[],
): Promise<string> {
  const at = new Date('2026-11-12T09:30:00Z');
  const release = {
    release_id: randomUUID(),
    seller_id: null,
    number: 1,
    version: '1.2.0',
    notes: 'The first one.',
    state: 'complete' as const,
    commit_sha: 'c'.repeat(40),
    manifest: '{}',
    completed_at: at,
    published_at: at,
    ...given,
  };
  await kysely.insertInto('api.release').values(release).execute();
  for (const { path, sample = 'none', facts = null, rows = null, size_bytes = 1_234 } of files) {
    const object_id = randomUUID().replaceAll('-', '');
    const sha256 = object_id.repeat(2);
    await kysely
      .insertInto('api.goods_object')
      .values({ object_id, seller_id: release.seller_id, size_bytes, sha256, state: 'complete', completed_at: at })
      .execute();
    await kysely
      .insertInto('api.release_file')
      .values({
        release_id: release.release_id,
        path,
        path_folded: path.toLowerCase(),
        object_id,
        size_bytes,
        sha256,
        sample,
        facts: facts && JSON.stringify(facts),
        rows: rows && JSON.stringify(rows),
      })
      .execute();
  }
  return release.release_id;
}
