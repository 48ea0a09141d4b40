import { formatBytes } from '#contract/catalogue/product/attribute-text.ts';
import { isPaidByTime } from '#contract/catalogue/product/price-unit.ts';
import type { Product, SelectedOption } from '#contract/catalogue/product/product.ts';
import { type GoodsKind, goodsOfPieces, kindsOf, type PublicGoods } from '#contract/goods/goods.ts';
import { goodsLabels } from '#contract/goods/goods-labels.ts';
import type { OfferedRelease } from '#contract/goods/offered-release.schema.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
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
        {t('What you get')}
      </h2>
      {goods && machines > 1 && kindsOf(goods).length > 0 && (
        <p className="mt-1">{t('Each of {machines} machines:', { machines })}</p>
      )}
      {goods && kindsOf(goods).length > 0 ? (
        <ul className="mt-1 divide-y">
          {kindsOf(goods).map((kind) => (
            <li key={kind} className="num grid gap-1 py-2.5">
              {kind === 'files' && release && (
                <p>
                  {rich('{file_count} of version {version}, {size_bytes}', {
                    file_count: countText(release.file_count),
                    version: <bdi>{release.version}</bdi>,
                    size_bytes: formatBytes(release.size_bytes),
                  })}
                </p>
              )}
              <p className={kind === 'files' && release ? 'text-ink-2' : ''}>
                {goodsLabels({ [kind]: goods[kind] }, quantity)}
              </p>
              <p className="text-ink-3">{howText(goods, kind, product)}</p>
              {kind === 'hours' && goods.hours?.templates && (
                <p className="text-ink-3" dir="auto">
                  {t('Templates: {map}', { map: goods.hours.templates.map(({ name }) => name).join(', ') })}
                </p>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-2 text-ink-2">
          {goods
            ? rich('Delivered by hand by {value} once it is paid.', {
                value: <bdi>{product.seller?.name || product.provider || shopName}</bdi>,
              })
            : t('It depends on what you choose.')}
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
      return t('In your library, by browser, {value} or curl, with a signed manifest.', {
        value: type === 'data' ? 'hf, datasets' : 'hf',
      });
    case 'keys':
      return t('In your library as soon as it is paid.');
    case 'access':
      return [
        access?.by === 'endpoint' && access.within_minutes
          ? t('In your library. If it is late, you may have your money back.')
          : t('In your library as soon as it is paid.'),
        accessEndText(access, product.price_unit ?? ''),
      ]
        .filter(Boolean)
        .join(' ');
    case 'hours':
      return hours?.by === 'hand'
        ? 'Ask for the machine in your library; the seller starts and stops it. Each minute stands on a ledger.'
        : t('Start and stop the machine in your library. Each minute stands on a ledger.');
  }
}

/** Text about the end of access, and what is paid then: nothing is a subscription. */
function accessEndText(access: PublicGoods['access'], unit: string): string {
  if (access?.valid_days !== undefined) return t('Then it ends: you are not charged again.');
  if (!isPaidByTime(unit)) return '';
  return access?.by === 'endpoint'
    ? t('You are not charged again. If it ends, your library says when.')
    : t('It has no end date, and you are not charged again.');
}

function countText(files: number): string {
  return files === 1 ? '1 file' : t('{files} files', { files: files.toLocaleString('en-US') });
}
