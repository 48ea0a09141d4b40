import { countryName } from '#contract/countries.ts';
import { sellerList } from '#contract/staff-list/seller-list.ts';
import { ListScreen } from '../components/list/list-screen.tsx';

/** Every shop of the marketplace. */
export function Component() {
  return (
    <ListScreen
      list={sellerList}
      lead="Shops of the marketplace, those that changed last first."
      empty="Nobody has applied to sell here yet."
      to={({ id }) => `/sellers/${encodeURIComponent(id)}`}
      cells={{
        country: ({ country }) =>
          country ? countryName(String(country)) : <span className="text-ink-3">not stated</span>,
      }}
    />
  );
}
