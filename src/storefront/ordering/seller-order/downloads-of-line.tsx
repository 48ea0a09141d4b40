import { downloadsText, type LineDownloads } from '#contract/goods/download.ts';
import { LocalTime } from '#ui/local-time.tsx';

/** What the buyer has of the files of a line: whoever gives the money back should know. */
export function DownloadsOfLine({ downloads }: { downloads: LineDownloads }) {
  return (
    <span className="num block text-sm text-ink-3">
      {downloadsText(downloads)}
      {downloads.last_at && (
        <>
          , last <LocalTime instant={downloads.last_at} />
        </>
      )}
    </span>
  );
}
