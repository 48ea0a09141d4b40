import type { ReactNode } from 'react';
import type { LibraryEntry, LibraryEntryDetail } from '#contract/goods/library/library.ts';
import { newThreadPath } from '#contract/people/message.ts';
import { sellerPath } from '#contract/selling/seller.ts';
import { t } from '#language/message.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { rich } from '#ui/rich.ts';
import { LicenseLinks } from '../../catalogue/license/license-links.tsx';
import { productPath } from '../../catalogue/paths.ts';
import { optionsQuery } from '../../catalogue/product/options/options-query.ts';
import { OrderDisputeLinks } from '../../ordering/dispute/order-dispute-links.tsx';
import { orderPath } from '../../ordering/order/order-path.ts';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { AccessSection } from './section/access-section.tsx';
import { FilesSection } from './section/files-section.tsx';
import { HoursSection } from './section/hours-section.tsx';
import { KeysSection } from './section/keys-section.tsx';
import type { GoodsState } from './section/use-goods-state.ts';
import { useLibraryEntry } from './use-library.ts';

/** Everything of one thing: what runs first, then what is there, then where it comes from. */
export function LibraryInside({ entry, state }: { entry: LibraryEntry; state: GoodsState }) {
  const detail = useLibraryEntry(entry.entitlement_id);
  const isActive = entry.standing === 'active';
  const { goods } = entry;
  return (
    <>
      <Ended entry={entry} />
      {isActive && goods.hours && <HoursSection entry={entry} hours={state.hours} />}
      {isActive && goods.access && <AccessSection entry={entry} access={state.access} />}
      {isActive && goods.keys && <KeysSection entry={entry} keys={state.keys} />}
      <ByHand entry={entry} />
      <ShowLoaded from={detail} skeleton={<RowsSkeleton rows={1} />} fault={t('The rest of it could not be loaded.')}>
        {({ found }) =>
          found && (
            <div className="grid gap-6">
              {isActive && goods.files && <FilesSection detail={found} />}
              <Origin detail={found} />
              {found.order_id && found.line !== null && (
                <OrderDisputeLinks orderId={found.order_id} of={{ line: found.line }} className="text-[0.8125rem]" />
              )}
            </div>
          )
        }
      </ShowLoaded>
    </>
  );
}

/** Why nothing of it can be had. */
function Ended({ entry: { standing, ended_reason: reason, order_id: orderId } }: { entry: LibraryEntry }) {
  const sentences: Partial<Record<LibraryEntry['standing'], string>> = {
    refunded: t('The money for it went back to you: files, keys, access and hours of it have ended.'),
    withdrawn: reason || t('It was withdrawn.'),
    expired: t('It was yours for a time, which has passed.'),
    on_hold: orderId
      ? 'The payment of its order is being looked at. Nothing of it can be had until that is settled; you need not do anything.'
      : t('Nothing of it can be had for the moment.'),
  };
  const sentence = sentences[standing];
  return sentence ? <p className="rounded-md bg-sunken px-4 py-3 text-sm text-ink-2">{sentence}</p> : null;
}

function ByHand({ entry }: { entry: LibraryEntry }) {
  const { goods, standing, seller, order_id: orderId, delivered_at: deliveredAt } = entry;
  if (Object.keys(goods).length > 0 || standing !== 'active') return null;
  const who = seller ? seller.name : t('The shop');
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p className="text-ink-2">
        {deliveredAt
          ? rich('{who} delivered it by hand.', { who: <bdi>{who}</bdi> })
          : rich('{who} delivers it by hand, and tells you when that is done.', { who: <bdi>{who}</bdi> })}
      </p>
      {seller && orderId && (
        <a className="btn btn-line btn-sm" href={newThreadPath({ order: orderId, seller: seller.address })}>
          {rich('Write to {name}', { name: <bdi>{seller.name}</bdi> })}
        </a>
      )}
    </div>
  );
}

/** License, shop, order, page. */
function Origin({ detail }: { detail: LibraryEntryDetail }) {
  const { license, license_texts: accepted, seller, order_id: orderId, product, selected_options: options } = detail;
  const parts: Array<[string, ReactNode]> = [
    ...(license
      ? [
          [
            'license',
            <>
              {t('License:')} <LicenseLinks expression={license} accepted={accepted} />
            </>,
          ] as [string, ReactNode],
        ]
      : []),
    ...(seller
      ? [
          [
            'seller',
            rich('Sold by {a}', {
              a: (
                <a className="text-link" href={sellerPath(seller.address)}>
                  <bdi>{seller.name}</bdi>
                </a>
              ),
            }),
          ] as [string, ReactNode],
        ]
      : []),
    ...(product.sold
      ? [
          [
            'product',
            <a key="product" className="text-link" href={productPath(product.id) + optionsQuery(options)}>
              {rich('Its page{span}', { span: <span className="sr-only">: {product.name}</span> })}
            </a>,
          ] as [string, ReactNode],
        ]
      : []),
    ...(orderId
      ? [
          [
            'order',
            <a key="order" className="text-link" href={orderPath(orderId)}>
              {rich('Order {orderId}', { orderId: <span className="font-mono">{orderId}</span> })}
            </a>,
          ] as [string, ReactNode],
        ]
      : []),
  ];
  if (parts.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-[0.8125rem] text-ink-3">
      {parts.map(([name, part]) => (
        <li key={name}>{part}</li>
      ))}
    </ul>
  );
}
