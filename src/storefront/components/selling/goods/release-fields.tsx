import { useId, useState } from 'react';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { failureText } from '#client/api-client/failure-text.ts';
import { createRelease, listReleases } from '#client/api-client/releases.ts';
import { formatBytes } from '#contract/attribute-text.ts';
import type { GoodsOfOne, UpdateRule } from '#contract/goods.ts';
import type { ReleaseSummary } from '#contract/release.schema.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { ShowLoaded } from '#ui/show-loaded.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import type { SellerHere } from '../seller-screen.tsx';
import { GoodsChoice } from './goods-choice.tsx';
import { NewRelease } from './new-release.tsx';
import { ReleaseDraft } from './release-draft.tsx';

type Files = NonNullable<GoodsOfOne['files']>;
type ReleaseFieldsProps = {
  seller: SellerHere;
  productId: string;
  edition: string;
  files: Files;
  onChange: (files: Files) => void;
};

const rules: ReadonlyArray<{ value: UpdateRule; label: string }> = [
  { value: 'free', label: 'get all later releases free' },
  { value: 'year', label: 'get those of a year free' },
  { value: 'none', label: 'keep what they bought, and pay for a later one' },
];

/** The releases of a product: which one is sold, what is uploaded for the next, and what earlier buyers get of it. */
export function ReleaseFields({ seller, productId, edition, files, onChange }: ReleaseFieldsProps) {
  const { sellerId } = seller;
  const releases = useLoaded(() => listReleases(createBrowserApi(), sellerId, productId));
  const [adding, setAdding] = useState(false);

  async function add(version: string, notes: string): Promise<string | undefined> {
    try {
      await createRelease(createBrowserApi(), sellerId, productId, { version, notes, edition });
    } catch (error) {
      return failureText(error);
    }
    setAdding(false);
    await releases.reload();
    return undefined;
  }

  return (
    <section aria-label="Files" data-field="goods" className="grid gap-4 border-t pt-4">
      <ShowLoaded from={releases} skeleton={<RowSkeleton rows={2} />} fault="The releases could not be loaded.">
        {({ items }) => {
          const own = items.filter((release) => release.edition === edition);
          const draft = own.find(({ state }) => state === 'draft');
          return (
            <>
              <SoldRelease
                releases={own.filter(({ state }) => state === 'complete')}
                chosen={files.release}
                onChoose={(release) => onChange({ ...files, release })}
              />
              {draft ? (
                <ReleaseDraft
                  key={draft.release_id}
                  own={{ sellerId, productId, releaseId: draft.release_id }}
                  earlier={own.filter(({ state }) => state === 'complete')}
                  onCompleted={async () => {
                    onChange({ ...files, release: draft.release_id });
                    await releases.reload();
                  }}
                  onGone={releases.reload}
                />
              ) : adding ? (
                <NewRelease taken={own.map(({ version }) => version)} onAdd={add} onClose={() => setAdding(false)} />
              ) : (
                <button
                  type="button"
                  className="btn btn-line btn-sm justify-self-start"
                  onClick={() => setAdding(true)}
                >
                  {own.length === 0 ? 'Upload the first release' : 'Upload a new release'}
                </button>
              )}
            </>
          );
        }}
      </ShowLoaded>
      <GoodsChoice
        label="Who has bought before"
        value={files.updates}
        options={rules}
        onChange={(updates) => onChange({ ...files, updates })}
      />
    </section>
  );
}

type SoldReleaseProps = {
  releases: readonly ReleaseSummary[];
  chosen: string | undefined;
  onChoose: (releaseId: string) => void;
};

function SoldRelease({ releases, chosen, onChoose }: SoldReleaseProps) {
  const id = useId();
  if (releases.length === 0) return <p className="text-sm text-ink-2">There is no complete release yet.</p>;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-[560]">
        Release that buyers get
      </label>
      <select id={id} className="field" value={chosen ?? ''} onChange={(event) => onChoose(event.target.value)}>
        {!releases.some(({ release_id }) => release_id === chosen) && <option value="">Choose a release</option>}
        {releases.map((release) => (
          <option key={release.release_id} value={release.release_id}>
            {`${release.version}, ${release.files} ${release.files === 1 ? 'file' : 'files'}, ${formatBytes(release.size_bytes)}`}
          </option>
        ))}
      </select>
    </div>
  );
}
