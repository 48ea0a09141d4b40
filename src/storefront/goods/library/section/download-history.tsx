import { formatBytes } from '#contract/catalogue/product/attribute-text.ts';
import type { Download } from '#contract/goods/download.ts';
import { type Message, msg, t } from '#language/message.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { LocalTime } from '#ui/local-time.tsx';

const doors: Record<Download['door'], Message> = {
  link: msg('browser'),
  hub: msg('a program with a token'),
  free: msg('sample'),
};

/** When, and from where, files went out: the buyer sees whether somebody else has them. */
export function DownloadHistory({ downloads }: { downloads: Loaded<Download[]> }) {
  const { value } = downloads;
  if (!value || value.length === 0) return null;
  return (
    <details className="text-[0.8125rem]">
      <summary className="w-fit cursor-pointer py-1 text-ink-2 hover:text-ink">{t('Downloads so far')}</summary>
      <ul className="num mt-1 grid gap-1 text-ink-3">
        {value.map((one) => (
          <li key={one.id} className="[overflow-wrap:anywhere]">
            <LocalTime instant={one.started_at} />: <span className="font-mono">{one.path}</span>
            {one.version && t(' of {version}', { version: one.version })},{' '}
            {one.completed_at
              ? t('all of it')
              : t('{sent_bytes} of {size_bytes}', {
                  sent_bytes: formatBytes(one.sent_bytes),
                  size_bytes: formatBytes(one.size_bytes),
                })}
            {t(', by {value}, from {network}', { value: t(doors[one.door]), network: one.network })}
          </li>
        ))}
      </ul>
    </details>
  );
}
