import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { formatBytes } from '#contract/catalogue/product/attribute-text.ts';
import type { GoodsOfOne, UpdateRule } from '#contract/goods/goods.ts';
import type { ReleaseSummary } from '#contract/goods/release.schema.ts';
import { type Message, msg, t } from '#language/message.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { GoodsChoice } from '../goods/goods-choice.tsx';
import { NewRelease } from './new-release.tsx';
import { ReleaseDraft } from './release-draft.tsx';
import { ReleaseList } from './release-list.tsx';
import { beginRelease, useReleases } from './releases.ts';

type Files = NonNullable<GoodsOfOne['files']>;
type ReleaseFieldsProps = {
  /** Null: of the operator's own product. */
  sellerId: string | null;
  productId: string;
  edition: string;
  files: Files;
  /** Given what is written now: a release may be completed while something else is chosen. */
  onChange: (update: (now: Files) => Files) => void;
};

const rules: ReadonlyArray<{ value: UpdateRule; label: Message }> = [
  { value: 'free', label: msg('get all later releases free') },
  { value: 'year', label: msg('get those of a year free') },
  { value: 'none', label: msg('keep what they bought, and pay for a later one') },
];

/** The releases of a product: which one is sold, what is uploaded for the next, and what earlier buyers get of it. */
export function ReleaseFields({ sellerId, productId, edition, files, onChange }: ReleaseFieldsProps) {
  const releases = useReleases(sellerId, productId);
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState('');
  const begin = useRef<HTMLButtonElement>(null);
  const choice = useRef<HTMLSelectElement>(null);
  const [focusOn, setFocusOn] = useState<{ on: 'begin' | 'choice' } | null>(null);

  // The element that had the focus is gone.
  useEffect(() => {
    if (focusOn) (focusOn.on === 'begin' ? begin : choice).current?.focus();
  }, [focusOn]);

  async function add(version: string, notes: string): Promise<string | undefined> {
    const begun = await beginRelease(sellerId, productId, { version, notes, edition });
    if ('fault' in begun) return begun.fault;
    setAdded(begun.releaseId);
    setAdding(false);
    await releases.reload();
    return undefined;
  }

  return (
    <section aria-label={t('Files')} data-field="goods" className="grid gap-4 border-t pt-4">
      <h3 className="text-base">{t('Files')}</h3>
      <ShowLoaded from={releases} skeleton={<RowSkeleton rows={2} />} fault={t('The releases could not be loaded.')}>
        {({ items }) => {
          const own = items.filter((release) => release.edition === edition);
          const draft = own.find(({ state }) => state === 'draft');
          const complete = own.filter(({ state }) => state === 'complete');
          return (
            <div className="grid gap-4">
              {(complete.length > 0 || !draft) && (
                <SoldRelease
                  releases={complete}
                  chosen={files.release}
                  choice={choice}
                  onChoose={(release) => onChange((now) => ({ ...now, release }))}
                />
              )}
              {draft ? (
                <ReleaseDraft
                  key={draft.release_id}
                  own={{ sellerId, productId, releaseId: draft.release_id }}
                  earlier={complete}
                  taken={own.filter((one) => one !== draft).map(({ version }) => version)}
                  isNew={draft.release_id === added}
                  onChanged={releases.reload}
                  onCompleted={async () => {
                    onChange((now) => ({ ...now, release: draft.release_id }));
                    await releases.reload();
                    setFocusOn({ on: 'choice' });
                  }}
                  onGone={async () => {
                    await releases.reload();
                    setFocusOn({ on: 'begin' });
                  }}
                />
              ) : adding ? (
                <NewRelease
                  taken={own.map(({ version }) => version)}
                  onAdd={add}
                  onClose={() => {
                    setAdding(false);
                    setFocusOn({ on: 'begin' });
                  }}
                />
              ) : (
                <button
                  ref={begin}
                  type="button"
                  className="btn btn-line btn-sm justify-self-start"
                  onClick={() => setAdding(true)}
                >
                  {own.length === 0 ? t('Upload the first release') : t('Upload a new release')}
                </button>
              )}
              {complete.length > 0 && <ReleaseList sellerId={sellerId} productId={productId} releases={complete} />}
            </div>
          );
        }}
      </ShowLoaded>
      <GoodsChoice
        label={t('Who has bought before')}
        value={files.updates}
        options={rules.map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={(updates) => onChange((now) => ({ ...now, updates }))}
      />
    </section>
  );
}

type SoldReleaseProps = {
  releases: readonly ReleaseSummary[];
  chosen: string | undefined;
  choice: RefObject<HTMLSelectElement | null>;
  onChoose: (releaseId: string) => void;
};

function SoldRelease({ releases, chosen, choice, onChoose }: SoldReleaseProps) {
  const id = useId();
  if (releases.length === 0) return <p className="text-sm text-ink-2">{t('There is no complete release yet.')}</p>;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-[560]">
        {t('Release that buyers get')}
      </label>
      <select
        ref={choice}
        id={id}
        className="field"
        value={chosen ?? ''}
        onChange={(event) => onChoose(event.target.value)}
      >
        {!releases.some(({ release_id }) => release_id === chosen) && <option value="">{t('Choose a release')}</option>}
        {releases.map((release) => (
          <option key={release.release_id} value={release.release_id}>
            {`${release.version}, ${release.files} ${release.files === 1 ? 'file' : 'files'}, ${formatBytes(release.size_bytes)}`}
          </option>
        ))}
      </select>
    </div>
  );
}
