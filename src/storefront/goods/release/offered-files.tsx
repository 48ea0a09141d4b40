import type { Product } from '#contract/catalogue/product/product.ts';
import type { OfferedFile, OfferedRelease } from '#contract/goods/offered-release.schema.ts';
import { t } from '#language/message.ts';
import { ModelHeader } from './model-header.tsx';
import { ReleaseFiles } from './release-files.tsx';
import { SampleRows } from './sample-rows.tsx';

/** Headers shown of a model in many files, which say much the same. */
const HEADERS = 2;

type OfferedFilesProps = { product: Product; releases: readonly OfferedRelease[] };

/** Files that buyers get, to look at before buying: first rows, headers of models, and the list. Nothing where there are none. */
export function OfferedFiles({ product, releases }: OfferedFilesProps) {
  if (releases.length === 0) return null;
  const files = releases.flatMap((release) => release.files);
  return (
    <div>
      {files.map(
        (file, index) =>
          file.sample && <SampleRows key={index} file={file} sample={file.sample} id={`rows-${index}`} />,
      )}
      {models(files).map(({ path, facts }, index) => (
        <ModelHeader key={index} path={path} facts={facts} id={`header-${index}`} />
      ))}
      {releases.map((release, index) => (
        <ReleaseFiles key={index} productId={product.product_id} release={release} isOnly={releases.length === 1} />
      ))}
      {product.product_type === 'data' && (
        <p className="mt-4 text-sm">
          <a href={`/api/product/${encodeURIComponent(product.product_id)}/croissant.json`} className="text-link">
            {t('Its description in Croissant 1.1')}
          </a>{' '}
          <span className="text-ink-3">{t('for programs that load data sets.')}</span>
        </p>
      )}
    </div>
  );
}

function models(files: readonly OfferedFile[]) {
  return files.flatMap(({ path, facts }) => (facts?.kind === 'model' ? [{ path, facts }] : [])).slice(0, HEADERS);
}
