import { PackageSearch } from 'lucide-react';
import { filtersInForce } from '#contract/catalogue/product/filters-in-force.ts';
import { t } from '#language/message.ts';
import { useShop } from '../../shop/shop-context.ts';
import { categoryPath } from '../paths.ts';
import { listAddress } from './list-address.ts';
import type { ListParts } from './list-data.ts';

type NothingFoundProps = ListParts & { message: string };

/** Message where nothing matches, and filters to remove so that something does. */
export function NothingFound({ message, ...parts }: NothingFoundProps) {
  const { store } = useShop();
  const filters = filtersInForce(parts.query, parts.mode, { facets: parts.list.facets, shopName: store.name });
  return (
    <div className="card grid place-items-center gap-4 px-6 py-16 text-center">
      <PackageSearch size={40} strokeWidth={1.2} aria-hidden className="text-ink-3" />
      <h2 className="text-xl">
        <bdi>{message}</bdi>
      </h2>
      {filters.length > 0 ? (
        <p className="max-w-[44ch] text-ink-2">
          {t('Each filter narrows the list. Remove')}{' '}
          {filters.map(({ label, without }, index) => (
            <span key={`${index} ${label}`}>
              {index > 0 && ' or '}
              <a href={listAddress(parts, without)} className="text-link" data-keep-scroll="">
                <bdi>{label}</bdi>
              </a>
            </span>
          ))}
          .
        </p>
      ) : (
        <p className="max-w-[44ch] text-ink-2">
          {t('Try a shorter or differently spelled keyword, or look through everything.')}
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {filters.length > 0 && (
          <a href={parts.path} className="btn btn-line">
            {t('Clear all filters')}
          </a>
        )}
        <a href={categoryPath('all')} className="btn btn-primary">
          {t('See all products')}
        </a>
      </div>
    </div>
  );
}
