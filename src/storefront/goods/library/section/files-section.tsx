import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { formatBytes } from '#contract/catalogue/product/attribute-text.ts';
import type { LibraryEntryDetail, LibraryRelease } from '#contract/goods/library/library.ts';
import { t } from '#language/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { localDate } from '#ui/local-date.ts';
import { rich } from '#ui/rich.ts';
import { productPath } from '../../../catalogue/paths.ts';
import { optionsQuery } from '../../../catalogue/product/options/options-query.ts';
import { useShop } from '../../../shop/shop-context.ts';
import { CurlLines, ProgramLines } from '../program-lines.tsx';
import { downloadManifest } from '../transfer/get-files.ts';
import { DownloadHistory } from './download-history.tsx';
import { FilesTable } from './files-table.tsx';
import { SegmentTabs } from './segment-tabs.tsx';
import { useDownloads } from './use-release.ts';

const day = (instant: string) => localDate(new Date(instant));

/** The files of the version that is chosen, and every way to get them. */
export function FilesSection({ detail }: { detail: LibraryEntryDetail }) {
  const { releases, product } = detail;
  const [chosen, setChosen] = useState(releases[0]?.release_id);
  const [way, setWay] = useState(0);
  const downloads = useDownloads(detail.entitlement_id);
  const release = releases.find(({ release_id: id }) => id === chosen);
  if (!release)
    return (
      <p className="text-sm text-ink-2">
        {t('No version of its files is published yet. It appears here by itself, and you need not do anything.')}
      </p>
    );
  const isDataset = detail.hub?.type === 'dataset';
  return (
    <section aria-label={t('Files of {name}', { name: product.name })} className="@container grid gap-5">
      <Versions detail={detail} />
      <SegmentTabs
        label={t('How to get the files of {name}', { name: product.name })}
        current={way}
        onChange={setWay}
        beside={<Choice releases={releases} chosen={release} onChoose={setChosen} />}
        items={[
          {
            id: 'browser',
            label: t('Browser'),
            content: (
              <FilesTable
                key={release.release_id}
                detail={detail}
                release={release}
                downloads={downloads.value ?? []}
              />
            ),
          },
          { id: 'hf', label: 'hf', content: <ProgramLines tool="hf" detail={detail} release={release} /> },
          ...(isDataset
            ? [
                {
                  id: 'datasets',
                  label: 'datasets',
                  content: <ProgramLines tool="datasets" detail={detail} release={release} />,
                },
              ]
            : []),
          {
            id: 'curl',
            label: 'curl',
            content: <CurlLines key={release.release_id} detail={detail} release={release} />,
          },
        ]}
      />
      {release.has_manifest && <Manifest detail={detail} release={release} />}
      <DownloadHistory downloads={downloads} />
    </section>
  );
}

/** New versions, and whether they cost anything. */
function Versions({ detail: { files, product, because, selected_options: options } }: { detail: LibraryEntryDetail }) {
  const { newest, bought, latest, updates_until: until } = files ?? {};
  const isUpdate = newest && bought && newest.release_id !== bought.release_id;
  if (!isUpdate && !latest) return null;
  return (
    <div className="grid gap-4 border-l-2 border-line pl-4 text-sm">
      {isUpdate && (
        <div className="grid gap-1">
          <p>
            <b className="font-[560]">{t('Version {version} is there', { version: newest.version })}</b>
            {t(', since')} {day(newest.published_at)}:{' '}
            {until ? t('free for you, as every version until {until}', { until: day(until) }) : t('free for you')}
            {t('. You')} {because === 'gift' ? t('were given') : 'bought'} {bought.version}
            {t(', which stays.')}
          </p>
          <Notes text={newest.notes} />
        </div>
      )}
      {latest && (
        <div className="grid gap-1">
          <p>
            {rich('{b}, since {published_at}. It is not among what you bought', {
              b: <b className="font-[560]">{t('Version {version} is there', { version: latest.version })}</b>,
              published_at: day(latest.published_at),
            })}
            {until && t(': later versions were free until {until}', { until: day(until) })}.{' '}
            {product.sold && (
              <a className="text-link" href={productPath(product.id) + optionsQuery(options)}>
                {t('Buy version {version}', { version: latest.version })}
              </a>
            )}
          </p>
          <Notes text={latest.notes} />
        </div>
      )}
    </div>
  );
}

function Notes({ text }: { text: string }) {
  return text ? <p className="whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">{text}</p> : null;
}

type ChoiceProps = { releases: LibraryRelease[]; chosen: LibraryRelease; onChoose: (id: string) => void };

function Choice({ releases, chosen, onChoose }: ChoiceProps) {
  const about = (release: LibraryRelease, index: number) =>
    [
      release.version,
      [index === 0 && releases.length > 1 && 'newest', release.bought && releases.length > 1 && 'bought']
        .filter(Boolean)
        .join(', '),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem]">
      {releases.length > 1 ? (
        <label className="flex items-center gap-2">
          <span className="text-ink-3">{t('Version')}</span>
          <select
            className="field !min-h-9 !w-auto !py-1 !text-sm"
            value={chosen.release_id}
            onChange={(event) => onChoose(event.target.value)}
          >
            {releases.map((release, index) => (
              <option key={release.release_id} value={release.release_id}>
                {about(release, index)}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <span className="text-ink-3">{t('Version {version}', { version: chosen.version })}</span>
      )}
      <span className="num text-ink-3">
        {chosen.file_count.toLocaleString('en-US')} {chosen.file_count === 1 ? 'file' : 'files'},{' '}
        {formatBytes(chosen.size_bytes)}
      </span>
    </div>
  );
}

/** How to see that the files are what the shop has signed. */
function Manifest({ detail, release }: { detail: LibraryEntryDetail; release: LibraryRelease }) {
  const { store } = useShop();
  const of = { entitlementId: detail.entitlement_id, releaseId: release.release_id };
  return (
    <div className="flex gap-2.5 text-[0.8125rem] leading-5 text-ink-3">
      <ShieldCheck size={16} strokeWidth={1.7} aria-hidden className="mt-0.5 flex-none text-success" />
      <div>
        <p>
          {rich(
            '{b} The manifest has the SHA-256 of each file. With it, and the key of the shop, any tool for OpenSSF Model Signing checks a folder without a network.',
            { b: <b className="font-[560] text-ink">{t('Signed by {name}.', { name: store.name })}</b> },
          )}
        </p>
        <div className="mt-1.5 flex flex-wrap items-start gap-x-4 gap-y-1">
          <ActionButton className="text-link pointer-coarse:min-h-10" action={() => downloadManifest(of)}>
            {rich('Manifest{span}', {
              span: <span className="sr-only"> {t('of version {version}', { version: release.version })}</span>,
            })}
          </ActionButton>
          <a
            className="text-link inline-flex items-center pointer-coarse:min-h-10"
            href="/api/goods/keys"
            target="_blank"
            rel="noreferrer"
          >
            {rich('Public keys<span> (opens in another tab)</span>', {
              span: (words) => <span className="sr-only">{words}</span>,
            })}
          </a>
        </div>
      </div>
    </div>
  );
}
