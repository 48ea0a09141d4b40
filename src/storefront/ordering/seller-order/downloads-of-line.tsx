import { downloadsText, type LineDownloads } from '#contract/goods/download.ts';
import { t } from '#language/message.ts';
import { LocalTime } from '#ui/local-time.tsx';

/** Downloads of a line's files by the buyer: sellers should know before they refund. */
export function DownloadsOfLine({ downloads }: { downloads: LineDownloads }) {
  return (
    <span className="num block text-sm text-ink-3">
      {downloadsText(downloads)}
      {downloads.last_at && (
        <>
          {t(', last')} <LocalTime instant={downloads.last_at} />
        </>
      )}
    </span>
  );
}
