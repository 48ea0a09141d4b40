import { formatBytes } from '#contract/catalogue/product/attribute-text.ts';
import { isPaidByTime } from '#contract/catalogue/product/price-unit.ts';
import type { Product, SelectedOption } from '#contract/catalogue/product/product.ts';
import { type GoodsKind, goodsOfPieces, kindsOf, type PublicGoods } from '#contract/goods/goods.ts';
import { goodsLabels } from '#contract/goods/goods-labels.ts';
import type { OfferedRelease } from '#contract/goods/offered-release.schema.ts';
import { goodsOfChoice, releaseFor } from './release-for.ts';

type WhatYouGetProps = {
  product: Product;
  releases: readonly OfferedRelease[];
  selected: readonly SelectedOption[];
  /** How many of it are about to be bought. */
  quantity: number;
  /** Machines that each have all of it. */
  machines?: number;
  /** Shop that delivers what no program does. */
  shopName: string;
};

/** Promise to buyers before they pay: what it is, and where and how they have it. */
export function WhatYouGet({ product, releases, selected, quantity, machines = 1, shopName }: WhatYouGetProps) {
  const own = goodsOfChoice(product, selected);
  const goods = own && goodsOfPieces(own, { quantity, price_unit: product.price_unit ?? '' });
  const release = goods?.files ? releaseFor(product, releases, selected) : null;
  return (
    <section aria-labelledby="you-get" className="mt-6 border-t pt-5 text-sm">
      <h2 id="you-get" className="font-[580]">
        What you get
      </h2>
      {goods && machines > 1 && kindsOf(goods).length > 0 && <p className="mt-1">{`Each of ${machines} machines:`}</p>}
      {goods && kindsOf(goods).length > 0 ? (
        <ul className="mt-1 divide-y">
          {kindsOf(goods).map((kind) => (
            <li key={kind} className="num grid gap-1 py-2.5">
              {kind === 'files' && release && (
                <p>
                  {countText(release.file_count)} of version <bdi>{release.version}</bdi>,{' '}
                  {formatBytes(release.size_bytes)}
                </p>
              )}
              <p className={kind === 'files' && release ? 'text-ink-2' : ''}>
                {goodsLabels({ [kind]: goods[kind] }, quantity)}
              </p>
              <p className="text-ink-3">{howText(goods, kind, product)}</p>
              {kind === 'hours' && goods.hours?.templates && (
                <p className="text-ink-3" dir="auto">
                  Templates: {goods.hours.templates.map(({ name }) => name).join(', ')}
                </p>
              )}
            </li>
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

/** Where and how a buyer has it. */
function howText({ access, hours }: PublicGoods, kind: GoodsKind, product: Product): string {
  const { product_type: type } = product;
  switch (kind) {
    case 'files':
      return `In your library, by browser, ${type === 'data' ? 'hf, datasets' : 'hf'} or curl, with a signed manifest.`;
    case 'keys':
      return 'In your library as soon as it is paid.';
    case 'access':
      return [
        access?.by === 'endpoint' && access.within_minutes
          ? 'In your library. If it is late, you may have your money back.'
          : 'In your library as soon as it is paid.',
        accessEndText(access, product.price_unit ?? ''),
      ]
        .filter(Boolean)
        .join(' ');
    case 'hours':
      return hours?.by === 'hand'
        ? 'Ask for the machine in your library; the seller starts and stops it. Each minute stands on a ledger.'
        : 'Start and stop the machine in your library. Each minute stands on a ledger.';
  }
}

/** Text about the end of access, and what is paid then: nothing is a subscription. */
function accessEndText(access: PublicGoods['access'], unit: string): string {
  if (access?.valid_days !== undefined) return 'Then it ends: you are not charged again.';
  if (!isPaidByTime(unit)) return '';
  return access?.by === 'endpoint'
    ? 'You are not charged again. If it ends, your library says when.'
    : 'It has no end date, and you are not charged again.';
}

function countText(files: number): string {
  return files === 1 ? '1 file' : `${files.toLocaleString('en-US')} files`;
}
