import { ArrowUpRight } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import type { Product } from '#contract/catalogue/product/product.ts';
import {
  gpuCountOption,
  type NetworkProvider,
  regionOption,
  rentalSearchUrl,
  type SearchProvider,
} from '#contract/catalogue/product/rental-provider.ts';
import { soldOut } from '#contract/catalogue/product/stock-text.ts';
import { t } from '#language/message.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { SoldOutRental } from './sold-out-button.tsx';

/** A decentralized network: no cart; rent and look on its own site, buy its token at an exchange. */
export function NetworkRental({ provider, isSoldOut }: { provider: NetworkProvider; isSoldOut: boolean }) {
  return (
    <div className="grid gap-3">
      {isSoldOut ? (
        <NothingToRent label={provider.label} />
      ) : (
        <LinkButton href={provider.rent_url} className="btn btn-accent btn-lg w-full">
          {t('Rent with {label}', { label: provider.label })} <ArrowUpRight size={18} aria-hidden />
        </LinkButton>
      )}
      <LinkButton href={provider.availability_url} className="btn btn-line btn-lg w-full">
        {t('Check Availability')} <ArrowUpRight size={18} aria-hidden />
      </LinkButton>
      <div className="mt-3 border-t pt-5">
        <h2 className="text-sm font-[580]">{t('Trade {token}', { token: provider.token })}</h2>
        <p className="mt-1 text-sm text-ink-3">
          {t('Rentals are paid in {token}, which these exchanges trade.', { token: provider.token })}
        </p>
        <ul className="mt-3 flex flex-wrap gap-2">
          {provider.exchanges.map((exchange) => (
            <li key={exchange.url}>
              <a href={exchange.url} target="_blank" rel="noopener noreferrer" className="chip">
                {t('{token} on {name}', { token: provider.token, name: exchange.name })}{' '}
                <ArrowUpRight size={14} aria-hidden />
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The button in its place, and why it does nothing. */
function NothingToRent({ label }: { label: string }) {
  return (
    <div>
      <SoldOutRental label={label} className="btn btn-accent btn-lg w-full" describedBy="rental-hint" />
      <p id="rental-hint" className="mt-3 text-sm text-warning">
        {soldOut}
      </p>
    </div>
  );
}

type SearchRentalProps = {
  provider: SearchProvider;
  product: Product;
  isSoldOut: boolean;
  chosen: Record<string, string>;
};

/** Opens the provider's search page for the chosen machine; acts only when both the count and the region are chosen. */
export function SearchRental({ provider, product, isSoldOut, chosen }: SearchRentalProps) {
  const [asked, setAsked] = useState(false);
  const url = rentalSearchUrl(provider, product, {
    gpuCount: chosen[gpuCountOption] ?? '',
    region: chosen[regionOption] ?? '',
  });

  function open(event: MouseEvent) {
    event.preventDefault();
    if (url) window.open(url, '_blank', 'noopener,noreferrer');
    setAsked(url === null);
  }

  if (isSoldOut) return <NothingToRent label={provider.label} />;

  return (
    <div>
      <button
        type="button"
        className="btn btn-accent btn-lg w-full needs-script"
        aria-describedby="rental-hint"
        onClick={open}
      >
        {t('Rent with {label}', { label: provider.label })} <ArrowUpRight size={18} aria-hidden />
      </button>
      <a
        className="btn btn-accent btn-lg w-full without-script"
        href={url ?? provider.search_url}
        target="_blank"
        rel="noopener noreferrer"
      >
        {t('Rent with {label}', { label: provider.label })}
      </a>
      <p id="rental-hint" role="status" className={`mt-3 text-sm ${asked ? 'text-danger' : 'text-ink-3'}`}>
        {url
          ? t('Opens the search of {label} in a new tab.', { label: provider.label })
          : t('Choose a {value} and an available region first.', {
              value: gpuCountOption.toLowerCase().replace('gpu', 'GPU'),
            })}
      </p>
    </div>
  );
}
