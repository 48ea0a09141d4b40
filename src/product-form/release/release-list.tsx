import { formatBytes } from '#contract/catalogue/product/attribute-text.ts';
import type { ReleaseSummary } from '#contract/goods/release.schema.ts';
import { t } from '#language/message.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { useReleaseDownloads } from './releases.ts';

type ReleaseListProps = { sellerId: string | null; productId: string; releases: readonly ReleaseSummary[] };

/** Complete releases, newest first: since when buyers get them, what is in them, and how often their files went out. */
export function ReleaseList({ sellerId, productId, releases }: ReleaseListProps) {
  // Nobody approves the operator's own.
  const isOwn = sellerId === null;
  const isSold = releases.some(({ published_at }) => published_at !== null);
  // A number that nobody knows is not shown.
  const downloads = useReleaseDownloads(sellerId, productId, isSold).value;
  const times = (id: string) => downloads?.find(({ release_id }) => release_id === id)?.completed ?? 0;
  return (
    <ul aria-label={t('Complete releases')} className="grid border-b text-sm">
      {releases.map((release) => (
        <li key={release.release_id} className="grid gap-0.5 border-t py-2.5">
          <p className="num flex flex-wrap items-baseline justify-between gap-x-4">
            <b className="font-[560]">
              <bdi>{release.version}</bdi>
            </b>
            <span className="text-ink-3">{`${count(release.files, 'file')}, ${formatBytes(release.size_bytes)}`}</span>
          </p>
          <p className="num flex flex-wrap justify-between gap-x-4 text-ink-2">
            {release.published_at ? (
              <span>
                {isOwn ? t('Sold since') : t('Approved')} <LocalTime instant={release.published_at} />
              </span>
            ) : (
              <span>{isOwn ? t('Not sold yet') : t('Not approved yet')}</span>
            )}
            {!isOwn && downloads && release.published_at && <span>{count(times(release.release_id), 'download')}</span>}
          </p>
          {release.notes && (
            <p className="line-clamp-3 whitespace-pre-line text-ink-3 [overflow-wrap:anywhere]">
              <bdi>{release.notes}</bdi>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function count(number: number, noun: string): string {
  return t('{number} {noun}{value}', { number: number.toLocaleString('en-US'), noun, value: number === 1 ? '' : 's' });
}
