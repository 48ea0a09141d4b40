import { downloadsText, type LineDownloads } from '#contract/goods/download.ts';
import { LocalTime } from '#ui/local-time.tsx';

/** Downloads of a line by its buyer: whoever refunds it should know them. */
export function DownloadsOfLine({ downloads }: { downloads: LineDownloads }) {
  return (
    <span className="num block text-xs text-ink-3">
      {downloadsText(downloads)}
      {downloads.last_at && (
        <>
          , last <LocalTime instant={downloads.last_at} />
        </>
      )}
    </span>
  );
}
