import { Link, useSearchParams } from 'react-router';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { listSellersForStaff } from '#client/api-client/staff.ts';
import { countryName } from '#contract/countries.ts';
import { type SellerState, sellerStates } from '#contract/seller.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { usePages } from '../back-office/use-pages.ts';
import { ListEnd } from '../components/list-end.tsx';
import { Screen } from '../components/screen.tsx';
import { SearchForm } from '../components/search-form.tsx';
import { StateLamp, stateNames } from '../components/state-lamp.tsx';

/** Every shop, those that changed last first; what is looked for stands in the address. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  const state = sellerStates.find((name) => name === params.get('state')) ?? '';
  const sellers = usePages((next) => listSellersForStaff(createBrowserApi(), { state, q }, next), `${state} ${q}`);

  function look(change: { state?: SellerState | ''; q?: string }) {
    const wanted = Object.entries({ state, q, ...change }).filter(([, value]) => value !== '');
    setParams(new URLSearchParams(wanted));
  }

  return (
    <Screen title="Sellers" lead="Shops of the marketplace, those that changed last first.">
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <SearchForm
          key={q}
          name="Search sellers"
          label="Name or address"
          q={q}
          onSearch={(text) => look({ q: text })}
        />
        <label className="grid gap-1 text-xs text-ink-3">
          State
          <select
            className="field !min-h-10 !w-auto py-1 text-sm"
            value={state}
            onChange={(event) => look({ state: event.target.value as SellerState | '' })}
          >
            <option value="">All</option>
            {sellerStates.map((name) => (
              <option key={name} value={name}>
                {stateNames[name]}
              </option>
            ))}
          </select>
        </label>
        {(q || state) && (
          <button type="button" className="btn btn-ghost btn-sm !min-h-10" onClick={() => look({ q: '', state: '' })}>
            Clear
          </button>
        )}
      </div>
      {sellers.items && sellers.items.length > 0 && (
        <table className="table border-t">
          <caption className="sr-only">Sellers</caption>
          <thead>
            <tr>
              <th>Shop</th>
              <th>State</th>
              <th className="max-md:hidden">Country</th>
              <th className="!text-right">Products</th>
              <th className="max-md:hidden">Changed</th>
            </tr>
          </thead>
          <tbody>
            {sellers.items.map((seller) => (
              <tr key={seller.seller_id}>
                <td>
                  <Link to={`/sellers/${encodeURIComponent(seller.seller_id)}`} className="text-link font-[560]">
                    <bdi>{seller.name ?? 'No name yet'}</bdi>
                  </Link>
                  <span className="block text-xs text-ink-3">{seller.address ?? 'no address yet'}</span>
                </td>
                <td>
                  <StateLamp state={seller.state} />
                </td>
                <td className="max-md:hidden">
                  {seller.country ? countryName(seller.country) : <span className="text-ink-3">not stated</span>}
                </td>
                <td className="num !text-right">{seller.products}</td>
                <td className="max-md:hidden">
                  <LocalTime instant={seller.updated_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ListEnd
        of={sellers}
        empty={q || state ? 'No shop fits what you look for.' : 'Nobody has applied to sell here yet.'}
      />
    </Screen>
  );
}
