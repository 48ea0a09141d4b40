import { formatBytes } from '#contract/attribute-text.ts';
import { kindsOf } from '#contract/goods.ts';
import { goodsWords } from '#contract/goods-words.ts';
import type { OfferedRelease } from '#contract/offered-release.schema.ts';
import type { Product, SelectedOption } from '#contract/product.ts';
import { goodsOfChoice, releaseFor } from '../../goods/release-for.ts';

type WhatYouGetProps = {
  product: Product;
  releases: readonly OfferedRelease[];
  selected: readonly SelectedOption[];
  /** Who delivers what no program does. */
  shopName: string;
};

/** What is promised to whoever pays, before they do. */
export function WhatYouGet({ product, releases, selected, shopName }: WhatYouGetProps) {
  const goods = goodsOfChoice(product, selected);
  const release = goods?.files ? releaseFor(product, releases, selected) : null;
  return (
    <section aria-labelledby="you-get" className="mt-6 border-t pt-5 text-sm">
      <h2 id="you-get" className="font-[580]">
        What you get
      </h2>
      {goods && kindsOf(goods).length > 0 ? (
        <ul className="mt-2 grid gap-1.5 text-ink-2">
          {release && (
            <li className="num text-ink">
              {countText(release.file_count)} of version <bdi>{release.version}</bdi>, {formatBytes(release.size_bytes)}
            </li>
          )}
          {goodsWords(goods).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      ) : (
        <p className="mt-2 text-ink-2">
          {goods ? (
            <>
              Delivered by hand by <bdi>{product.seller?.name || product.provider || shopName}</bdi> once it is paid.
            </>
          ) : (
            'It depends on what you choose.'
          )}
        </p>
      )}
    </section>
  );
}

function countText(files: number): string {
  return files === 1 ? '1 file' : `${files.toLocaleString('en-US')} files`;
}
